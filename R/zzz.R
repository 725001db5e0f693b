# What happens when the package is loaded: nothing that takes time, no Python, no compiled code.

.onLoad <- function(libname, pkgname) {
  namespace <- asNamespace(pkgname)
  defer_native_routines(namespace)
  register_tensor_methods(namespace)
  register_messages(python_rules)
  register_messages(keras_rules, clean_keras_message)
  namespace$py <- delayed_module("__main__")
  namespace$keras <- delayed_module("keras", hooks = list(load = require_keras))
  namespace$tf <- delayed_module("tensorflow")
}
