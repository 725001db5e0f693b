# The names and arguments of exported functions that scripts written for reticulate and keras3 use.

# The arguments are those of these packages, except that install_keras() installs the given versions
# and supports newer versions of Python. Layers are tested in test-generated.R, which compares them
# with Keras.
expected <- utils::read.delim(test_path("exports.tsv"), quote = "")

test_that("exported functions have the names and arguments that scripts use", {
  for (i in seq_len(nrow(expected))) {
    f <- getExportedValue("rkeras", expected$name[[i]])
    wanted <- eval(parse(text = paste0("function(", expected$arguments[[i]], ") NULL")))
    expect_identical(
      vapply(formals(f), deparse1, ""), vapply(formals(wanted), deparse1, ""),
      info = expected$name[[i]]
    )
  }
})

test_that("methods of the generics for models have keras3's arguments, in its order", {
  first_arguments <- list(
    compile = c("object", "optimizer", "loss", "metrics", "..."),
    fit = c("object", "x", "y", "..."),
    evaluate = c("object", "x", "y", "..."),
    predict = c("object", "x", "...")
  )
  for (generic in names(first_arguments)) {
    method <- getS3method(generic, "keras.src.models.model.Model", envir = asNamespace("rkeras"))
    arguments <- names(formals(method))
    expect_identical(
      utils::head(arguments, length(first_arguments[[generic]])), first_arguments[[generic]],
      info = generic
    )
  }
})

test_that("each exported function and object has a manual page with an example", {
  pages <- test_path("..", "..", "man")
  skip_if_not(dir.exists(pages), "the source tree's man")
  pages <- list.files(pages, "[.]Rd$", full.names = TRUE)
  text <- lapply(pages[basename(pages) != "reexports.Rd"], readLines)
  with_example <- Filter(function(lines) any(grepl("^\\\\examples", lines)), text)
  documented <- unlist(regmatches(unlist(with_example), gregexpr(
    "(?<=^\\\\alias[{]).*(?=[}])", unlist(with_example), perl = TRUE
  )))
  reexported <- c("%>%", "%<>%", "compile", "fit", "generate")
  exported <- setdiff(getNamespaceExports("rkeras"), reexported)
  expect_identical(setdiff(exported, gsub("\\%", "%", documented, fixed = TRUE)), character())
})
