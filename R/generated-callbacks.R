# keras.callbacks, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.callbacks.BackupAndRestore")
#' @export
callback_backup_and_restore <- function(
    backup_dir,
    save_freq = "epoch",
    double_checkpoint = FALSE,
    delete_checkpoint = TRUE
) {
  create_keras("keras.callbacks.BackupAndRestore", capture_args(
    backup_dir = as_path,
    save_freq = as_frequency,
    double_checkpoint = as_flag,
    delete_checkpoint = as_flag
  ))
}

#' @eval rd_keras("keras.callbacks.CSVLogger")
#' @export
callback_csv_logger <- function(filename, separator = ",", append = FALSE) {
  create_keras("keras.callbacks.CSVLogger", capture_args(
    filename = as_path,
    separator = one_string,
    append = as_flag
  ))
}

#' @eval rd_keras("keras.callbacks.EarlyStopping")
#' @export
callback_early_stopping <- function(
    monitor = "val_loss",
    min_delta = 0L,
    patience = 0L,
    verbose = 0L,
    mode = "auto",
    baseline = NULL,
    restore_best_weights = FALSE,
    start_from_epoch = 0L
) {
  create_keras("keras.callbacks.EarlyStopping", capture_args(
    monitor = one_string,
    min_delta = number,
    patience = whole_from_0,
    verbose = as_verbosity,
    mode = one_string,
    baseline = number,
    restore_best_weights = as_flag,
    start_from_epoch = whole_from_0
  ))
}

#' @eval rd_keras("keras.callbacks.LearningRateScheduler")
#' @export
callback_learning_rate_scheduler <- function(schedule, verbose = 0L) {
  create_keras("keras.callbacks.LearningRateScheduler", capture_args(
    schedule = as_epoch_schedule,
    verbose = as_verbosity
  ))
}

#' @eval rd_keras("keras.callbacks.ModelCheckpoint")
#' @export
callback_model_checkpoint <- function(
    filepath,
    monitor = "val_loss",
    verbose = 0L,
    save_best_only = FALSE,
    save_weights_only = FALSE,
    mode = "auto",
    save_freq = "epoch",
    initial_value_threshold = NULL
) {
  create_keras("keras.callbacks.ModelCheckpoint", capture_args(
    filepath = as_path,
    monitor = one_string,
    verbose = as_verbosity,
    save_best_only = as_flag,
    save_weights_only = as_flag,
    mode = one_string,
    save_freq = as_frequency,
    initial_value_threshold = number
  ))
}

#' @eval rd_keras("keras.callbacks.OrbaxCheckpoint")
#' @export
callback_orbax_checkpoint <- function(
    directory,
    monitor = "val_loss",
    verbose = 0L,
    save_best_only = FALSE,
    mode = "auto",
    save_freq = "epoch",
    initial_value_threshold = NULL,
    max_to_keep = 1L,
    save_on_background = TRUE,
    save_weights_only = FALSE
) {
  create_keras("keras.callbacks.OrbaxCheckpoint", capture_args(
    directory = orbax_path,
    monitor = one_string,
    verbose = as_verbosity,
    save_best_only = as_flag,
    mode = one_string,
    save_freq = as_frequency,
    initial_value_threshold = number,
    max_to_keep = as_integer,
    save_on_background = as_flag,
    save_weights_only = as_flag
  ))
}

#' @eval rd_keras("keras.callbacks.ReduceLROnPlateau")
#' @export
callback_reduce_lr_on_plateau <- function(
    monitor = "val_loss",
    factor = 0.1,
    patience = 10L,
    verbose = 0L,
    mode = "auto",
    min_delta = 0.0001,
    cooldown = 0L,
    min_lr = 0,
    ...
) {
  create_keras("keras.callbacks.ReduceLROnPlateau", capture_args(
    monitor = one_string,
    factor = share_inside,
    patience = whole_from_0,
    verbose = as_verbosity,
    mode = one_string,
    min_delta = number,
    cooldown = whole_from_0,
    min_lr = number_from_0
  ))
}

#' @eval rd_keras("keras.callbacks.RemoteMonitor")
#' @export
callback_remote_monitor <- function(
    root = "http://localhost:9000",
    path = "/publish/epoch/end/",
    field = "data",
    headers = NULL,
    send_as_json = FALSE
) {
  create_keras("keras.callbacks.RemoteMonitor", capture_args(
    root = one_string,
    path = one_string,
    field = one_string,
    headers = as_sequence,
    send_as_json = as_flag
  ))
}

#' @eval rd_keras("keras.callbacks.SwapEMAWeights")
#' @export
callback_swap_ema_weights <- function(swap_on_epoch = FALSE) {
  create_keras("keras.callbacks.SwapEMAWeights", capture_args(swap_on_epoch = as_flag))
}

#' @eval rd_keras("keras.callbacks.TensorBoard")
#' @export
callback_tensorboard <- function(
    log_dir = "logs",
    histogram_freq = 0L,
    write_graph = TRUE,
    write_images = FALSE,
    write_steps_per_second = FALSE,
    update_freq = "epoch",
    profile_batch = 0L,
    embeddings_freq = 0L,
    embeddings_metadata = NULL
) {
  create_keras("keras.callbacks.TensorBoard", capture_args(
    log_dir = as_path,
    histogram_freq = whole_from_0,
    write_graph = as_flag,
    write_images = as_flag,
    write_steps_per_second = as_flag,
    update_freq = as_frequency,
    profile_batch = as_integer,
    embeddings_freq = whole_from_0
  ))
}

#' @eval rd_keras("keras.callbacks.TerminateOnNaN")
#' @export
callback_terminate_on_nan <- function(raise_error = FALSE) {
  create_keras("keras.callbacks.TerminateOnNaN", capture_args(raise_error = as_flag))
}
