"""Training, evaluation and prediction of data in memory, in few calls of TensorFlow (R/train-resident.R)."""
