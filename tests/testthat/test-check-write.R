# Ways in which R writes: the file in a folder, and the code that writes it.
ways <- list(
  lines = list("a.txt", quote(rkeras:::write_lines(rep("line", 99), file))),
  requirements = list("r.txt", quote(py_write_requirements(file, NULL, freeze = TRUE))),
  metrics = list("tfruns.d/metrics.json", quote(
    write_run_metadata("metrics", data.frame(loss = runif(99)), folder)
  )),
  source = list("tfruns.d/source.tar.gz", quote(write_run_metadata("source", script, folder))),
  page = list("page.html", quote(save_run_view(folder, file))),
  image = list("image.png", quote(image_array_save(array(runif(300), c(10, 10, 3)), file))),
  gallery = list("gallery.png", quote(
    plot_image_gallery(array(runif(300), c(1, 10, 10, 3)), path = file)
  )),
  plot = list("plot.pdf", quote(plot(model, to_file = file))),
  template = list("train.slurm", quote(
    suppressMessages(use_cluster_template("slurm", folder, overwrite = TRUE))
  ))
)

# In a new session: writes each file twice. The second time, files may have 64 bytes.
write_twice <- function(ways, folder, contents) {
  library(rkeras)
  py_run_string("
import resource
def limit(n): resource.setrlimit(resource.RLIMIT_FSIZE, (n, resource.RLIM_INFINITY))
")
  limit <- import_main()$limit
  script <- file.path(tempdir(), "script")
  dir.create(script)
  writeLines(as.character(runif(99)), file.path(script, "train.R"))
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  lapply(ways, function(way) {
    file <- file.path(folder, way[[1]])
    eval(way[[2]])
    before <- contents(folder)
    limit(64L)
    error <- tryCatch({
      eval(way[[2]])
      simpleError("nothing went wrong")
    }, error = identity)
    limit(-1L)
    list(class = class(error)[[1]], is_whole = identical(contents(folder), before),
         message = sub(file, "FILE", conditionMessage(error), fixed = TRUE))
  })
}

contents <- function(folder) {
  files <- list.files(folder, all.files = TRUE, no.. = TRUE, recursive = TRUE)
  stats::setNames(tools::md5sum(file.path(folder, files)), files)
}

test_that("files that R writes replace the old ones when they are complete", {
  skip_if_not(is_keras_available())
  folder <- normalizePath(withr::local_tempdir())
  said <- in_new_session(write_twice, ways, folder, contents)$value
  for (name in names(ways)) {
    found <- said[[name]]
    expect_identical(found$class, "rkeras_error_file", label = name)
    expect_match(found$message, paste0(
      "^\"FILE\" cannot be written \\((File too large|the disk is full, or the file would be too ",
      "large)\\)[.] What was there before is unchanged[.]"
    ), label = name)
    expect_true(found$is_whole, label = name)
  }
})

test_that("why a file cannot be written is said", {
  folder <- withr::local_tempdir()
  expect_error(write_lines("x", folder), "cannot be written", class = "rkeras_error_file")
  expect_identical(list.files(dirname(folder), paste0(basename(folder), "[.]")), character())
  expect_error(write_lines("x", file.path(folder, "none", "x")),
               "none/x\" cannot be written \\(No such file or directory\\)[.]$",
               class = "rkeras_error_file")
})

test_that("devices and pipes are known, so that they are not replaced", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  pipe <- file.path(folder, "a pipe")
  file <- file.path(folder, "a file")
  system2("mkfifo", shQuote(pipe))
  file.create(file)
  # Nothing is written there: tests may run as root.
  for (path in c("/dev/null", "/dev/full", pipe)) expect_true(is_device(path), label = path)
  for (path in c(file, folder, file.path(folder, "none"))) expect_false(is_device(path))
  reader <- callr::r_bg(readLines, list(pipe), supervise = TRUE)
  write_lines("text", pipe)
  reader$wait(20000)
  expect_identical(reader$get_result(), "text")
  expect_true(is_device(pipe))
})

test_that("a file keeps its permissions, and a link leads to it", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "x")
  link <- file.path(folder, "link")
  write_lines(c("\u00e4", "b"), file)
  Sys.chmod(file, "640")
  file.symlink(file, link)
  write_lines("new", link)
  expect_identical(Sys.readlink(link), file)
  expect_identical(format(file.mode(file)), "640")
  expect_identical(readLines(file), "new")
  write_lines(character(), file)
  expect_identical(file.size(file), 0)
})

# In a new session, where files may have 64 bytes.
archive_beyond_limit <- function(runs) {
  library(rkeras)
  py_run_string("
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (64, resource.RLIM_INFINITY))
")
  from <- file.path(runs, c("small", "large"))
  suppressWarnings(rkeras:::copy_whole(from, paste0(from, "-copy")))
}

test_that("a copy that is cut is noticed", {
  runs <- withr::local_tempdir()
  write_lines("a", file.path(runs, "small"))
  write_lines(rep("text", 99), file.path(runs, "large"))
  copied <- in_new_session(archive_beyond_limit, runs)$value
  expect_identical(copied, c(TRUE, FALSE))
})

test_that("a temporary folder that is gone is made again", {
  made <- in_new_session(function() {
    unlink(tempdir(), recursive = TRUE)
    file <- asNamespace("rkeras")$tempfile("a", fileext = ".txt")
    c(dir.exists(dirname(file)), identical(dirname(file), normalizePath(tempdir())))
  })$value
  expect_identical(made, c(TRUE, TRUE))
})
