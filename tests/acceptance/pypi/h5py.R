# https://docs.h5py.org/en/stable/quick.html
h5py <- import("h5py", convert = FALSE)
file <- tempfile(fileext = ".h5")
with(h5py$File(file, "w") %as% f, {
  d <- f$create_dataset("mydataset", tuple(100L), dtype = "i")
  d[] <- 0:99
  f$create_group("sub")$create_dataset("m", data = matrix(1:6, 2))
  d$attrs["unit"] <- "K"
})
with(h5py$File(file, "r") %as% f, {
  stopifnot(identical(sort(vapply(iterate(f$keys()), py_str, "")), c("mydataset", "sub")))
  stopifnot(identical(as.integer(py_to_r(f["mydataset"][0:5])), 0:4))
  stopifnot(identical(py_to_r(f["sub/m"][]), matrix(1:6, 2)))
  stopifnot(py_to_r(f["mydataset"]$attrs["unit"]) == "K")
})
