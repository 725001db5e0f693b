# keras.utils, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.utils.pad_sequences")
#' @export
pad_sequences <- function(
    sequences,
    maxlen = NULL,
    dtype = "int32",
    padding = "pre",
    truncating = "pre",
    value = 0
) {
  call_keras(
    "keras.utils.pad_sequences",
    as_sequences(sequences),
    maxlen = as_integer(maxlen, "maxlen"),
    dtype = as_object_type(dtype),
    padding = padding,
    truncating = truncating,
    value = value
  )
}

#' @eval rd_keras("keras.utils.image_dataset_from_directory")
#' @export
image_dataset_from_directory <- function(
    directory,
    labels = "inferred",
    label_mode = "int",
    class_names = NULL,
    color_mode = "rgb",
    batch_size = 32L,
    image_size = c(256L, 256L),
    shuffle = TRUE,
    seed = NULL,
    validation_split = NULL,
    subset = NULL,
    interpolation = "bilinear",
    follow_links = FALSE,
    crop_to_aspect_ratio = FALSE,
    pad_to_aspect_ratio = FALSE,
    data_format = NULL,
    format = "tf",
    verbose = TRUE
) {
  dataset_of_files(call_keras(
    "keras.utils.image_dataset_from_directory",
    as_path(directory, "directory"),
    labels = as_class_labels(labels),
    label_mode = label_mode,
    class_names = as_sequence(class_names, "class_names"),
    color_mode = color_mode,
    batch_size = as_integer(batch_size, "batch_size"),
    image_size = as_integer(image_size, "image_size"),
    shuffle = as_flag(shuffle, "shuffle"),
    seed = as_integer(seed, "seed"),
    validation_split = validation_split,
    subset = subset,
    interpolation = interpolation,
    follow_links = as_flag(follow_links, "follow_links"),
    crop_to_aspect_ratio = as_flag(crop_to_aspect_ratio, "crop_to_aspect_ratio"),
    pad_to_aspect_ratio = as_flag(pad_to_aspect_ratio, "pad_to_aspect_ratio"),
    data_format = data_format,
    format = format,
    verbose = as_flag(verbose, "verbose")
  ), labels, label_mode)
}

#' @eval rd_keras("keras.utils.text_dataset_from_directory")
#' @export
text_dataset_from_directory <- function(
    directory,
    labels = "inferred",
    label_mode = "int",
    class_names = NULL,
    batch_size = 32L,
    max_length = NULL,
    shuffle = TRUE,
    seed = NULL,
    validation_split = NULL,
    subset = NULL,
    follow_links = FALSE,
    format = "tf",
    verbose = TRUE
) {
  dataset_of_files(call_keras(
    "keras.utils.text_dataset_from_directory",
    as_path(directory, "directory"),
    labels = as_class_labels(labels),
    label_mode = label_mode,
    class_names = as_sequence(class_names, "class_names"),
    batch_size = as_integer(batch_size, "batch_size"),
    max_length = as_integer(max_length, "max_length"),
    shuffle = as_flag(shuffle, "shuffle"),
    seed = as_integer(seed, "seed"),
    validation_split = validation_split,
    subset = subset,
    follow_links = as_flag(follow_links, "follow_links"),
    format = format,
    verbose = as_flag(verbose, "verbose")
  ), labels, label_mode)
}

#' @eval rd_keras("keras.utils.audio_dataset_from_directory")
#' @export
audio_dataset_from_directory <- function(
    directory,
    labels = "inferred",
    label_mode = "int",
    class_names = NULL,
    batch_size = 32L,
    sampling_rate = NULL,
    output_sequence_length = NULL,
    ragged = FALSE,
    shuffle = TRUE,
    seed = NULL,
    validation_split = NULL,
    subset = NULL,
    follow_links = FALSE,
    verbose = TRUE
) {
  dataset_of_files(call_keras(
    "keras.utils.audio_dataset_from_directory",
    as_path(directory, "directory"),
    labels = as_class_labels(labels),
    label_mode = label_mode,
    class_names = as_sequence(class_names, "class_names"),
    batch_size = as_integer(batch_size, "batch_size"),
    sampling_rate = as_integer(sampling_rate, "sampling_rate"),
    output_sequence_length = as_integer(output_sequence_length, "output_sequence_length"),
    ragged = as_flag(ragged, "ragged"),
    shuffle = as_flag(shuffle, "shuffle"),
    seed = as_integer(seed, "seed"),
    validation_split = validation_split,
    subset = subset,
    follow_links = as_flag(follow_links, "follow_links"),
    verbose = as_flag(verbose, "verbose")
  ), labels, label_mode)
}

#' @eval rd_keras("keras.utils.load_img")
#' @export
image_load <- function(
    path,
    color_mode = "rgb",
    target_size = NULL,
    interpolation = "nearest",
    keep_aspect_ratio = FALSE
) {
  call_keras(
    "keras.utils.load_img",
    as_path(path),
    color_mode = color_mode,
    target_size = as_integer(target_size, "target_size"),
    interpolation = interpolation,
    keep_aspect_ratio = as_flag(keep_aspect_ratio, "keep_aspect_ratio")
  )
}

#' @eval rd_keras("keras.utils.img_to_array")
#' @export
image_to_array <- function(img, data_format = NULL, dtype = NULL) {
  call_keras("keras.utils.img_to_array", img, data_format = data_format, dtype = dtype)
}

#' @eval rd_keras("keras.utils.array_to_img")
#' @export
image_from_array <- function(x, data_format = NULL, scale = TRUE, dtype = NULL) {
  call_keras(
    "keras.utils.array_to_img",
    x,
    data_format = data_format,
    scale = as_flag(scale, "scale"),
    dtype = dtype
  )
}

#' @eval rd_keras("keras.preprocessing.image.smart_resize")
#' @export
image_smart_resize <- function(
    x,
    size,
    interpolation = "bilinear",
    data_format = "channels_last",
    ...,
    backend_module = NULL
) {
  call_keras(
    "keras.preprocessing.image.smart_resize",
    x,
    as_integer(size, "size"),
    interpolation = interpolation,
    data_format = data_format,
    ...,
    backend_module = backend_module
  )
}

#' @eval rd_keras("keras.utils.get_source_inputs")
#' @export
get_source_inputs <- function(tensor) {
  call_keras("keras.utils.get_source_inputs", tensor)
}

#' @eval rd_keras("keras.utils.is_keras_tensor")
#' @export
is_keras_tensor <- function(x) {
  call_keras("keras.utils.is_keras_tensor", x)
}

#' @eval rd_keras("keras.utils.pack_x_y_sample_weight")
#' @export
pack_x_y_sample_weight <- function(x, y = NULL, sample_weight = NULL) {
  call_keras("keras.utils.pack_x_y_sample_weight", x, y = y, sample_weight = sample_weight)
}

#' @eval rd_keras("keras.utils.unpack_x_y_sample_weight")
#' @export
unpack_x_y_sample_weight <- function(data) {
  call_keras("keras.utils.unpack_x_y_sample_weight", data)
}

#' @eval rd_keras("keras.Variable")
#' @export
keras_variable <- function(
    initializer,
    shape = NULL,
    dtype = NULL,
    trainable = TRUE,
    autocast = TRUE,
    aggregation = "none",
    synchronization = "auto",
    name = NULL,
    layout = NULL,
    ...
) {
  create_keras("keras.Variable", capture_args(
    initializer = as_start,
    shape = shape_tuple,
    trainable = as_flag,
    autocast = as_flag,
    aggregation = one_string,
    synchronization = one_string
  ))
}

#' @eval rd_keras("keras.saving.KerasFileEditor")
#' @export
keras_file_editor <- function(filepath) {
  create_keras("keras.saving.KerasFileEditor", capture_args(filepath = existing_path))
}

#' @eval rd_keras("keras.utils.bounding_boxes.clip_to_image_size")
#' @export
bounding_boxes_clip_to_image_size <- function(
    bounding_boxes,
    height = NULL,
    width = NULL,
    bounding_box_format = "xyxy"
) {
  call_keras(
    "keras.utils.bounding_boxes.clip_to_image_size",
    as_boxes(bounding_boxes, "bounding_boxes"),
    height = height,
    width = width,
    bounding_box_format = bounding_box_format
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.compute_ciou")
#' @export
bounding_boxes_compute_ciou <- function(boxes1, boxes2, bounding_box_format, image_shape = NULL) {
  call_keras(
    "keras.utils.bounding_boxes.compute_ciou",
    as_boxes(boxes1, "boxes1"),
    as_boxes(boxes2, "boxes2"),
    bounding_box_format,
    image_shape = as_integer(image_shape, "image_shape")
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.compute_iou")
#' @export
bounding_boxes_compute_iou <- function(
    boxes1,
    boxes2,
    bounding_box_format,
    use_masking = FALSE,
    mask_val = -1L,
    image_shape = NULL
) {
  call_keras(
    "keras.utils.bounding_boxes.compute_iou",
    as_boxes(boxes1, "boxes1"),
    as_boxes(boxes2, "boxes2"),
    bounding_box_format,
    use_masking = as_flag(use_masking, "use_masking"),
    mask_val = mask_val,
    image_shape = as_integer(image_shape, "image_shape")
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.convert_format")
#' @export
bounding_boxes_convert_format <- function(
    boxes,
    source,
    target,
    height = NULL,
    width = NULL,
    dtype = "float32"
) {
  call_keras(
    "keras.utils.bounding_boxes.convert_format",
    as_boxes(boxes),
    source,
    target,
    height = height,
    width = width,
    dtype = dtype
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.crop")
#' @export
bounding_boxes_crop <- function(boxes, top, left, height, width, bounding_box_format = "xyxy") {
  call_keras(
    "keras.utils.bounding_boxes.crop",
    as_boxes(boxes),
    top,
    left,
    height,
    width,
    bounding_box_format = bounding_box_format
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.decode_deltas_to_boxes")
#' @export
bounding_boxes_decode_deltas_to_boxes <- function(
    anchors,
    boxes_delta,
    anchor_format,
    box_format,
    encoded_format = "center_yxhw",
    variance = NULL,
    image_shape = NULL
) {
  call_keras(
    "keras.utils.bounding_boxes.decode_deltas_to_boxes",
    as_boxes(anchors, "anchors"),
    as_boxes(boxes_delta, "boxes_delta"),
    anchor_format,
    box_format,
    encoded_format = encoded_format,
    variance = variance,
    image_shape = as_integer(image_shape, "image_shape")
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.encode_box_to_deltas")
#' @export
bounding_boxes_encode_box_to_deltas <- function(
    anchors,
    boxes,
    anchor_format,
    box_format,
    encoding_format = "center_yxhw",
    variance = NULL,
    image_shape = NULL
) {
  call_keras(
    "keras.utils.bounding_boxes.encode_box_to_deltas",
    as_boxes(anchors, "anchors"),
    as_boxes(boxes),
    anchor_format,
    box_format,
    encoding_format = encoding_format,
    variance = variance,
    image_shape = as_integer(image_shape, "image_shape")
  )
}

#' @eval rd_keras("keras.utils.bounding_boxes.pad")
#' @export
bounding_boxes_pad <- function(
    boxes,
    top,
    left,
    height = NULL,
    width = NULL,
    bounding_box_format = "xyxy"
) {
  call_keras(
    "keras.utils.bounding_boxes.pad",
    as_boxes(boxes),
    top,
    left,
    height = height,
    width = width,
    bounding_box_format = bounding_box_format
  )
}

#' @eval rd_keras("keras.device")
#' @export
device_scope <- function(device_name) {
  call_keras("keras.device", device_name)
}

#' @eval rd_keras("keras.name_scope")
#' @export
name_scope <- function(name, ...) {
  call_keras("keras.name_scope", as_string(name, "name"), ...)
}

#' @eval rd_keras("keras.RematScope")
#' @export
remat_scope <- function(mode = "full", output_size_threshold = 1024L, layer_names = NULL) {
  create_keras("keras.RematScope", capture_args(
    mode = one_string,
    output_size_threshold = as_integer,
    layer_names = as_sequence
  ))
}

#' @eval rd_keras("keras.StatelessScope")
#' @export
stateless_scope <- function(
    state_mapping = NULL,
    collect_losses = FALSE,
    initialize_variables = TRUE
) {
  create_keras("keras.StatelessScope", capture_args(
    collect_losses = as_flag,
    initialize_variables = as_flag
  ))
}

#' @eval rd_keras("keras.SymbolicScope")
#' @export
symbolic_scope <- function() {
  create_keras("keras.SymbolicScope", capture_args())
}

#' @eval rd_keras("keras.utils.standardize_dtype")
#' @export
standardize_dtype <- function(dtype) {
  call_keras("keras.utils.standardize_dtype", dtype)
}

#' @eval rd_keras("keras.backend.result_type")
#' @export
backend_result_type <- function(...) {
  call_keras("keras.backend.result_type", ...)
}

#' @eval rd_keras("keras.backend.is_float_dtype")
#' @export
backend_is_float_dtype <- function(dtype) {
  call_keras("keras.backend.is_float_dtype", dtype)
}

#' @eval rd_keras("keras.backend.is_int_dtype")
#' @export
backend_is_int_dtype <- function(dtype) {
  call_keras("keras.backend.is_int_dtype", dtype)
}

#' @eval rd_keras("keras.backend.get_uid")
#' @export
backend_get_uid <- function(prefix = "") {
  call_keras("keras.backend.get_uid", prefix = prefix)
}
