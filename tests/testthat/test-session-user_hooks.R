test_that("hooks that are set for reticulate run", {
  found <- in_new_session(function() {
    said <- character()
    say <- function(word) force(function(...) said <<- c(said, word))
    setHook("reticulate.onPyInit", say("started"))
    setHook("reticulate::json::load", say("json"))
    setHook("reticulate::json.tool::load", function() {
      said <<- c(said, "tool")
      rkeras::import("json.tool")
    })
    library(rkeras)
    py_run_string("import json")
    import("json")
    import("json.tool")
    setHook("reticulate::colorsys::load", say("late"))
    import("colorsys")
    import("colorsys")
    said
  })$value
  expect_identical(found, c("started", "json", "tool", "late"))
})
