# https://zarr.readthedocs.io/en/stable/quick-start.html
zarr <- import("zarr", convert = FALSE)
z <- zarr$create_array(store = file.path(tempdir(), "x.zarr"), shape = tuple(100L, 100L),
                       chunks = tuple(10L, 10L), dtype = "f4")
z[, ] <- matrix(runif(1e4), 100)
part <- py_to_r(z[0, 0:5])
stopifnot(length(part) == 5, all(part > 0))
root <- zarr$open_group(tempfile(fileext = ".zarr"), mode = "w")
foo <- root$create_group("foo")
foo$attrs["title"] <- "A"
stopifnot(py_to_r(root["foo"]$attrs["title"]) == "A")
