folder <- normalizePath(file.path("..", "compat"))
source(file.path(folder, "cases.R"), local = TRUE)

for (file in setdiff(list.files(folder, "[.]R$"), c("cases.R", "run.R"))) {
  test_that(paste("scripts for reticulate give the stated values:", file), {
    results <- run_cases(file.path(folder, file))
    expect_gt(nrow(results), 20)
    failed <- results[!results$passed, ]
    expect_identical(paste0(failed$title, ": ", failed$why, recycle0 = TRUE), character())
  })
}
