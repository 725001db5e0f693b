folder <- normalizePath(file.path("..", "compat"))
source(file.path(folder, "cases.R"), local = TRUE)

expect_stated_values <- function(file, at_least, ...) {
  results <- run_cases(file, ...)
  expect_gt(nrow(results), at_least)
  failed <- results[!results$passed, ]
  expect_identical(paste0(failed$title, ": ", failed$why, recycle0 = TRUE), character())
}

cases_in <- function(folder) {
  setdiff(list.files(folder, "[.]R$", full.names = TRUE), file.path(folder, c("cases.R", "run.R")))
}

for (file in cases_in(folder)) {
  test_that(paste("scripts for reticulate give the stated values:", basename(file)), {
    expect_stated_values(file, 20)
  })
}

test_that("what keras3's documentation shows gives the stated values", {
  skip_if_not(dir.exists("../acceptance/examples"), "the source tree's tests/acceptance/examples")
  for (file in cases_in("../acceptance/examples")) {
    suppressWarnings(expect_stated_values(file, 10, tolerance = 1e-6))
  }
})
