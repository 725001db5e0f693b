#!/bin/bash
# Trains on {{workers}} nodes, one process each:  sbatch {{file}}
#SBATCH --job-name={{name}}
#SBATCH --nodes={{workers}}
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task={{cpus}}
#SBATCH --mem={{memory}}
{{gpus_slurm}}
#SBATCH --time=24:00:00
#SBATCH --output=%x-%j.log
#SBATCH --open-mode=append
# A job that loses a node goes back into the queue. callback_backup_and_restore() then continues it.
#SBATCH --requeue
set -euo pipefail

# join_cluster() reads these variables. Slurm tells each process its number in SLURM_PROCID.
workers=""
for host in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
  workers="${workers:+$workers,}$host:{{port}}"
done
export RKERAS_WORKERS="$workers"
export KERAS_BACKEND={{backend}}

# If one process fails, srun ends the others. Each line of output begins with the process's number.
srun --kill-on-bad-exit=1 --label Rscript {{script}}
