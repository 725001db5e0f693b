# keras.ops, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.ops.bitwise_and")
#' @export
op_bitwise_and <- function(x, y) {
  call_keras("keras.ops.bitwise_and", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_invert")
#' @export
op_bitwise_invert <- function(x) {
  call_keras("keras.ops.bitwise_invert", as_whole(x))
}

#' @eval rd_keras("keras.ops.bitwise_left_shift")
#' @export
op_bitwise_left_shift <- function(x, y) {
  call_keras("keras.ops.bitwise_left_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_not")
#' @export
op_bitwise_not <- function(x) {
  call_keras("keras.ops.bitwise_not", as_whole(x))
}

#' @eval rd_keras("keras.ops.bitwise_or")
#' @export
op_bitwise_or <- function(x, y) {
  call_keras("keras.ops.bitwise_or", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_right_shift")
#' @export
op_bitwise_right_shift <- function(x, y) {
  call_keras("keras.ops.bitwise_right_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_xor")
#' @export
op_bitwise_xor <- function(x, y) {
  call_keras("keras.ops.bitwise_xor", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.left_shift")
#' @export
op_left_shift <- function(x, y) {
  call_keras("keras.ops.left_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.right_shift")
#' @export
op_right_shift <- function(x, y) {
  call_keras("keras.ops.right_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.associative_scan")
#' @export
op_associative_scan <- function(f, elems, reverse = FALSE, axis = 1L) {
  call_keras(
    "keras.ops.associative_scan",
    tensor_function(f),
    as_slices(elems, "elems"),
    reverse = as_flag(reverse, "reverse"),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.cast")
#' @export
op_cast <- function(x, dtype) {
  call_keras("keras.ops.cast", to_tensor(x), dtype)
}

#' @eval rd_keras("keras.ops.cond")
#' @export
op_cond <- function(pred, true_fn, false_fn) {
  call_keras(
    "keras.ops.cond",
    pred,
    tensor_function(true_fn, "true_fn"),
    tensor_function(false_fn, "false_fn")
  )
}

#' @eval rd_keras("keras.ops.convert_to_tensor")
#' @export
op_convert_to_tensor <- function(x, dtype = NULL, sparse = NULL, ragged = NULL) {
  call_keras(
    "keras.ops.convert_to_tensor",
    as_doubles(x, "x"),
    dtype = dtype,
    sparse = sparse,
    ragged = ragged
  )
}

#' @eval rd_keras("keras.ops.dtype")
#' @export
op_dtype <- function(x) {
  call_keras("keras.ops.dtype", to_tensor(x))
}

#' @eval rd_keras("keras.ops.fori_loop")
#' @export
op_fori_loop <- function(lower, upper, body_fun, init_val) {
  call_keras(
    "keras.ops.fori_loop",
    as_integer(lower, "lower"),
    as_integer(upper, "upper"),
    tensor_function(body_fun, "body_fun"),
    tensors_within(init_val, "init_val")
  )
}

#' @eval rd_keras("keras.ops.is_tensor")
#' @export
op_is_tensor <- function(x) {
  call_keras("keras.ops.is_tensor", x)
}

#' @eval rd_keras("keras.ops.saturate_cast")
#' @export
op_saturate_cast <- function(x, dtype) {
  call_keras("keras.ops.saturate_cast", to_tensor(x), dtype)
}

#' @eval rd_keras("keras.ops.scatter")
#' @export
op_scatter <- function(indices, values, shape) {
  call_keras(
    "keras.ops.scatter",
    as_index_rows(indices),
    as_slices(values, "values"),
    as_shape(shape)
  )
}

#' @eval rd_keras("keras.ops.slice")
#' @export
op_slice <- function(inputs, start_indices, shape) {
  call_keras(
    "keras.ops.slice",
    as_slices(inputs, "inputs"),
    as_starts(start_indices),
    as_lengths(shape, "shape")
  )
}

#' @eval rd_keras("keras.ops.stop_gradient")
#' @export
op_stop_gradient <- function(variable) {
  call_keras("keras.ops.stop_gradient", to_tensor(variable, "variable"))
}

#' @eval rd_keras("keras.ops.unstack")
#' @export
op_unstack <- function(x, num = NULL, axis = 1L) {
  call_keras("keras.ops.unstack", to_tensor(x), num = as_integer(num, "num"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.while_loop")
#' @export
op_while_loop <- function(cond, body, loop_vars, maximum_iterations = NULL) {
  call_keras(
    "keras.ops.while_loop",
    tensor_function(cond, "cond"),
    tensor_function(body, "body"),
    tensors_within(loop_vars, "loop_vars"),
    maximum_iterations = as_integer(maximum_iterations, "maximum_iterations")
  )
}

#' @eval rd_keras("keras.ops.image.affine_transform")
#' @export
op_image_affine_transform <- function(
    images,
    transform,
    interpolation = "bilinear",
    fill_mode = "constant",
    fill_value = 0L,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.affine_transform",
    images,
    vector_as_tensor(transform, "transform"),
    interpolation = interpolation,
    fill_mode = fill_mode,
    fill_value = fill_value,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.crop_images")
#' @export
op_image_crop <- function(
    images,
    top_cropping = NULL,
    left_cropping = NULL,
    bottom_cropping = NULL,
    right_cropping = NULL,
    target_height = NULL,
    target_width = NULL,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.crop_images",
    images,
    top_cropping = as_integer(top_cropping, "top_cropping"),
    left_cropping = as_integer(left_cropping, "left_cropping"),
    bottom_cropping = as_integer(bottom_cropping, "bottom_cropping"),
    right_cropping = as_integer(right_cropping, "right_cropping"),
    target_height = as_integer(target_height, "target_height"),
    target_width = as_integer(target_width, "target_width"),
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.elastic_transform")
#' @export
op_image_elastic_transform <- function(
    images,
    alpha = 20,
    sigma = 5,
    interpolation = "bilinear",
    fill_mode = "reflect",
    fill_value = 0,
    seed = NULL,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.elastic_transform",
    images,
    alpha = alpha,
    sigma = sigma,
    interpolation = interpolation,
    fill_mode = fill_mode,
    fill_value = fill_value,
    seed = as_integer(seed, "seed"),
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.extract_patches")
#' @export
op_image_extract_patches <- function(
    images,
    size,
    strides = NULL,
    dilation_rate = 1L,
    padding = "valid",
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.extract_patches",
    images,
    as_int_tuple(size, "size"),
    strides = as_int_tuple(strides, "strides"),
    dilation_rate = as_int_tuple(dilation_rate, "dilation_rate"),
    padding = padding,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.extract_patches_3d")
#' @export
op_image_extract_patches_3d <- function(
    volumes,
    size,
    strides = NULL,
    dilation_rate = 1L,
    padding = "valid",
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.extract_patches_3d",
    volumes,
    as_int_tuple(size, "size"),
    strides = as_int_tuple(strides, "strides"),
    dilation_rate = as_int_tuple(dilation_rate, "dilation_rate"),
    padding = padding,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.gaussian_blur")
#' @export
op_image_gaussian_blur <- function(
    images,
    kernel_size = c(3L, 3L),
    sigma = c(1, 1),
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.gaussian_blur",
    images,
    kernel_size = as_int_tuple(kernel_size, "kernel_size"),
    sigma = sigma,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.hsv_to_rgb")
#' @export
op_image_hsv_to_rgb <- function(images, data_format = NULL) {
  call_keras("keras.ops.image.hsv_to_rgb", images, data_format = data_format)
}

#' @eval rd_keras("keras.ops.image.map_coordinates")
#' @export
op_image_map_coordinates <- function(
    inputs,
    coordinates,
    order,
    fill_mode = "constant",
    fill_value = 0L
) {
  call_keras(
    "keras.ops.image.map_coordinates",
    inputs,
    coordinates,
    as_integer(order, "order"),
    fill_mode = fill_mode,
    fill_value = fill_value
  )
}

#' @eval rd_keras("keras.ops.image.pad_images")
#' @export
op_image_pad <- function(
    images,
    top_padding = NULL,
    left_padding = NULL,
    bottom_padding = NULL,
    right_padding = NULL,
    target_height = NULL,
    target_width = NULL,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.pad_images",
    images,
    top_padding = as_integer(top_padding, "top_padding"),
    left_padding = as_integer(left_padding, "left_padding"),
    bottom_padding = as_integer(bottom_padding, "bottom_padding"),
    right_padding = as_integer(right_padding, "right_padding"),
    target_height = as_integer(target_height, "target_height"),
    target_width = as_integer(target_width, "target_width"),
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.perspective_transform")
#' @export
op_image_perspective_transform <- function(
    images,
    start_points,
    end_points,
    interpolation = "bilinear",
    fill_value = 0L,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.perspective_transform",
    images,
    start_points,
    end_points,
    interpolation = interpolation,
    fill_value = fill_value,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.resize")
#' @export
op_image_resize <- function(
    images,
    size,
    interpolation = "bilinear",
    antialias = FALSE,
    crop_to_aspect_ratio = FALSE,
    pad_to_aspect_ratio = FALSE,
    fill_mode = "constant",
    fill_value = 0,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.resize",
    images,
    as_int_tuple(size, "size"),
    interpolation = interpolation,
    antialias = as_flag(antialias, "antialias"),
    crop_to_aspect_ratio = as_flag(crop_to_aspect_ratio, "crop_to_aspect_ratio"),
    pad_to_aspect_ratio = as_flag(pad_to_aspect_ratio, "pad_to_aspect_ratio"),
    fill_mode = fill_mode,
    fill_value = fill_value,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.image.rgb_to_grayscale")
#' @export
op_image_rgb_to_grayscale <- function(images, data_format = NULL) {
  call_keras("keras.ops.image.rgb_to_grayscale", images, data_format = data_format)
}

#' @eval rd_keras("keras.ops.image.rgb_to_hsv")
#' @export
op_image_rgb_to_hsv <- function(images, data_format = NULL) {
  call_keras("keras.ops.image.rgb_to_hsv", images, data_format = data_format)
}

#' @eval rd_keras("keras.ops.image.scale_and_translate")
#' @export
op_image_scale_and_translate <- function(
    images,
    output_shape,
    scale,
    translation,
    spatial_dims,
    method,
    antialias = TRUE
) {
  call_keras(
    "keras.ops.image.scale_and_translate",
    images,
    as_shape(output_shape, "output_shape"),
    scale,
    translation,
    as_axis(spatial_dims, "spatial_dims"),
    method,
    antialias = as_flag(antialias, "antialias")
  )
}

#' @eval rd_keras("keras.ops.image.sobel_edges")
#' @export
op_image_sobel_edges <- function(images, data_format = NULL) {
  call_keras("keras.ops.image.sobel_edges", images, data_format = data_format)
}

#' @eval rd_keras("keras.ops.image.ssim")
#' @export
op_image_ssim <- function(
    image1,
    image2,
    max_val = 1,
    filter_size = 11L,
    filter_sigma = 1.5,
    k1 = 0.01,
    k2 = 0.03,
    data_format = NULL
) {
  call_keras(
    "keras.ops.image.ssim",
    image1,
    image2,
    max_val = max_val,
    filter_size = as_integer(filter_size, "filter_size"),
    filter_sigma = filter_sigma,
    k1 = k1,
    k2 = k2,
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.cdist")
#' @export
op_cdist <- function(x, y) {
  call_keras("keras.ops.cdist", x, y)
}

#' @eval rd_keras("keras.ops.cholesky")
#' @export
op_cholesky <- function(x, upper = FALSE) {
  call_keras("keras.ops.cholesky", x, upper = as_flag(upper, "upper"))
}

#' @eval rd_keras("keras.ops.cholesky_inverse")
#' @export
op_cholesky_inverse <- function(x, upper = FALSE) {
  call_keras("keras.ops.cholesky_inverse", x, upper = as_flag(upper, "upper"))
}

#' @eval rd_keras("keras.ops.cross")
#' @export
op_cross <- function(x1, x2, axisa = -1L, axisb = -1L, axisc = -1L, axis = NULL) {
  call_keras(
    "keras.ops.cross",
    x1,
    x2,
    axisa = as_axis(axisa, "axisa"),
    axisb = as_axis(axisb, "axisb"),
    axisc = as_axis(axisc, "axisc"),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.det")
#' @export
op_det <- function(x) {
  call_keras("keras.ops.det", x)
}

#' @eval rd_keras("keras.ops.dot")
#' @export
op_dot <- function(x1, x2) {
  call_keras("keras.ops.dot", x1, x2)
}

#' @eval rd_keras("keras.ops.eig")
#' @export
op_eig <- function(x) {
  name_results(call_keras("keras.ops.eig", x), result_names[["keras.ops.eig"]])
}

#' @eval rd_keras("keras.ops.eigh")
#' @export
op_eigh <- function(x) {
  name_results(call_keras("keras.ops.eigh", x), result_names[["keras.ops.eigh"]])
}

#' @eval rd_keras("keras.ops.inner")
#' @export
op_inner <- function(x1, x2) {
  call_keras("keras.ops.inner", x1, x2)
}

#' @eval rd_keras("keras.ops.inv")
#' @export
op_inv <- function(x) {
  call_keras("keras.ops.inv", x)
}

#' @eval rd_keras("keras.ops.kron")
#' @export
op_kron <- function(x1, x2) {
  call_keras("keras.ops.kron", x1, x2)
}

#' @eval rd_keras("keras.ops.lu_factor")
#' @export
op_lu_factor <- function(x) {
  name_results(call_keras("keras.ops.lu_factor", x), result_names[["keras.ops.lu_factor"]])
}

#' @eval rd_keras("keras.ops.matmul")
#' @export
op_matmul <- function(x1, x2) {
  call_keras("keras.ops.matmul", x1, x2)
}

#' @eval rd_keras("keras.ops.matrix_rank")
#' @export
op_matrix_rank <- function(x, tol = NULL) {
  call_keras("keras.ops.matrix_rank", x, tol = tol)
}

#' @eval rd_keras("keras.ops.norm")
#' @export
op_norm <- function(x, ord = NULL, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.norm",
    x,
    ord = ord,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.outer")
#' @export
op_outer <- function(x1, x2) {
  call_keras("keras.ops.outer", vector_as_tensor(x1, "x1"), vector_as_tensor(x2, "x2"))
}

#' @eval rd_keras("keras.ops.pinv")
#' @export
op_pinv <- function(x, rcond = NULL) {
  call_keras("keras.ops.pinv", x, rcond = rcond)
}

#' @eval rd_keras("keras.ops.qr")
#' @export
op_qr <- function(x, mode = "reduced") {
  name_results(call_keras("keras.ops.qr", x, mode = mode), result_names[["keras.ops.qr"]])
}

#' @eval rd_keras("keras.ops.svd")
#' @export
op_svd <- function(x, full_matrices = TRUE, compute_uv = TRUE) {
  name_results(call_keras(
    "keras.ops.svd",
    x,
    full_matrices = as_flag(full_matrices, "full_matrices"),
    compute_uv = as_flag(compute_uv, "compute_uv")
  ), result_names[["keras.ops.svd"]])
}

#' @eval rd_keras("keras.ops.tensordot")
#' @export
op_tensordot <- function(x1, x2, axes = 2L) {
  call_keras("keras.ops.tensordot", x1, x2, axes = as_contracted_axes(axes))
}

#' @eval rd_keras("keras.ops.trace")
#' @export
op_trace <- function(x, offset = 0L, axis1 = 1L, axis2 = 2L) {
  call_keras(
    "keras.ops.trace",
    x,
    offset = as_integer(offset, "offset"),
    axis1 = as_axis(axis1, "axis1"),
    axis2 = as_axis(axis2, "axis2")
  )
}

#' @eval rd_keras("keras.ops.vdot")
#' @export
op_vdot <- function(x1, x2) {
  call_keras("keras.ops.vdot", x1, x2)
}

#' @eval rd_keras("keras.ops.all")
#' @export
op_all <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.all",
    vector_as_tensor(x),
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.allclose")
#' @export
op_allclose <- function(x1, x2, rtol = 1e-05, atol = 1e-08, equal_nan = FALSE) {
  call_keras(
    "keras.ops.allclose",
    x1,
    x2,
    rtol = rtol,
    atol = atol,
    equal_nan = as_flag(equal_nan, "equal_nan")
  )
}

#' @eval rd_keras("keras.ops.any")
#' @export
op_any <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.any",
    vector_as_tensor(x),
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.equal")
#' @export
op_equal <- function(x1, x2) {
  call_keras("keras.ops.equal", x1, x2)
}

#' @eval rd_keras("keras.ops.greater")
#' @export
op_greater <- function(x1, x2) {
  call_keras("keras.ops.greater", x1, x2)
}

#' @eval rd_keras("keras.ops.greater_equal")
#' @export
op_greater_equal <- function(x1, x2) {
  call_keras("keras.ops.greater_equal", x1, x2)
}

#' @eval rd_keras("keras.ops.heaviside")
#' @export
op_heaviside <- function(x1, x2) {
  call_keras("keras.ops.heaviside", x1, x2)
}

#' @eval rd_keras("keras.ops.isclose")
#' @export
op_isclose <- function(x1, x2, rtol = 1e-05, atol = 1e-08, equal_nan = FALSE) {
  call_keras(
    "keras.ops.isclose",
    x1,
    x2,
    rtol = rtol,
    atol = atol,
    equal_nan = as_flag(equal_nan, "equal_nan")
  )
}

#' @eval rd_keras("keras.ops.isfinite")
#' @export
op_isfinite <- function(x) {
  call_keras("keras.ops.isfinite", x)
}

#' @eval rd_keras("keras.ops.isin")
#' @export
op_isin <- function(x1, x2, assume_unique = FALSE, invert = FALSE) {
  call_keras(
    "keras.ops.isin",
    x1,
    x2,
    assume_unique = as_flag(assume_unique, "assume_unique"),
    invert = as_flag(invert, "invert")
  )
}

#' @eval rd_keras("keras.ops.isinf")
#' @export
op_isinf <- function(x) {
  call_keras("keras.ops.isinf", x)
}

#' @eval rd_keras("keras.ops.isnan")
#' @export
op_isnan <- function(x) {
  call_keras("keras.ops.isnan", x)
}

#' @eval rd_keras("keras.ops.isneginf")
#' @export
op_isneginf <- function(x) {
  call_keras("keras.ops.isneginf", x)
}

#' @eval rd_keras("keras.ops.isposinf")
#' @export
op_isposinf <- function(x) {
  call_keras("keras.ops.isposinf", x)
}

#' @eval rd_keras("keras.ops.isreal")
#' @export
op_isreal <- function(x) {
  call_keras("keras.ops.isreal", x)
}

#' @eval rd_keras("keras.ops.less")
#' @export
op_less <- function(x1, x2) {
  call_keras("keras.ops.less", x1, x2)
}

#' @eval rd_keras("keras.ops.less_equal")
#' @export
op_less_equal <- function(x1, x2) {
  call_keras("keras.ops.less_equal", x1, x2)
}

#' @eval rd_keras("keras.ops.logical_and")
#' @export
op_logical_and <- function(x1, x2) {
  call_keras("keras.ops.logical_and", x1, x2)
}

#' @eval rd_keras("keras.ops.logical_not")
#' @export
op_logical_not <- function(x) {
  call_keras("keras.ops.logical_not", x)
}

#' @eval rd_keras("keras.ops.logical_or")
#' @export
op_logical_or <- function(x1, x2) {
  call_keras("keras.ops.logical_or", x1, x2)
}

#' @eval rd_keras("keras.ops.logical_xor")
#' @export
op_logical_xor <- function(x1, x2) {
  call_keras("keras.ops.logical_xor", x1, x2)
}

#' @eval rd_keras("keras.ops.not_equal")
#' @export
op_not_equal <- function(x1, x2) {
  call_keras("keras.ops.not_equal", x1, x2)
}

#' @eval rd_keras("keras.ops.select")
#' @export
op_select <- function(condlist, choicelist, default = 0L) {
  call_keras(
    "keras.ops.select",
    as_tensors(condlist, "condlist"),
    as_tensors(choicelist, "choicelist"),
    default = as_weak_number(default, "default")
  )
}

#' @eval rd_keras("keras.ops.signbit")
#' @export
op_signbit <- function(x) {
  call_keras("keras.ops.signbit", x)
}

#' @eval rd_keras("keras.ops.abs")
#' @export
op_abs <- function(x) {
  call_keras("keras.ops.abs", x)
}

#' @eval rd_keras("keras.ops.absolute")
#' @export
op_absolute <- function(x) {
  call_keras("keras.ops.absolute", x)
}

#' @eval rd_keras("keras.ops.add")
#' @export
op_add <- function(x1, x2) {
  call_keras("keras.ops.add", x1, x2)
}

#' @eval rd_keras("keras.ops.angle")
#' @export
op_angle <- function(x) {
  call_keras("keras.ops.angle", x)
}

#' @eval rd_keras("keras.ops.arccos")
#' @export
op_arccos <- function(x) {
  call_keras("keras.ops.arccos", x)
}

#' @eval rd_keras("keras.ops.arccosh")
#' @export
op_arccosh <- function(x) {
  call_keras("keras.ops.arccosh", x)
}

#' @eval rd_keras("keras.ops.arcsin")
#' @export
op_arcsin <- function(x) {
  call_keras("keras.ops.arcsin", x)
}

#' @eval rd_keras("keras.ops.arcsinh")
#' @export
op_arcsinh <- function(x) {
  call_keras("keras.ops.arcsinh", x)
}

#' @eval rd_keras("keras.ops.arctan")
#' @export
op_arctan <- function(x) {
  call_keras("keras.ops.arctan", x)
}

#' @eval rd_keras("keras.ops.arctan2")
#' @export
op_arctan2 <- function(x1, x2) {
  call_keras("keras.ops.arctan2", x1, x2)
}

#' @eval rd_keras("keras.ops.arctanh")
#' @export
op_arctanh <- function(x) {
  call_keras("keras.ops.arctanh", x)
}

#' @eval rd_keras("keras.ops.cbrt")
#' @export
op_cbrt <- function(x) {
  call_keras("keras.ops.cbrt", x)
}

#' @eval rd_keras("keras.ops.ceil")
#' @export
op_ceil <- function(x) {
  call_keras("keras.ops.ceil", x)
}

#' @eval rd_keras("keras.ops.clip")
#' @export
op_clip <- function(x, x_min, x_max) {
  call_keras(
    "keras.ops.clip",
    vector_as_tensor(x),
    as_weak_number(x_min, "x_min"),
    as_weak_number(x_max, "x_max")
  )
}

#' @eval rd_keras("keras.ops.conj")
#' @export
op_conj <- function(x) {
  call_keras("keras.ops.conj", x)
}

#' @eval rd_keras("keras.ops.conjugate")
#' @export
op_conjugate <- function(x) {
  call_keras("keras.ops.conjugate", x)
}

#' @eval rd_keras("keras.ops.cos")
#' @export
op_cos <- function(x) {
  call_keras("keras.ops.cos", x)
}

#' @eval rd_keras("keras.ops.cosh")
#' @export
op_cosh <- function(x) {
  call_keras("keras.ops.cosh", x)
}

#' @eval rd_keras("keras.ops.deg2rad")
#' @export
op_deg2rad <- function(x) {
  call_keras("keras.ops.deg2rad", x)
}

#' @eval rd_keras("keras.ops.divide")
#' @export
op_divide <- function(x1, x2) {
  call_keras("keras.ops.divide", x1, x2)
}

#' @eval rd_keras("keras.ops.divide_no_nan")
#' @export
op_divide_no_nan <- function(x1, x2) {
  call_keras("keras.ops.divide_no_nan", x1, x2)
}

#' @eval rd_keras("keras.ops.erf")
#' @export
op_erf <- function(x) {
  call_keras("keras.ops.erf", x)
}

#' @eval rd_keras("keras.ops.erfc")
#' @export
op_erfc <- function(x) {
  call_keras("keras.ops.erfc", x)
}

#' @eval rd_keras("keras.ops.erfinv")
#' @export
op_erfinv <- function(x) {
  call_keras("keras.ops.erfinv", x)
}

#' @eval rd_keras("keras.ops.exp")
#' @export
op_exp <- function(x) {
  call_keras("keras.ops.exp", x)
}

#' @eval rd_keras("keras.ops.exp2")
#' @export
op_exp2 <- function(x) {
  call_keras("keras.ops.exp2", x)
}

#' @eval rd_keras("keras.ops.expm1")
#' @export
op_expm1 <- function(x) {
  call_keras("keras.ops.expm1", x)
}

#' @eval rd_keras("keras.ops.extract_sequences")
#' @export
op_extract_sequences <- function(x, sequence_length, sequence_stride) {
  call_keras(
    "keras.ops.extract_sequences",
    vector_as_tensor(x),
    as_integer(sequence_length, "sequence_length"),
    as_integer(sequence_stride, "sequence_stride")
  )
}

#' @eval rd_keras("keras.ops.fabs")
#' @export
op_fabs <- function(x) {
  call_keras("keras.ops.fabs", x)
}

#' @eval rd_keras("keras.ops.fft")
#' @export
op_fft <- function(x) {
  call_keras("keras.ops.fft", as_tensors(x, "x"))
}

#' @eval rd_keras("keras.ops.fft2")
#' @export
op_fft2 <- function(x) {
  call_keras("keras.ops.fft2", as_tensors(x, "x"))
}

#' @eval rd_keras("keras.ops.floor")
#' @export
op_floor <- function(x) {
  call_keras("keras.ops.floor", x)
}

#' @eval rd_keras("keras.ops.floor_divide")
#' @export
op_floor_divide <- function(x1, x2) {
  call_keras("keras.ops.floor_divide", x1, x2)
}

#' @eval rd_keras("keras.ops.fmax")
#' @export
op_fmax <- function(x1, x2) {
  call_keras("keras.ops.fmax", x1, x2)
}

#' @eval rd_keras("keras.ops.fmin")
#' @export
op_fmin <- function(x1, x2) {
  call_keras("keras.ops.fmin", x1, x2)
}

#' @eval rd_keras("keras.ops.fmod")
#' @export
op_fmod <- function(x1, x2) {
  call_keras("keras.ops.fmod", x1, x2)
}

#' @eval rd_keras("keras.ops.gcd")
#' @export
op_gcd <- function(x1, x2) {
  call_keras("keras.ops.gcd", as_whole(x1, "x1"), as_whole(x2, "x2"))
}

#' @eval rd_keras("keras.ops.hypot")
#' @export
op_hypot <- function(x1, x2) {
  call_keras("keras.ops.hypot", x1, x2)
}

#' @eval rd_keras("keras.ops.i0")
#' @export
op_i0 <- function(x) {
  call_keras("keras.ops.i0", x)
}

#' @eval rd_keras("keras.ops.ifft2")
#' @export
op_ifft2 <- function(x) {
  call_keras("keras.ops.ifft2", as_tensors(x, "x"))
}

#' @eval rd_keras("keras.ops.imag")
#' @export
op_imag <- function(x) {
  call_keras("keras.ops.imag", x)
}

#' @eval rd_keras("keras.ops.irfft")
#' @export
op_irfft <- function(x, fft_length = NULL) {
  call_keras(
    "keras.ops.irfft",
    as_tensors(x, "x"),
    fft_length = as_integer(fft_length, "fft_length")
  )
}

#' @eval rd_keras("keras.ops.istft")
#' @export
op_istft <- function(
    x,
    sequence_length,
    sequence_stride,
    fft_length,
    length = NULL,
    window = "hann",
    center = TRUE
) {
  call_keras(
    "keras.ops.istft",
    as_tensors(x, "x"),
    as_integer(sequence_length, "sequence_length"),
    as_integer(sequence_stride, "sequence_stride"),
    as_integer(fft_length, "fft_length"),
    length = as_integer(length, "length"),
    window = window,
    center = as_flag(center, "center")
  )
}

#' @eval rd_keras("keras.ops.lcm")
#' @export
op_lcm <- function(x1, x2) {
  call_keras("keras.ops.lcm", as_whole(x1, "x1"), as_whole(x2, "x2"))
}

#' @eval rd_keras("keras.ops.ldexp")
#' @export
op_ldexp <- function(x1, x2) {
  call_keras("keras.ops.ldexp", x1, as_whole(x2, "x2"))
}

#' @eval rd_keras("keras.ops.log")
#' @export
op_log <- function(x) {
  call_keras("keras.ops.log", x)
}

#' @eval rd_keras("keras.ops.log10")
#' @export
op_log10 <- function(x) {
  call_keras("keras.ops.log10", x)
}

#' @eval rd_keras("keras.ops.log1p")
#' @export
op_log1p <- function(x) {
  call_keras("keras.ops.log1p", x)
}

#' @eval rd_keras("keras.ops.log2")
#' @export
op_log2 <- function(x) {
  call_keras("keras.ops.log2", x)
}

#' @eval rd_keras("keras.ops.logaddexp")
#' @export
op_logaddexp <- function(x1, x2) {
  call_keras("keras.ops.logaddexp", x1, x2)
}

#' @eval rd_keras("keras.ops.logaddexp2")
#' @export
op_logaddexp2 <- function(x1, x2) {
  call_keras("keras.ops.logaddexp2", x1, x2)
}

#' @eval rd_keras("keras.ops.logdet")
#' @export
op_logdet <- function(x) {
  call_keras("keras.ops.logdet", x)
}

#' @eval rd_keras("keras.ops.logsumexp")
#' @export
op_logsumexp <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.logsumexp",
    vector_as_tensor(x),
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.maximum")
#' @export
op_maximum <- function(x1, x2) {
  call_keras("keras.ops.maximum", x1, x2)
}

#' @eval rd_keras("keras.ops.minimum")
#' @export
op_minimum <- function(x1, x2) {
  call_keras("keras.ops.minimum", x1, x2)
}

#' @eval rd_keras("keras.ops.mod")
#' @export
op_mod <- function(x1, x2) {
  call_keras("keras.ops.mod", x1, x2)
}

#' @eval rd_keras("keras.ops.multiply")
#' @export
op_multiply <- function(x1, x2) {
  call_keras("keras.ops.multiply", x1, x2)
}

#' @eval rd_keras("keras.ops.nan_to_num")
#' @export
op_nan_to_num <- function(x, nan = 0, posinf = NULL, neginf = NULL) {
  call_keras("keras.ops.nan_to_num", x, nan = nan, posinf = posinf, neginf = neginf)
}

#' @eval rd_keras("keras.ops.negative")
#' @export
op_negative <- function(x) {
  call_keras("keras.ops.negative", x)
}

#' @eval rd_keras("keras.ops.nextafter")
#' @export
op_nextafter <- function(x1, x2) {
  call_keras("keras.ops.nextafter", x1, x2)
}

#' @eval rd_keras("keras.ops.power")
#' @export
op_power <- function(x1, x2) {
  call_keras("keras.ops.power", x1, x2)
}

#' @eval rd_keras("keras.ops.rad2deg")
#' @export
op_rad2deg <- function(x) {
  call_keras("keras.ops.rad2deg", x)
}

#' @eval rd_keras("keras.ops.real")
#' @export
op_real <- function(x) {
  call_keras("keras.ops.real", x)
}

#' @eval rd_keras("keras.ops.reciprocal")
#' @export
op_reciprocal <- function(x) {
  call_keras("keras.ops.reciprocal", x)
}

#' @eval rd_keras("keras.ops.rfft")
#' @export
op_rfft <- function(x, fft_length = NULL) {
  call_keras(
    "keras.ops.rfft",
    as_tensors(x, "x"),
    fft_length = as_integer(fft_length, "fft_length")
  )
}

#' @eval rd_keras("keras.ops.round")
#' @export
op_round <- function(x, decimals = 0L) {
  call_keras("keras.ops.round", vector_as_tensor(x), decimals = as_integer(decimals, "decimals"))
}

#' @eval rd_keras("keras.ops.rsqrt")
#' @export
op_rsqrt <- function(x) {
  call_keras("keras.ops.rsqrt", x)
}

#' @eval rd_keras("keras.ops.sign")
#' @export
op_sign <- function(x) {
  call_keras("keras.ops.sign", x)
}

#' @eval rd_keras("keras.ops.sin")
#' @export
op_sin <- function(x) {
  call_keras("keras.ops.sin", x)
}

#' @eval rd_keras("keras.ops.sinc")
#' @export
op_sinc <- function(x) {
  call_keras("keras.ops.sinc", x)
}

#' @eval rd_keras("keras.ops.sinh")
#' @export
op_sinh <- function(x) {
  call_keras("keras.ops.sinh", x)
}

#' @eval rd_keras("keras.ops.slogdet")
#' @export
op_slogdet <- function(x) {
  call_keras("keras.ops.slogdet", x)
}

#' @eval rd_keras("keras.ops.sqrt")
#' @export
op_sqrt <- function(x) {
  call_keras("keras.ops.sqrt", x)
}

#' @eval rd_keras("keras.ops.square")
#' @export
op_square <- function(x) {
  call_keras("keras.ops.square", x)
}

#' @eval rd_keras("keras.ops.stft")
#' @export
op_stft <- function(
    x,
    sequence_length,
    sequence_stride,
    fft_length,
    window = "hann",
    center = TRUE
) {
  call_keras(
    "keras.ops.stft",
    vector_as_tensor(x),
    as_integer(sequence_length, "sequence_length"),
    as_integer(sequence_stride, "sequence_stride"),
    as_integer(fft_length, "fft_length"),
    window = window,
    center = as_flag(center, "center")
  )
}

#' @eval rd_keras("keras.ops.subtract")
#' @export
op_subtract <- function(x1, x2) {
  call_keras("keras.ops.subtract", x1, x2)
}

#' @eval rd_keras("keras.ops.tan")
#' @export
op_tan <- function(x) {
  call_keras("keras.ops.tan", x)
}

#' @eval rd_keras("keras.ops.tanh")
#' @export
op_tanh <- function(x) {
  call_keras("keras.ops.tanh", x)
}

#' @eval rd_keras("keras.ops.true_divide")
#' @export
op_true_divide <- function(x1, x2) {
  call_keras("keras.ops.true_divide", x1, x2)
}

#' @eval rd_keras("keras.ops.trunc")
#' @export
op_trunc <- function(x) {
  call_keras("keras.ops.trunc", x)
}

#' @eval rd_keras("keras.ops.view_as_complex")
#' @export
op_view_as_complex <- function(x) {
  call_keras("keras.ops.view_as_complex", x)
}

#' @eval rd_keras("keras.ops.view_as_real")
#' @export
op_view_as_real <- function(x) {
  call_keras("keras.ops.view_as_real", x)
}

#' @eval rd_keras("keras.ops.adaptive_average_pool")
#' @export
op_adaptive_average_pool <- function(inputs, output_size, data_format = NULL) {
  call_keras(
    "keras.ops.adaptive_average_pool",
    to_tensor(inputs, "inputs"),
    as_integer(output_size, "output_size"),
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.batch_normalization")
#' @export
op_batch_normalization <- function(
    x,
    mean,
    variance,
    axis,
    offset = NULL,
    scale = NULL,
    epsilon = 0.001
) {
  call_keras(
    "keras.ops.batch_normalization",
    x,
    vector_as_tensor(mean, "mean"),
    vector_as_tensor(variance, "variance"),
    as_axis(axis),
    offset = vector_as_tensor(offset, "offset"),
    scale = vector_as_tensor(scale, "scale"),
    epsilon = epsilon
  )
}

#' @eval rd_keras("keras.ops.binary_crossentropy")
#' @export
op_binary_crossentropy <- function(target, output, from_logits = FALSE) {
  call_keras(
    "keras.ops.binary_crossentropy",
    target,
    output,
    from_logits = as_flag(from_logits, "from_logits")
  )
}

#' @eval rd_keras("keras.ops.categorical_crossentropy")
#' @export
op_categorical_crossentropy <- function(target, output, from_logits = FALSE, axis = -1L) {
  call_keras(
    "keras.ops.categorical_crossentropy",
    target,
    output,
    from_logits = as_flag(from_logits, "from_logits"),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.celu")
#' @export
op_celu <- function(x, alpha = 1) {
  call_keras("keras.ops.celu", x, alpha = alpha)
}

#' @eval rd_keras("keras.ops.conv")
#' @export
op_conv <- function(
    inputs,
    kernel,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L
) {
  call_keras(
    "keras.ops.conv",
    inputs,
    kernel,
    strides = as_int_tuple(strides, "strides"),
    padding = padding,
    data_format = data_format,
    dilation_rate = as_int_tuple(dilation_rate, "dilation_rate")
  )
}

#' @eval rd_keras("keras.ops.conv_transpose")
#' @export
op_conv_transpose <- function(
    inputs,
    kernel,
    strides = 1L,
    padding = "valid",
    output_padding = NULL,
    data_format = NULL,
    dilation_rate = 1L
) {
  call_keras(
    "keras.ops.conv_transpose",
    inputs,
    kernel,
    strides = as_int_tuple(strides, "strides"),
    padding = padding,
    output_padding = as_int_tuple(output_padding, "output_padding"),
    data_format = data_format,
    dilation_rate = as_int_tuple(dilation_rate, "dilation_rate")
  )
}

#' @eval rd_keras("keras.ops.ctc_decode")
#' @export
op_ctc_decode <- function(
    inputs,
    sequence_lengths,
    strategy = "greedy",
    beam_width = 100L,
    top_paths = 1L,
    merge_repeated = TRUE,
    mask_index = 1L
) {
  name_results(call_keras(
    "keras.ops.ctc_decode",
    inputs,
    as_lengths(sequence_lengths, "sequence_lengths"),
    strategy = strategy,
    beam_width = as_integer(beam_width, "beam_width"),
    top_paths = as_integer(top_paths, "top_paths"),
    merge_repeated = as_flag(merge_repeated, "merge_repeated"),
    mask_index = as_py_index(mask_index, "mask_index")
  ), result_names[["keras.ops.ctc_decode"]])
}

#' @eval rd_keras("keras.ops.ctc_loss")
#' @export
op_ctc_loss <- function(target, output, target_length, output_length, mask_index = 1L) {
  call_keras(
    "keras.ops.ctc_loss",
    as_whole(target, "target"),
    output,
    as_lengths(target_length, "target_length"),
    as_lengths(output_length, "output_length"),
    mask_index = as_py_index(mask_index, "mask_index")
  )
}

#' @eval rd_keras("keras.ops.depth_to_space")
#' @export
op_depth_to_space <- function(x, block_size, data_format = "channels_last") {
  call_keras(
    "keras.ops.depth_to_space",
    x,
    as_integer(block_size, "block_size"),
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.depthwise_conv")
#' @export
op_depthwise_conv <- function(
    inputs,
    kernel,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L
) {
  call_keras(
    "keras.ops.depthwise_conv",
    inputs,
    kernel,
    strides = as_int_tuple(strides, "strides"),
    padding = padding,
    data_format = data_format,
    dilation_rate = as_int_tuple(dilation_rate, "dilation_rate")
  )
}

#' @eval rd_keras("keras.ops.dot_product_attention")
#' @export
op_dot_product_attention <- function(
    query,
    key,
    value,
    bias = NULL,
    mask = NULL,
    scale = NULL,
    is_causal = FALSE,
    flash_attention = NULL,
    attn_logits_soft_cap = NULL
) {
  call_keras(
    "keras.ops.dot_product_attention",
    query,
    key,
    value,
    bias = bias,
    mask = mask,
    scale = scale,
    is_causal = as_flag(is_causal, "is_causal"),
    flash_attention = flash_attention,
    attn_logits_soft_cap = attn_logits_soft_cap
  )
}

#' @eval rd_keras("keras.ops.elu")
#' @export
op_elu <- function(x, alpha = 1) {
  call_keras("keras.ops.elu", x, alpha = alpha)
}

#' @eval rd_keras("keras.ops.fold")
#' @export
op_fold <- function(x, output_size, kernel_size, dilation = 1L, padding = 0L, stride = 1L) {
  call_keras(
    "keras.ops.fold",
    x,
    as_int_tuple(output_size, "output_size"),
    as_int_tuple(kernel_size, "kernel_size"),
    dilation = as_int_tuple(dilation, "dilation"),
    padding = as_int_tuple(padding, "padding"),
    stride = as_int_tuple(stride, "stride")
  )
}

#' @eval rd_keras("keras.ops.gelu")
#' @export
op_gelu <- function(x, approximate = TRUE) {
  call_keras("keras.ops.gelu", x, approximate = as_flag(approximate, "approximate"))
}

#' @eval rd_keras("keras.ops.glu")
#' @export
op_glu <- function(x, axis = -1L) {
  call_keras("keras.ops.glu", vector_as_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.hard_shrink")
#' @export
op_hard_shrink <- function(x, threshold = 0.5) {
  call_keras("keras.ops.hard_shrink", to_tensor(x), threshold = threshold)
}

#' @eval rd_keras("keras.ops.hard_sigmoid")
#' @export
op_hard_sigmoid <- function(x) {
  call_keras("keras.ops.hard_sigmoid", x)
}

#' @eval rd_keras("keras.ops.hard_silu")
#' @export
op_hard_silu <- function(x) {
  call_keras("keras.ops.hard_silu", x)
}

#' @eval rd_keras("keras.ops.hard_swish")
#' @export
op_hard_swish <- function(x) {
  call_keras("keras.ops.hard_swish", x)
}

#' @eval rd_keras("keras.ops.hard_tanh")
#' @export
op_hard_tanh <- function(x) {
  call_keras("keras.ops.hard_tanh", x)
}

#' @eval rd_keras("keras.ops.layer_normalization")
#' @export
op_layer_normalization <- function(x, gamma = NULL, beta = NULL, axis = -1L, epsilon = NULL, ...) {
  call_keras(
    "keras.ops.layer_normalization",
    vector_as_tensor(x),
    gamma = vector_as_tensor(gamma, "gamma"),
    beta = vector_as_tensor(beta, "beta"),
    axis = as_axis(axis),
    epsilon = epsilon,
    ...
  )
}

#' @eval rd_keras("keras.ops.leaky_relu")
#' @export
op_leaky_relu <- function(x, negative_slope = 0.2) {
  call_keras("keras.ops.leaky_relu", x, negative_slope = negative_slope)
}

#' @eval rd_keras("keras.ops.log_sigmoid")
#' @export
op_log_sigmoid <- function(x) {
  call_keras("keras.ops.log_sigmoid", x)
}

#' @eval rd_keras("keras.ops.log_softmax")
#' @export
op_log_softmax <- function(x, axis = -1L) {
  call_keras("keras.ops.log_softmax", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.moments")
#' @export
op_moments <- function(x, axes, keepdims = FALSE, synchronized = FALSE) {
  name_results(call_keras(
    "keras.ops.moments",
    x,
    as_axes(axes),
    keepdims = as_flag(keepdims, "keepdims"),
    synchronized = as_flag(synchronized, "synchronized")
  ), result_names[["keras.ops.moments"]])
}

#' @eval rd_keras("keras.ops.normalize")
#' @export
op_normalize <- function(x, axis = -1L, order = 2L, epsilon = NULL) {
  call_keras(
    "keras.ops.normalize",
    x,
    axis = as_axis(axis),
    order = as_integer(order, "order"),
    epsilon = epsilon
  )
}

#' @eval rd_keras("keras.ops.polar")
#' @export
op_polar <- function(abs_, angle) {
  call_keras("keras.ops.polar", abs_, angle)
}

#' @eval rd_keras("keras.ops.psnr")
#' @export
op_psnr <- function(x1, x2, max_val) {
  call_keras("keras.ops.psnr", vector_as_tensor(x1, "x1"), vector_as_tensor(x2, "x2"), max_val)
}

#' @eval rd_keras("keras.ops.relu")
#' @export
op_relu <- function(x) {
  call_keras("keras.ops.relu", x)
}

#' @eval rd_keras("keras.ops.relu6")
#' @export
op_relu6 <- function(x) {
  call_keras("keras.ops.relu6", x)
}

#' @eval rd_keras("keras.ops.rms_normalization")
#' @export
op_rms_normalization <- function(x, scale = NULL, axis = -1L, epsilon = NULL) {
  call_keras(
    "keras.ops.rms_normalization",
    vector_as_tensor(x),
    scale = vector_as_tensor(scale, "scale"),
    axis = as_axis(axis),
    epsilon = epsilon
  )
}

#' @eval rd_keras("keras.ops.selu")
#' @export
op_selu <- function(x) {
  call_keras("keras.ops.selu", x)
}

#' @eval rd_keras("keras.ops.separable_conv")
#' @export
op_separable_conv <- function(
    inputs,
    depthwise_kernel,
    pointwise_kernel,
    strides = 1L,
    padding = "valid",
    data_format = NULL,
    dilation_rate = 1L
) {
  call_keras(
    "keras.ops.separable_conv",
    inputs,
    depthwise_kernel,
    pointwise_kernel,
    strides = as_int_tuple(strides, "strides"),
    padding = padding,
    data_format = data_format,
    dilation_rate = as_int_tuple(dilation_rate, "dilation_rate")
  )
}

#' @eval rd_keras("keras.ops.sigmoid")
#' @export
op_sigmoid <- function(x) {
  call_keras("keras.ops.sigmoid", x)
}

#' @eval rd_keras("keras.ops.silu")
#' @export
op_silu <- function(x) {
  call_keras("keras.ops.silu", x)
}

#' @eval rd_keras("keras.ops.soft_shrink")
#' @export
op_soft_shrink <- function(x, threshold = 0.5) {
  call_keras("keras.ops.soft_shrink", to_tensor(x), threshold = threshold)
}

#' @eval rd_keras("keras.ops.softmax")
#' @export
op_softmax <- function(x, axis = -1L) {
  call_keras("keras.ops.softmax", vector_as_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.softplus")
#' @export
op_softplus <- function(x) {
  call_keras("keras.ops.softplus", x)
}

#' @eval rd_keras("keras.ops.softsign")
#' @export
op_softsign <- function(x) {
  call_keras("keras.ops.softsign", x)
}

#' @eval rd_keras("keras.ops.space_to_depth")
#' @export
op_space_to_depth <- function(x, block_size, data_format = "channels_last") {
  call_keras(
    "keras.ops.space_to_depth",
    x,
    as_integer(block_size, "block_size"),
    data_format = data_format
  )
}

#' @eval rd_keras("keras.ops.sparse_categorical_crossentropy")
#' @export
op_sparse_categorical_crossentropy <- function(target, output, from_logits = FALSE, axis = -1L) {
  call_keras(
    "keras.ops.sparse_categorical_crossentropy",
    as_labels(target, "target"),
    output,
    from_logits = as_flag(from_logits, "from_logits"),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.sparse_plus")
#' @export
op_sparse_plus <- function(x) {
  call_keras("keras.ops.sparse_plus", to_tensor(x))
}

#' @eval rd_keras("keras.ops.sparse_sigmoid")
#' @export
op_sparse_sigmoid <- function(x) {
  call_keras("keras.ops.sparse_sigmoid", x)
}

#' @eval rd_keras("keras.ops.sparsemax")
#' @export
op_sparsemax <- function(x, axis = -1L) {
  call_keras("keras.ops.sparsemax", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.squareplus")
#' @export
op_squareplus <- function(x, b = 4L) {
  call_keras("keras.ops.squareplus", x, b = b)
}

#' @eval rd_keras("keras.ops.swish")
#' @export
op_swish <- function(x) {
  call_keras("keras.ops.swish", x)
}

#' @eval rd_keras("keras.ops.tanh_shrink")
#' @export
op_tanh_shrink <- function(x) {
  call_keras("keras.ops.tanh_shrink", to_tensor(x))
}

#' @eval rd_keras("keras.ops.threshold")
#' @export
op_threshold <- function(x, threshold, default_value) {
  call_keras("keras.ops.threshold", to_tensor(x), threshold, default_value)
}

#' @eval rd_keras("keras.ops.unfold")
#' @export
op_unfold <- function(x, kernel_size, dilation = 1L, padding = 0L, stride = 1L) {
  call_keras(
    "keras.ops.unfold",
    x,
    as_int_tuple(kernel_size, "kernel_size"),
    dilation = as_int_tuple(dilation, "dilation"),
    padding = as_int_tuple(padding, "padding"),
    stride = as_int_tuple(stride, "stride")
  )
}

#' @eval rd_keras("keras.ops.amax")
#' @export
op_amax <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.amax",
    vector_as_tensor(x),
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.amin")
#' @export
op_amin <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.amin",
    vector_as_tensor(x),
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.argmax")
#' @export
op_argmax <- function(x, axis = NULL, keepdims = FALSE, zero_indexed = FALSE) {
  as_positions(call_keras(
    "keras.ops.argmax",
    x,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.ops.argmin")
#' @export
op_argmin <- function(x, axis = NULL, keepdims = FALSE, zero_indexed = FALSE) {
  as_positions(call_keras(
    "keras.ops.argmin",
    x,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.ops.average")
#' @export
op_average <- function(x, axis = NULL, weights = NULL) {
  call_keras("keras.ops.average", x, axis = as_axis(axis), weights = weights)
}

#' @eval rd_keras("keras.ops.bincount")
#' @export
op_bincount <- function(x, weights = NULL, minlength = 0L, sparse = FALSE) {
  call_keras(
    "keras.ops.bincount",
    as_labels(x),
    weights = vector_as_tensor(weights, "weights"),
    minlength = as_integer(minlength, "minlength"),
    sparse = as_flag(sparse, "sparse")
  )
}

#' @eval rd_keras("keras.ops.corrcoef")
#' @export
op_corrcoef <- function(x) {
  call_keras("keras.ops.corrcoef", vector_as_tensor(x))
}

#' @eval rd_keras("keras.ops.correlate")
#' @export
op_correlate <- function(x1, x2, mode = "valid") {
  call_keras("keras.ops.correlate", x1, x2, mode = mode)
}

#' @eval rd_keras("keras.ops.count_nonzero")
#' @export
op_count_nonzero <- function(x, axis = NULL) {
  call_keras("keras.ops.count_nonzero", vector_as_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.cumprod")
#' @export
op_cumprod <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.cumprod", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.cumsum")
#' @export
op_cumsum <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.cumsum", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.diff")
#' @export
op_diff <- function(a, n = 1L, axis = -1L) {
  call_keras("keras.ops.diff", a, n = as_integer(n, "n"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.histogram")
#' @export
op_histogram <- function(x, bins = 10L, range = NULL) {
  call_keras(
    "keras.ops.histogram",
    x,
    bins = as_integer(bins, "bins"),
    range = as_tuple(range, "range")
  )
}

#' @eval rd_keras("keras.ops.max")
#' @export
op_max <- function(x, axis = NULL, keepdims = FALSE, initial = NULL) {
  call_keras(
    "keras.ops.max",
    x,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims"),
    initial = initial
  )
}

#' @eval rd_keras("keras.ops.mean")
#' @export
op_mean <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.mean", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.median")
#' @export
op_median <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.median", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.min")
#' @export
op_min <- function(x, axis = NULL, keepdims = FALSE, initial = NULL) {
  call_keras(
    "keras.ops.min",
    x,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims"),
    initial = initial
  )
}

#' @eval rd_keras("keras.ops.nancumprod")
#' @export
op_nancumprod <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.nancumprod", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.nancumsum")
#' @export
op_nancumsum <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.nancumsum", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.nanmax")
#' @export
op_nanmax <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmax", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.nanmean")
#' @export
op_nanmean <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmean", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.nanmedian")
#' @export
op_nanmedian <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras(
    "keras.ops.nanmedian",
    x,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.nanmin")
#' @export
op_nanmin <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmin", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.nanpercentile")
#' @export
op_nanpercentile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.nanpercentile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.nanprod")
#' @export
op_nanprod <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanprod", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.nanquantile")
#' @export
op_nanquantile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.nanquantile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.nanstd")
#' @export
op_nanstd <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanstd", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.nansum")
#' @export
op_nansum <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nansum", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.nanvar")
#' @export
op_nanvar <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanvar", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.percentile")
#' @export
op_percentile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.percentile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.prod")
#' @export
op_prod <- function(x, axis = NULL, keepdims = FALSE, dtype = NULL) {
  call_keras(
    "keras.ops.prod",
    x,
    axis = as_axis(axis),
    keepdims = as_flag(keepdims, "keepdims"),
    dtype = dtype
  )
}

#' @eval rd_keras("keras.ops.ptp")
#' @export
op_ptp <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.ptp", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.quantile")
#' @export
op_quantile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.quantile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = as_flag(keepdims, "keepdims")
  )
}

#' @eval rd_keras("keras.ops.std")
#' @export
op_std <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.std", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.sum")
#' @export
op_sum <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.sum", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.trapezoid")
#' @export
op_trapezoid <- function(y, x = NULL, dx = 1, axis = -1L) {
  call_keras("keras.ops.trapezoid", y, x = x, dx = dx, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.var")
#' @export
op_var <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.var", x, axis = as_axis(axis), keepdims = as_flag(keepdims, "keepdims"))
}

#' @eval rd_keras("keras.ops.append")
#' @export
op_append <- function(x1, x2, axis = NULL) {
  call_keras("keras.ops.append", x1, x2, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.argpartition")
#' @export
op_argpartition <- function(x, kth, axis = -1L, zero_indexed = FALSE) {
  as_positions(call_keras(
    "keras.ops.argpartition",
    vector_as_tensor(x),
    as_index(kth, "kth"),
    axis = as_axis(axis)
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.ops.argsort")
#' @export
op_argsort <- function(x, axis = -1L, zero_indexed = FALSE) {
  as_positions(call_keras(
    "keras.ops.argsort",
    x,
    axis = as_axis(axis)
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.ops.array_split")
#' @export
op_array_split <- function(x, indices_or_sections, axis = 1L) {
  call_keras(
    "keras.ops.array_split",
    vector_as_tensor(x),
    as_pieces(indices_or_sections),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.broadcast_to")
#' @export
op_broadcast_to <- function(x, shape) {
  call_keras("keras.ops.broadcast_to", x, as_shape(shape))
}

#' @eval rd_keras("keras.ops.concatenate")
#' @export
op_concatenate <- function(xs, axis = 1L) {
  call_keras("keras.ops.concatenate", as_tensors(xs), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.diag")
#' @export
op_diag <- function(x, k = 0L) {
  call_keras("keras.ops.diag", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.diagflat")
#' @export
op_diagflat <- function(x, k = 0L) {
  call_keras("keras.ops.diagflat", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.diagonal")
#' @export
op_diagonal <- function(x, offset = 0L, axis1 = 1L, axis2 = 2L) {
  call_keras(
    "keras.ops.diagonal",
    x,
    offset = as_integer(offset, "offset"),
    axis1 = as_axis(axis1, "axis1"),
    axis2 = as_axis(axis2, "axis2")
  )
}

#' @eval rd_keras("keras.ops.digitize")
#' @export
op_digitize <- function(x, bins, zero_indexed = FALSE) {
  as_positions(call_keras(
    "keras.ops.digitize",
    as_single(x),
    bins
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.ops.dsplit")
#' @export
op_dsplit <- function(x, indices_or_sections) {
  call_keras("keras.ops.dsplit", vector_as_tensor(x), as_pieces(indices_or_sections))
}

#' @eval rd_keras("keras.ops.expand_dims")
#' @export
op_expand_dims <- function(x, axis) {
  call_keras("keras.ops.expand_dims", x, as_axis(axis))
}

#' @eval rd_keras("keras.ops.flip")
#' @export
op_flip <- function(x, axis = NULL) {
  call_keras("keras.ops.flip", vector_as_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.fliplr")
#' @export
op_fliplr <- function(x) {
  call_keras("keras.ops.fliplr", x)
}

#' @eval rd_keras("keras.ops.flipud")
#' @export
op_flipud <- function(x) {
  call_keras("keras.ops.flipud", x)
}

#' @eval rd_keras("keras.ops.hsplit")
#' @export
op_hsplit <- function(x, indices_or_sections) {
  call_keras("keras.ops.hsplit", vector_as_tensor(x), as_pieces(indices_or_sections))
}

#' @eval rd_keras("keras.ops.moveaxis")
#' @export
op_moveaxis <- function(x, source, destination) {
  call_keras(
    "keras.ops.moveaxis",
    x,
    as_axis(source, "source"),
    as_axis(destination, "destination")
  )
}

#' @eval rd_keras("keras.ops.ndim")
#' @export
op_ndim <- function(x) {
  call_keras("keras.ops.ndim", x)
}

#' @eval rd_keras("keras.ops.ravel")
#' @export
op_ravel <- function(x) {
  call_keras("keras.ops.ravel", x)
}

#' @eval rd_keras("keras.ops.repeat")
#' @export
op_repeat <- function(x, repeats, axis = NULL) {
  call_keras("keras.ops.repeat", x, as_counts(repeats), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.reshape")
#' @export
op_reshape <- function(x, newshape) {
  call_keras("keras.ops.reshape", x, as_new_shape(newshape))
}

#' @eval rd_keras("keras.ops.roll")
#' @export
op_roll <- function(x, shift, axis = NULL) {
  call_keras("keras.ops.roll", vector_as_tensor(x), as_whole(shift, "shift"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.rot90")
#' @export
op_rot90 <- function(array, k = 1L, axes = 1:2) {
  call_keras("keras.ops.rot90", array, k = as_integer(k, "k"), axes = as_axes(axes))
}

#' @eval rd_keras("keras.ops.searchsorted")
#' @export
op_searchsorted <- function(sorted_sequence, values, side = "left", zero_indexed = FALSE) {
  as_positions(call_keras(
    "keras.ops.searchsorted",
    vector_as_tensor(sorted_sequence, "sorted_sequence"),
    vector_as_tensor(values, "values"),
    side = side
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.ops.segment_max")
#' @export
op_segment_max <- function(data, segment_ids, num_segments = NULL, sorted = FALSE) {
  call_keras(
    "keras.ops.segment_max",
    vector_as_tensor(data, "data"),
    as_segments(segment_ids),
    num_segments = as_integer(num_segments, "num_segments"),
    sorted = as_flag(sorted, "sorted")
  )
}

#' @eval rd_keras("keras.ops.segment_min")
#' @export
op_segment_min <- function(data, segment_ids, num_segments = NULL, sorted = FALSE) {
  call_keras(
    "keras.ops.segment_min",
    vector_as_tensor(data, "data"),
    as_segments(segment_ids),
    num_segments = as_integer(num_segments, "num_segments"),
    sorted = as_flag(sorted, "sorted")
  )
}

#' @eval rd_keras("keras.ops.segment_prod")
#' @export
op_segment_prod <- function(data, segment_ids, num_segments = NULL, sorted = FALSE) {
  call_keras(
    "keras.ops.segment_prod",
    vector_as_tensor(data, "data"),
    as_segments(segment_ids),
    num_segments = as_integer(num_segments, "num_segments"),
    sorted = as_flag(sorted, "sorted")
  )
}

#' @eval rd_keras("keras.ops.segment_sum")
#' @export
op_segment_sum <- function(data, segment_ids, num_segments = NULL, sorted = FALSE) {
  call_keras(
    "keras.ops.segment_sum",
    vector_as_tensor(data, "data"),
    as_segments(segment_ids),
    num_segments = as_integer(num_segments, "num_segments"),
    sorted = as_flag(sorted, "sorted")
  )
}

#' @eval rd_keras("keras.ops.size")
#' @export
op_size <- function(x) {
  call_keras("keras.ops.size", x)
}

#' @eval rd_keras("keras.ops.sort")
#' @export
op_sort <- function(x, axis = -1L) {
  call_keras("keras.ops.sort", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.split")
#' @export
op_split <- function(x, indices_or_sections, axis = 1L) {
  call_keras(
    "keras.ops.split",
    vector_as_tensor(x),
    as_pieces(indices_or_sections),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.squeeze")
#' @export
op_squeeze <- function(x, axis = NULL) {
  call_keras("keras.ops.squeeze", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.stack")
#' @export
op_stack <- function(x, axis = 1L) {
  call_keras("keras.ops.stack", as_tensors(x, "x"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.swapaxes")
#' @export
op_swapaxes <- function(x, axis1, axis2) {
  call_keras("keras.ops.swapaxes", x, as_axis(axis1, "axis1"), as_axis(axis2, "axis2"))
}

#' @eval rd_keras("keras.ops.tile")
#' @export
op_tile <- function(x, repeats) {
  call_keras("keras.ops.tile", vector_as_tensor(x), as_whole(repeats, "repeats"))
}

#' @eval rd_keras("keras.ops.transpose")
#' @export
op_transpose <- function(x, axes = NULL) {
  call_keras("keras.ops.transpose", x, axes = as_axes(axes))
}

#' @eval rd_keras("keras.ops.tril")
#' @export
op_tril <- function(x, k = 0L) {
  call_keras("keras.ops.tril", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.triu")
#' @export
op_triu <- function(x, k = 0L) {
  call_keras("keras.ops.triu", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.view")
#' @export
op_view <- function(x, dtype = NULL) {
  call_keras("keras.ops.view", x, dtype = dtype)
}

#' @eval rd_keras("keras.ops.vsplit")
#' @export
op_vsplit <- function(x, indices_or_sections) {
  call_keras("keras.ops.vsplit", vector_as_tensor(x), as_pieces(indices_or_sections))
}

#' @eval rd_keras("keras.ops.array")
#' @export
op_array <- function(x, dtype = NULL) {
  call_keras("keras.ops.array", as_doubles(x, "x"), dtype = dtype)
}

#' @eval rd_keras("keras.ops.bartlett")
#' @export
op_bartlett <- function(x) {
  call_keras("keras.ops.bartlett", as_integer(x))
}

#' @eval rd_keras("keras.ops.blackman")
#' @export
op_blackman <- function(x) {
  call_keras("keras.ops.blackman", as_integer(x))
}

#' @eval rd_keras("keras.ops.copy")
#' @export
op_copy <- function(x) {
  call_keras("keras.ops.copy", x)
}

#' @eval rd_keras("keras.ops.empty")
#' @export
op_empty <- function(shape, dtype = NULL) {
  call_keras("keras.ops.empty", as_shape(shape), dtype = dtype)
}

#' @eval rd_keras("keras.ops.empty_like")
#' @export
op_empty_like <- function(x, dtype = NULL) {
  call_keras("keras.ops.empty_like", vector_as_tensor(x), dtype = dtype)
}

#' @eval rd_keras("keras.ops.eye")
#' @export
op_eye <- function(N, M = NULL, k = 0L, dtype = NULL) {
  call_keras(
    "keras.ops.eye",
    as_integer(N, "N"),
    M = as_integer(M, "M"),
    k = as_integer(k, "k"),
    dtype = dtype
  )
}

#' @eval rd_keras("keras.ops.full")
#' @export
op_full <- function(shape, fill_value, dtype = NULL) {
  call_keras("keras.ops.full", as_shape(shape), fill_value, dtype = dtype)
}

#' @eval rd_keras("keras.ops.full_like")
#' @export
op_full_like <- function(x, fill_value, dtype = NULL) {
  call_keras("keras.ops.full_like", vector_as_tensor(x), fill_value, dtype = dtype)
}

#' @eval rd_keras("keras.ops.geomspace")
#' @export
op_geomspace <- function(start, stop, num = 50L, endpoint = TRUE, dtype = NULL, axis = 1L) {
  call_keras(
    "keras.ops.geomspace",
    start,
    stop,
    num = as_integer(num, "num"),
    endpoint = as_flag(endpoint, "endpoint"),
    dtype = dtype,
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.hamming")
#' @export
op_hamming <- function(x) {
  call_keras("keras.ops.hamming", as_integer(x))
}

#' @eval rd_keras("keras.ops.hanning")
#' @export
op_hanning <- function(x) {
  call_keras("keras.ops.hanning", as_integer(x))
}

#' @eval rd_keras("keras.ops.identity")
#' @export
op_identity <- function(n, dtype = NULL) {
  call_keras("keras.ops.identity", as_integer(n, "n"), dtype = dtype)
}

#' @eval rd_keras("keras.ops.kaiser")
#' @export
op_kaiser <- function(x, beta) {
  call_keras("keras.ops.kaiser", as_integer(x), beta)
}

#' @eval rd_keras("keras.ops.linspace")
#' @export
op_linspace <- function(
    start,
    stop,
    num = 50L,
    endpoint = TRUE,
    retstep = FALSE,
    dtype = NULL,
    axis = 1L
) {
  call_keras(
    "keras.ops.linspace",
    vector_as_tensor(start, "start"),
    vector_as_tensor(stop, "stop"),
    num = as_integer(num, "num"),
    endpoint = as_flag(endpoint, "endpoint"),
    retstep = as_flag(retstep, "retstep"),
    dtype = dtype,
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.logspace")
#' @export
op_logspace <- function(
    start,
    stop,
    num = 50L,
    endpoint = TRUE,
    base = 10L,
    dtype = NULL,
    axis = 1L
) {
  call_keras(
    "keras.ops.logspace",
    vector_as_tensor(start, "start"),
    vector_as_tensor(stop, "stop"),
    num = as_integer(num, "num"),
    endpoint = as_flag(endpoint, "endpoint"),
    base = base,
    dtype = dtype,
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.ones")
#' @export
op_ones <- function(shape, dtype = NULL) {
  call_keras("keras.ops.ones", as_shape(shape), dtype = dtype)
}

#' @eval rd_keras("keras.ops.ones_like")
#' @export
op_ones_like <- function(x, dtype = NULL) {
  call_keras("keras.ops.ones_like", vector_as_tensor(x), dtype = dtype)
}

#' @eval rd_keras("keras.ops.tri")
#' @export
op_tri <- function(N, M = NULL, k = 0L, dtype = NULL) {
  call_keras(
    "keras.ops.tri",
    as_integer(N, "N"),
    M = as_integer(M, "M"),
    k = as_integer(k, "k"),
    dtype = dtype
  )
}

#' @eval rd_keras("keras.ops.vander")
#' @export
op_vander <- function(x, N = NULL, increasing = FALSE) {
  call_keras(
    "keras.ops.vander",
    vector_as_tensor(x),
    N = as_integer(N, "N"),
    increasing = as_flag(increasing, "increasing")
  )
}

#' @eval rd_keras("keras.ops.zeros")
#' @export
op_zeros <- function(shape, dtype = NULL) {
  call_keras("keras.ops.zeros", as_shape(shape), dtype = dtype)
}

#' @eval rd_keras("keras.ops.zeros_like")
#' @export
op_zeros_like <- function(x, dtype = NULL) {
  call_keras("keras.ops.zeros_like", vector_as_tensor(x), dtype = dtype)
}
