# https://docs.xarray.dev/en/stable/getting-started-guide/quick-overview.html
xr <- import("xarray", convert = FALSE)
np <- import("numpy", convert = FALSE)
data <- xr$DataArray(
  matrix(as.numeric(1:6), 2), dims = tuple("x", "y"), coords = dict(x = list(10L, 20L))
)
stopifnot(identical(unlist(py_to_r(data$shape)), 2:3))
stopifnot(py_to_r(data$sel(x = 10L)$sum()$item()) == 9)
stopifnot(all.equal(as.array(data), matrix(as.numeric(1:6), 2)))
m <- data$mean(dim = "x")
stopifnot(all.equal(as.numeric(as.array(m)), c(1.5, 3.5, 5.5)))
twice <- data * 2 + 1
stopifnot(py_to_r(twice$max()$item()) == 13)
ds <- xr$Dataset(dict(foo = data, bar = tuple("x", list(1L, 2L)), baz = pi))
stopifnot(setequal(vapply(iterate(ds$data_vars), py_str, ""), c("foo", "bar", "baz")))
frame <- py_to_r(data$to_dataframe(name = "v")$reset_index())
stopifnot(identical(dim(frame), c(6L, 3L)))
