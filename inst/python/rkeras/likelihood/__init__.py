"""Losses of distributions, and members of ensembles (R/score-losses.R, R/train-members.R)."""
