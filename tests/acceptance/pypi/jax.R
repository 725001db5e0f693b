# https://docs.jax.dev/en/latest/quickstart.html
jax <- import("jax", convert = FALSE)
jnp <- import("jax.numpy", convert = FALSE)
selu <- function(x, alpha = 1.67, lambda = 1.05) {
  lambda * jnp$where(x > 0, x, alpha * jnp$exp(x) - alpha)
}
x <- jnp$arange(5)
out <- as.array(selu(x))
stopifnot(all.equal(as.numeric(out)[2], 1.05, tolerance = 1e-6))
fast <- jax$jit(selu)
stopifnot(all.equal(as.numeric(as.array(fast(x))), as.numeric(out), tolerance = 1e-6))
sum_logistic <- function(x) jnp$sum(1 / (1 + jnp$exp(-x)))
slope <- as.array(jax$grad(sum_logistic)(jnp$array(c(0, 1, 2))))
stopifnot(all.equal(as.numeric(slope), dlogis(0:2), tolerance = 1e-5))
key <- jax$random$key(1701L)
mat <- jax$random$normal(key, tuple(5L, 3L))
batched <- jax$vmap(function(v) jnp$dot(mat, v))(jnp$ones(tuple(4L, 3L)))
stopifnot(identical(dim(as.array(batched)), c(4L, 5L)))
stopifnot(identical(dim(as.array(mat %*% jnp$ones(tuple(3L, 2L)))), c(5L, 2L)))
