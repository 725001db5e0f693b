# https://optuna.readthedocs.io/en/stable/tutorial/10_key_features/001_first.html
optuna <- import("optuna")
optuna$logging$set_verbosity(optuna$logging$ERROR)
study <- optuna$create_study(sampler = optuna$samplers$TPESampler(seed = 1L))
study$optimize(function(trial) {
  x <- trial$suggest_float("x", -10, 10)
  if (trial$number == 3L) stop(optuna$TrialPruned())
  (x - 2)^2
}, n_trials = 30L)
stopifnot(study$best_value < 4, length(study$trials) == 30)
stopifnot(py_str(study$trials[[4]]$state) == "TrialState.PRUNED" || study$trials[[4]]$state == 2L)
stopifnot(is.data.frame(study$trials_dataframe()))
