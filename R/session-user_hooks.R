# Hooks that users and packages set with setHook(), under the names that they have for reticulate.

# `setHook("reticulate.onPyInit", f)`: f() is called when Python has started.
run_start_hooks <- function() {
  for (hook in getHook("reticulate.onPyInit")) hook()
}

# `setHook("reticulate::numpy::load", f)`: f() is called once, when the module is imported by
# whatever code, or by import() if the hook is set later than Python starts.
await_user_hooks <- function() {
  names <- ls(.userHooksEnv, pattern = "^reticulate::.*::load$")
  for (module in gsub("^reticulate::|::load$", "", names)) {
    add_load_hook(module, local({
      name <- module
      function() run_user_hooks(name)
    }))
  }
}

run_user_hooks <- function(module) {
  name <- paste0("reticulate::", module, "::load")
  hooks <- getHook(name)
  # A hook that imports the module again must not run once more.
  if (length(hooks)) setHook(name, NULL, "replace")
  for (hook in hooks) hook()
}
