"""Losses of distributions, and members of ensembles (R/response-losses.R, R/uncertainty-ensemble.R)."""
