# The tables of ?"rkeras-options". A test compares them with the code.

setting <- function(name, default, effect) c(name = name, default = default, effect = effect)

package_options <- list(
  setting("keras.fit_verbose", "`\"auto\"`",
          "The default `verbose` of [fit()], [evaluate()] and `predict()`: 0, 1, 2 or `\"auto\"`."),
  setting("keras.verbose", "`\"auto\"`",
          "The same, used if `keras.fit_verbose` is not set."),
  setting("keras.view_metrics", "`\"auto\"`",
          "The `view_metrics` argument of [fit()]: whether to plot metrics during training."),
  setting("keras.plot.history.smooth", "`FALSE`",
          "The `smooth` argument of [plot.keras_training_history()]."),
  setting("keras.plot.history.theme_bw", "`FALSE`",
          "The `theme_bw` argument of [plot.keras_training_history()]."),
  setting("rkeras.collect_cycles", "`TRUE`",
          paste("Whether to free cycles of references that go through both R and Python; see",
                "[py_gc()].")),
  setting("rkeras.dataset_dir", "none",
          "Directory with files of data sets, which `dataset_*()` use instead of a download."),
  setting("reticulate.pandas_use_nullable_dtypes", "`FALSE`",
          paste("Whether columns of numbers, logicals and strings of R data frames become pandas",
                "columns with nullable dtypes (`Int32`, `Float64`, `boolean`, `string`), even if",
                "no value is missing.")),
  setting("reticulate.virtualenv.module", "`\"venv\"`",
          "The `module` argument of [virtualenv_create()]."),
  setting("reticulate.virtualenv.system_site_packages", "`FALSE`",
          "The `system_site_packages` argument of [virtualenv_create()]."),
  setting("reticulate.virtualenv.pip_version", "none",
          "The `pip_version` argument of [virtualenv_create()]."),
  setting("reticulate.virtualenv.setuptools_version", "none",
          "The `setuptools_version` argument of [virtualenv_create()]."),
  setting("reticulate.virtualenv.extra", "none", "The `extra` argument of [virtualenv_create()]."),
  setting("reticulate.repl.quiet", "`FALSE`", "The `quiet` argument of [repl_python()]."),
  setting("reticulate.repl.use_magics", "`TRUE`",
          "Whether [repl_python()] has commands such as `%cd` and `!ls`."),
  setting("rkeras.resident", "`TRUE`",
          paste("Whether [fit()], [evaluate()] and `predict()` run many steps in one call of",
                "TensorFlow where the data are in memory; otherwise Keras's own loop runs them.")),
  setting("rkeras.startup_log", "`FALSE`",
          "Whether to show what TensorFlow's compiled code logs while it is imported."),
  setting("tfruns.runs_dir", "`\"runs\"`",
          "Directory of training runs; see [training_run()] and [ls_runs()]."),
  setting("tfruns.viewer", "the viewer pane or browser",
          "Function of the path of a page that [view_run()] and related functions call."),
  setting("tensorflow.extract.style", "none",
          paste("The `style` argument of `[` for tensors: `\"R\"`, without warnings, or",
                "`\"python\"`; see [op_subset()] and [tf_extract_opts()].")),
  setting("tensorflow.one_based_extract", "`TRUE`",
          "The older name of `tensorflow.extract.one_based`, used where that is not set."),
  setting("tensorflow.extract.one_based", "`TRUE`",
          "Whether positions in `[` for tensors start at 1."),
  setting("tensorflow.extract.inclusive_stop", "`TRUE`",
          "Whether ranges in `[` for tensors include their end."),
  setting("tensorflow.extract.dissallow_out_of_bounds", "`TRUE`",
          "Whether ranges in `[` for tensors must lie inside the axis."),
  setting("tensorflow.extract.warn_tensors_passed_asis", "`TRUE` until the first warning",
          "Whether to warn that tensors in `[` count from 0."),
  setting("tensorflow.extract.warn_negatives_pythonic", "`TRUE` until the first warning",
          "Whether to warn that negative numbers in `[` for tensors count from the end."),
  setting("tensorflow.tensorboard.browser", "`interactive()`",
          "The `launch_browser` argument of [tensorboard()]: logical or a function of the URL.")
)

general_options <- list(
  setting("width", "80", "The width of printed tensors, model summaries and progress bars."),
  setting("timeout", "60",
          "Seconds that downloads may take; [install_miniconda()] allows at least 600."),
  setting("knitr.in.progress", "none",
          "Set by knitr: `r` in Python has the variables of the document."),
  setting("prompt", "`\"> \"`", "Shown before the code of a script by [training_run()]."),
  setting("continue", "`\"+ \"`", "The same, before the further lines of an expression."),
  setting("encoding", "`\"native.enc\"`", "Encoding of the scripts of [training_run()]."),
  setting("page_viewer", "set by RStudio", "Shows the pages of [view_run()]."),
  setting("viewer", "set by RStudio and Positron", "The same, if there is no `page_viewer`."),
  setting("browser", "the system's", "Shows the guides of [rkeras_guide()]."),
  setting("warn", "0", "As in R. With 1, warnings during training appear at once."),
  setting("cli.unicode", "the locale's", "Whether progress bars use Unicode characters."),
  setting("rlang_interactive", "`interactive()`", "Whether the session counts as interactive.")
)

environment_variables <- list(
  setting("RKERAS_PYTHON", "none",
          paste("Path of the Python executable to use, or `managed` for an environment that",
                "[py_require()] creates. Other choices are ignored, except those of",
                "[use_python()] and related functions.")),
  setting("RETICULATE_PYTHON", "none", "The same, read after `RKERAS_PYTHON`."),
  setting("RETICULATE_PYTHON_ENV", "none", "Name or path of a virtualenv or conda environment."),
  setting("RETICULATE_PYTHON_FALLBACK", "none", "The Python executable to prefer to the system's."),
  setting("VIRTUAL_ENV", "none", "The activated virtualenv, used if the above are not set."),
  setting("WORKON_HOME", "`~/.virtualenvs`", "Directory of virtualenvs that are found by name."),
  setting("RETICULATE_VIRTUALENV_ROOT", "`~/.virtualenvs`", "The same, read after `WORKON_HOME`."),
  setting("PYENV_ROOT", "`~/.pyenv`", "Directory of pyenv, whose Python versions are found."),
  setting("PYENV", "none", "The same on Windows, for pyenv-win."),
  setting("CONDA_EXE", "none", "Path of the conda executable."),
  setting("RETICULATE_MINICONDA_PATH", "the user's data directory",
          "Directory of [install_miniconda()]."),
  setting("XDG_DATA_HOME", "`~/.local/share`", "The user's data directory."),
  setting("KERAS_BACKEND", "`\"tensorflow\"`",
          "The backend of Keras: `\"tensorflow\"` or `\"jax\"`; see [use_backend()]."),
  setting("KERAS_HOME", "`~/.keras`", "Directory of Keras's configuration and downloaded files."),
  setting("RKERAS_DATASET_DIR", "none", "The same as the option `rkeras.dataset_dir`."),
  setting("TENSORFLOW_RUN_DIR", "none", "Directory of the current training run; see [run_dir()]."),
  setting("TF_CONFIG", "none",
          "The cluster that TensorFlow trains on, in JSON; see [join_cluster()]."),
  setting("RKERAS_WORKERS", "none", "Addresses of all workers, for [join_cluster()]."),
  setting("RKERAS_WORKER", "0", "The number of this worker, counted from 0."),
  setting("SLURM_PROCID", "none", "The same, set by Slurm."),
  setting("JOB_COMPLETION_INDEX", "none", "The same, set by Kubernetes."),
  setting("KERAS_DISTRIBUTION_NUM_PROCESSES", "1",
          "Number of processes for [distribution_initialize()], set by [join_cluster()]."),
  setting("KERAS_DISTRIBUTION_PROCESS_ID", "0", "The number of this process, counted from 0."),
  setting("XLA_FLAGS", "none",
          "Flags of JAX's compiler. [use_logical_devices()] adds the number of devices."),
  setting("R_CONFIG_ACTIVE", "`\"default\"`", "The configuration that [flags()] reads."),
  setting("TF_CPP_MIN_LOG_LEVEL", "2",
          paste("Which messages TensorFlow's compiled code writes: 0 all, 1 no information, 2 no",
                "warnings, 3 no errors. rkeras sets 2 if it is not set.")),
  setting("CXX", "none", "The C++ compiler of [compile_op()]."),
  setting("PATH", "the system's", "Where programs are found, such as compilers and uv."),
  setting("LD_LIBRARY_PATH", "none",
          "As on every Unix. Processes that rkeras starts do not get the directories added by R."),
  setting("RSTUDIO", "none", "Set by RStudio: metrics are plotted in its pane."),
  setting("POSITRON", "none", "Set by Positron: metrics are plotted in its pane."),
  setting("DISPLAY", "the system's", "Without one, [rkeras_guide()] shows texts in the console."),
  setting("WAYLAND_DISPLAY", "the system's", "The same, with Wayland.")
)

rd_settings <- function() {
  c(
    rd_setting_section("Options", package_options),
    rd_setting_section("Options of R and other packages", general_options),
    rd_setting_section("Environment variables", environment_variables)
  )
}

rd_setting_section <- function(title, settings) {
  rows <- vapply(settings, function(row) {
    sprintf("`%s` \\tab %s \\tab %s", row[["name"]], row[["default"]], row[["effect"]])
  }, "")
  rd_table(title, c("Name", "Default", "Effect"), rows)
}
