# Operations on tensors.

x <- op_array(c(1, 2, 3))
m <- op_array(rbind(c(1, 2), c(3, 4)))
value <- function(x) if (is.list(x)) lapply(x, value) else as.array(op_convert_to_array(x))

case("op_add() and operators", value(op_add(x, 1) - x * 2), array(c(0, -1, -2)))
case("op_matmul()", value(op_matmul(m, m)), rbind(c(7, 10), c(15, 22)))
case("op_dot()", as.numeric(op_dot(x, x)), 14)
case("op_einsum()", value(op_einsum("ij->ji", m)), rbind(c(1, 3), c(2, 4)))
case("op_tensordot() over two axes", as.numeric(op_tensordot(m, m, axes = 2)), 30)
case("op_sum() along an axis, from 1", value(op_sum(m, axis = 1)), array(c(4, 6)))
case("op_mean() keeps dimensions", value(op_mean(m, axis = 2, keepdims = TRUE)),
     matrix(c(1.5, 3.5)))
case("op_max() and op_min()", as.numeric(op_max(m) - op_min(m)), 3)
case("op_argmax() counts from 1", as.integer(op_argmax(op_array(c(1, 9, 3)))), 2L)
case("op_argmax() counts from 0 on request", {
  as.integer(op_argmax(op_array(c(1, 9, 3)), zero_indexed = TRUE))
}, 1L)
case("op_argsort()", as.integer(op_argsort(op_array(c(3, 1, 2)))), c(2L, 3L, 1L))
case("op_sort()", as.numeric(op_sort(op_array(c(3, 1, 2)))), c(1, 2, 3))
case("op_top_k()", lapply(op_top_k(op_array(c(1, 9, 3)), k = 2), as.numeric),
     list(values = c(9, 3), indices = c(2, 3)))
case("op_cumsum()", as.numeric(op_cumsum(x)), c(1, 3, 6))
case("op_reshape() with -1", dim(op_reshape(op_arange(6L), c(2, -1))), c(2L, 3L))
case("op_reshape() with NA", dim(op_reshape(op_arange(6L), c(NA, 2))), c(3L, 2L))
case("op_transpose()", value(op_transpose(m)), rbind(c(1, 3), c(2, 4)))
case("op_transpose() with axes", dim(op_transpose(op_ones(c(1, 2, 3)), axes = c(3, 1, 2))),
     c(3L, 1L, 2L))
case("op_expand_dims() and op_squeeze()", dim(op_squeeze(op_expand_dims(x, 1), 1)), 3L)
case("op_concatenate()", dim(op_concatenate(list(m, m), axis = 1)), c(4L, 2L))
case("op_stack()", dim(op_stack(list(x, x), axis = 2)), c(3L, 2L))
case("op_split() into parts", lapply(op_split(op_arange(4), 2), as.numeric),
     list(c(1, 2), c(3, 4)))
case("op_tile() and op_repeat()", {
  list(as.numeric(op_tile(x, 2)), as.numeric(op_repeat(x, 2)))
}, list(c(1, 2, 3, 1, 2, 3), c(1, 1, 2, 2, 3, 3)))
case("op_pad() with a number", value(op_pad(x, c(1, 1), constant_values = 9)),
     array(c(9, 1, 2, 3, 9)))
case("op_take() counts from 1", as.numeric(op_take(x, c(3, 1))), c(3, 1))
case("op_take() of a position that is none", op_take(x, 0), error = "counts from 1",
     better = "position 0 is an error that says so")
case("op_where() with a condition", as.numeric(op_where(x > 1, x, 0)), c(0, 2, 3))
case("op_one_hot()", value(op_one_hot(c(1L, 3L), num_classes = 3)), diag(3)[c(1, 3), ])
case("op_one_hot() of a factor", value(op_one_hot(factor(c("a", "b")), num_classes = 2)), diag(2),
     better = "keras3's default fails for factors")
case("op_multi_hot()", as.numeric(op_multi_hot(op_array(c(0L, 2L)), num_classes = 3)), c(1, 0, 1))
case("op_cast()", op_dtype(op_cast(x, "int32")), "int32")
case("op_arange() includes its end", as.numeric(op_arange(3)), c(1, 2, 3))
case("op_arange() with a step", as.numeric(op_arange(0, 1, 0.5)), c(0, 0.5, 1))
case("op_linspace()", as.numeric(op_linspace(0, 1, 3)), c(0, 0.5, 1))
case("op_zeros(), op_ones(), op_full()", {
  as.numeric(op_zeros(2) + op_ones(2) + op_full(2, 5))
}, c(6, 6))
case("op_eye()", value(op_eye(2)), diag(2))
case("op_clip() of integers by doubles", as.integer(op_clip(op_arange(0L, 4L), 1, 3)),
     c(1L, 1L, 2L, 3L, 3L), better = "whole doubles take the dtype of the tensor")
case("op_maximum() with a number", as.numeric(op_maximum(x, 2)), c(2, 2, 3))
case("op_shape()", op_shape(m), shape(2, 2))
case("op_cond()", as.numeric(op_cond(op_sum(x) > 5, function() x, function() -x)), c(1, 2, 3))
case("op_switch() counts from 1", {
  as.numeric(op_switch(2, list(function(x) x, function(x) x * 10), 5))
}, 50)
case("op_switch() clamps the index", {
  as.numeric(op_switch(9, list(function(x) x, function(x) x * 10), 5))
}, 50)
case("op_select() with an integer default", {
  whole <- op_arange(0L, 5L)
  chosen <- op_select(list(whole < 3L, whole > 3L), list(whole, whole^2L), default = 42)
  list(op_dtype(chosen), as.integer(chosen))
}, list("int32", c(0L, 1L, 2L, 42L, 16L, 25L)))
case("op_while_loop()", {
  as.numeric(op_while_loop(\(i) i < 10, \(i) list(i + 1), list(0))[[1]])
}, 10)
case("op_fori_loop()", as.numeric(op_fori_loop(0, 5, function(i, total) total + i, 0L)), 10)
case("op_scan()", {
  as.numeric(op_scan(function(carry, x) list(carry + x, carry + x), 0, op_array(c(1, 2, 3)))[[2]])
}, c(1, 3, 6))
case("op_map()", as.numeric(op_map(m, function(row) op_sum(row))), c(3, 7))
case("op_vectorized_map()", as.numeric(op_vectorized_map(m, function(row) op_sum(row))), c(3, 7))
case("op_associative_scan()", as.numeric(op_associative_scan(op_add, x)), c(1, 3, 6))
case("op_slice()", value(op_slice(m, start_indices = c(1, 2), shape = c(2, 1))), matrix(c(2, 4)))
case("op_scatter()", as.numeric(op_scatter(matrix(c(1L, 3L)), op_array(c(5, 6)), shape(4))),
     c(5, 0, 6, 0))
case("op_segment_sum()", as.numeric(op_segment_sum(x, c(1L, 1L, 2L))), c(3, 3))
case("op_unstack()", length(op_unstack(m, axis = 1)), 2L)
case("op_softmax() of an R vector", sum(as.numeric(op_softmax(c(1, 2, 3)))), 1, tolerance = 1e-6)
case("op_relu(), op_sigmoid()", as.numeric(op_sigmoid(op_relu(op_array(c(-1, 0))))), c(0.5, 0.5))
case("op_gelu()", as.numeric(op_gelu(op_array(0))), 0)
case("op_binary_crossentropy()", {
  as.numeric(op_binary_crossentropy(op_array(c(0, 1)), op_array(c(0.5, 0.5))))
}, rep(log(2), 2), tolerance = 1e-5)
case("op_norm()", as.numeric(op_norm(op_array(c(3, 4)))), 5)
case("op_solve()", as.numeric(op_solve(m, op_array(c(5, 11)))), c(1, 2), tolerance = 1e-5)
case("op_inv() and op_det()", value(op_inv(m)) * as.numeric(op_det(m)),
     rbind(c(4, -2), c(-3, 1)), tolerance = 1e-5)
case("op_svd()", as.numeric(op_svd(op_array(diag(c(3, 2))))$s), c(3, 2))
case("op_image_resize()", dim(op_image_resize(op_ones(c(1, 4, 4, 3)), c(2, 2))),
     c(1L, 2L, 2L, 3L))
case("op_image_rgb_to_grayscale()", dim(op_image_rgb_to_grayscale(op_ones(c(1, 4, 4, 3)))),
     c(1L, 4L, 4L, 1L))
case("op_convert_to_array()", op_convert_to_array(m), rbind(c(1, 2), c(3, 4)))
case("op_isnan()", as.logical(op_isnan(op_array(c(1, NaN)))), c(FALSE, TRUE))
case("op_unique()", as.numeric(op_unique(op_array(c(3, 1, 3)))), c(1, 3))
case("op_moments()", lapply(op_moments(m, axes = 1), as.numeric),
     list(mean = c(2, 3), variance = c(1, 1)))
case("op_custom_gradient()", {
  flip <- op_custom_gradient(function(x) list(x * 1, function(upstream) -upstream))
  as.numeric(flip(x))
}, c(1, 2, 3))
case("an op on a symbolic tensor", op_mean(keras_input(c(4, 5)), axis = 2)$shape, list(NULL, 5L))
case("subsets count from 1", as.numeric(m[1, ]), c(1, 2))
case("a shape with an unknown length", format(shape(NULL, 28)), "shape(NA, 28)")
case("a shape grows by the axes of a tensor", shape(m, 4), shape(2, 2, 4))
