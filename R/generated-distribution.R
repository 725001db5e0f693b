# keras.distribution, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.distribution.DataParallel")
#' @export
distribution_data_parallel <- function(
    device_mesh = NULL,
    devices = NULL,
    auto_shard_dataset = TRUE
) {
  create_keras("keras.distribution.DataParallel", capture_args(
    devices = as_sequence,
    auto_shard_dataset = as_flag
  ))
}

#' @eval rd_keras("keras.distribution.ModelParallel")
#' @export
distribution_model_parallel <- function(
    layout_map = NULL,
    batch_dim_name = NULL,
    auto_shard_dataset = TRUE,
    ...
) {
  create_keras("keras.distribution.ModelParallel", capture_args(auto_shard_dataset = as_flag))
}

#' @eval rd_keras("keras.distribution.DeviceMesh")
#' @export
distribution_device_mesh <- function(shape, axis_names, devices = NULL) {
  create_keras("keras.distribution.DeviceMesh", capture_args(
    shape = shape_tuple,
    axis_names = as_sequence,
    devices = as_sequence
  ))
}

#' @eval rd_keras("keras.distribution.LayoutMap")
#' @export
distribution_layout_map <- function(device_mesh) {
  create_keras("keras.distribution.LayoutMap", capture_args())
}

#' @eval rd_keras("keras.distribution.TensorLayout")
#' @export
distribution_tensor_layout <- function(axes, device_mesh = NULL) {
  create_keras("keras.distribution.TensorLayout", capture_args(axes = as_sequence))
}

#' @eval rd_keras("keras.distribution.distribute_tensor")
#' @export
distribution_distribute_tensor <- function(tensor, layout) {
  call_keras("keras.distribution.distribute_tensor", tensor, layout)
}

#' @eval rd_keras("keras.distribution.distribution")
#' @export
distribution_get <- function() {
  call_keras("keras.distribution.distribution")
}

#' @eval rd_keras("keras.distribution.set_distribution")
#' @export
distribution_set <- function(value) {
  call_keras("keras.distribution.set_distribution", value)
}

#' @eval rd_keras("keras.distribution.get_device_count")
#' @export
distribution_device_count <- function(device_type = NULL) {
  call_keras("keras.distribution.get_device_count", device_type = device_type)
}

#' @eval rd_keras("keras.distribution.list_devices")
#' @export
distribution_list_devices <- function(device_type = NULL) {
  call_keras("keras.distribution.list_devices", device_type = device_type)
}

#' @eval rd_keras("keras.distribution.initialize")
#' @export
distribution_initialize <- function(job_addresses = NULL, num_processes = NULL, process_id = NULL) {
  call_keras(
    "keras.distribution.initialize",
    job_addresses = job_addresses,
    num_processes = as_integer(num_processes, "num_processes"),
    process_id = as_integer(process_id, "process_id")
  )
}
