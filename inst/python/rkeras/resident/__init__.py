"""Training, evaluation and prediction of data in memory, in few calls of the backend (R/train-resident.R)."""
