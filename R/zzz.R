# What happens when the package is loaded: nothing that takes time, no Python, no compiled code.

.onLoad <- function(libname, pkgname) {
  namespace <- asNamespace(pkgname)
  defer_native_routines(namespace)
  connect_rooms()
  register_class_filter(with_virtual_classes)
  register_class_filter(with_dataset_class)
  share_with_reticulate()
  offer_arguments()
  namespace$py <- delayed_module("__main__")
  namespace$keras <- delayed_module("keras", hooks = list(load = require_keras))
  namespace$tf <- delayed_module("tensorflow")
}

# Documents that attach rkeras run their Python chunks with it.
.onAttach <- function(libname, pkgname) {
  if (!is.null(beta_message())) packageStartupMessage(beta_message())
  # `%*%` masks that of base, but does the same for all that is not Python's: no message about it.
  if (getRversion() < "4.3.0") assign(".conflicts.OK", TRUE, as.environment("package:rkeras"))
  if (isNamespaceLoaded("knitr")) register_engine()
  setHook(packageEvent("knitr", "onLoad"), function(...) register_engine())
}

# What users of a system should know on which nobody has run rkeras yet.
beta_message <- function(os = this_os()) {
  if (os == "Windows") {
    paste("rkeras on Windows is a beta version that its authors have never run there. Please tell",
          "us what works and what does not.")
  }
}

# What rooms do for lower ones (R/state.R).
connect_rooms <- function() {
  register_hook("python needed", start_python)
  register_hook("python started", prepare_libraries)
  register_hook("python started", tell_known_classes, tell_class_filters)
  register_hook("python started", warn_of_missing_names, add_r_to_python)
  register_hook("python started", await_user_hooks, run_start_hooks)
  register_hook("python started", collect_notices, keep_gil_for_neighbour)
  register_hook("python started", watch_tensorflow, watch_matplotlib)
  register_hook("python started", load_error_functions)
  register_hook("function for Keras", function_for_keras)
  register_hook("random numbers drawn", warn_of_drawn)
  register_hook("python error", in_r_words, with_remedy, as_file_error)
  register_hook("python notice", notice_in_r_words, with_reason)
  register_hook("selectors", selectors)
  register_hook("class", class_of_wrapper)
  register_hook("class made", note_made)
  register_hook("module imported", warn_of_missing_names, run_user_hooks)
  register_hook("keras imported", register_waiting, warn_of_missing_names, prepare_cluster)
  register_hook("fit arguments", record_fit)
  register_hook("evaluated", record_evaluation)
  register_hook("folder for TensorBoard", tensorboard)
  register_hook("calibration", calibration_of_rows)
  register_messages(python_rules)
  register_messages(operator_rules)
  register_messages(keras_rules, clean_keras_message, is_of_keras)
  register_messages(data_rules, clean_keras_message, is_of_keras)
  register_messages(own_rules)
}
