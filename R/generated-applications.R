# keras.applications, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.applications.ConvNeXtBase")
#' @export
application_convnext_base <- function(
    include_top = TRUE,
    include_preprocessing = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "convnext_base"
) {
  create_application("keras.applications.ConvNeXtBase", capture_args(
    include_top = as_flag,
    include_preprocessing = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ConvNeXtLarge")
#' @export
application_convnext_large <- function(
    include_top = TRUE,
    include_preprocessing = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "convnext_large"
) {
  create_application("keras.applications.ConvNeXtLarge", capture_args(
    include_top = as_flag,
    include_preprocessing = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ConvNeXtSmall")
#' @export
application_convnext_small <- function(
    include_top = TRUE,
    include_preprocessing = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "convnext_small"
) {
  create_application("keras.applications.ConvNeXtSmall", capture_args(
    include_top = as_flag,
    include_preprocessing = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ConvNeXtTiny")
#' @export
application_convnext_tiny <- function(
    include_top = TRUE,
    include_preprocessing = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "convnext_tiny"
) {
  create_application("keras.applications.ConvNeXtTiny", capture_args(
    include_top = as_flag,
    include_preprocessing = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ConvNeXtXLarge")
#' @export
application_convnext_xlarge <- function(
    include_top = TRUE,
    include_preprocessing = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "convnext_xlarge"
) {
  create_application("keras.applications.ConvNeXtXLarge", capture_args(
    include_top = as_flag,
    include_preprocessing = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.DenseNet121")
#' @export
application_densenet121 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "densenet121"
) {
  create_application("keras.applications.DenseNet121", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.DenseNet169")
#' @export
application_densenet169 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "densenet169"
) {
  create_application("keras.applications.DenseNet169", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.DenseNet201")
#' @export
application_densenet201 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "densenet201"
) {
  create_application("keras.applications.DenseNet201", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB0")
#' @export
application_efficientnet_b0 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb0",
    ...
) {
  create_application("keras.applications.EfficientNetB0", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB1")
#' @export
application_efficientnet_b1 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb1",
    ...
) {
  create_application("keras.applications.EfficientNetB1", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB2")
#' @export
application_efficientnet_b2 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb2",
    ...
) {
  create_application("keras.applications.EfficientNetB2", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB3")
#' @export
application_efficientnet_b3 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb3",
    ...
) {
  create_application("keras.applications.EfficientNetB3", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB4")
#' @export
application_efficientnet_b4 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb4",
    ...
) {
  create_application("keras.applications.EfficientNetB4", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB5")
#' @export
application_efficientnet_b5 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb5",
    ...
) {
  create_application("keras.applications.EfficientNetB5", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB6")
#' @export
application_efficientnet_b6 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb6",
    ...
) {
  create_application("keras.applications.EfficientNetB6", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetB7")
#' @export
application_efficientnet_b7 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "efficientnetb7",
    ...
) {
  create_application("keras.applications.EfficientNetB7", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2B0")
#' @export
application_efficientnet_v2b0 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-b0"
) {
  create_application("keras.applications.EfficientNetV2B0", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2B1")
#' @export
application_efficientnet_v2b1 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-b1"
) {
  create_application("keras.applications.EfficientNetV2B1", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2B2")
#' @export
application_efficientnet_v2b2 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-b2"
) {
  create_application("keras.applications.EfficientNetV2B2", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2B3")
#' @export
application_efficientnet_v2b3 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-b3"
) {
  create_application("keras.applications.EfficientNetV2B3", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2L")
#' @export
application_efficientnet_v2l <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-l"
) {
  create_application("keras.applications.EfficientNetV2L", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2M")
#' @export
application_efficientnet_v2m <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-m"
) {
  create_application("keras.applications.EfficientNetV2M", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.EfficientNetV2S")
#' @export
application_efficientnet_v2s <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "efficientnetv2-s"
) {
  create_application("keras.applications.EfficientNetV2S", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.InceptionResNetV2")
#' @export
application_inception_resnet_v2 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "inception_resnet_v2"
) {
  create_application("keras.applications.InceptionResNetV2", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.InceptionV3")
#' @export
application_inception_v3 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "inception_v3"
) {
  create_application("keras.applications.InceptionV3", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.MobileNet")
#' @export
application_mobilenet <- function(
    input_shape = NULL,
    alpha = 1,
    depth_multiplier = 1L,
    dropout = 0.001,
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = NULL
) {
  create_application("keras.applications.MobileNet", capture_args(
    input_shape = shape_tuple,
    alpha = number,
    depth_multiplier = as_integer,
    dropout = share,
    include_top = as_flag,
    weights = as_weights,
    classes = as_integer,
    classifier_activation = one_string
  ))
}

#' @eval rd_keras("keras.applications.MobileNetV2")
#' @export
application_mobilenet_v2 <- function(
    input_shape = NULL,
    alpha = 1,
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = NULL
) {
  create_application("keras.applications.MobileNetV2", capture_args(
    input_shape = shape_tuple,
    alpha = number,
    include_top = as_flag,
    weights = as_weights,
    classes = as_integer,
    classifier_activation = one_string
  ))
}

#' @eval rd_keras("keras.applications.MobileNetV3Large")
#' @export
application_mobilenet_v3_large <- function(
    input_shape = NULL,
    alpha = 1,
    minimalistic = FALSE,
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    classes = 1000L,
    pooling = NULL,
    dropout_rate = 0.2,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "MobileNetV3Large"
) {
  create_application("keras.applications.MobileNetV3Large", capture_args(
    input_shape = shape_tuple,
    alpha = number,
    minimalistic = as_flag,
    include_top = as_flag,
    weights = as_weights,
    classes = as_integer,
    dropout_rate = share,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.MobileNetV3Small")
#' @export
application_mobilenet_v3_small <- function(
    input_shape = NULL,
    alpha = 1,
    minimalistic = FALSE,
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    classes = 1000L,
    pooling = NULL,
    dropout_rate = 0.2,
    classifier_activation = "softmax",
    include_preprocessing = TRUE,
    name = "MobileNetV3Small"
) {
  create_application("keras.applications.MobileNetV3Small", capture_args(
    input_shape = shape_tuple,
    alpha = number,
    minimalistic = as_flag,
    include_top = as_flag,
    weights = as_weights,
    classes = as_integer,
    dropout_rate = share,
    classifier_activation = one_string,
    include_preprocessing = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.NASNetLarge")
#' @export
application_nasnet_large <- function(
    input_shape = NULL,
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "nasnet_large"
) {
  create_application("keras.applications.NASNetLarge", capture_args(
    input_shape = shape_tuple,
    include_top = as_flag,
    weights = as_weights,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.NASNetMobile")
#' @export
application_nasnet_mobile <- function(
    input_shape = NULL,
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "nasnet_mobile"
) {
  create_application("keras.applications.NASNetMobile", capture_args(
    input_shape = shape_tuple,
    include_top = as_flag,
    weights = as_weights,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ResNet101")
#' @export
application_resnet101 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "resnet101"
) {
  create_application("keras.applications.ResNet101", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ResNet101V2")
#' @export
application_resnet101_v2 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "resnet101v2"
) {
  create_application("keras.applications.ResNet101V2", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ResNet152")
#' @export
application_resnet152 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "resnet152"
) {
  create_application("keras.applications.ResNet152", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ResNet152V2")
#' @export
application_resnet152_v2 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "resnet152v2"
) {
  create_application("keras.applications.ResNet152V2", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ResNet50")
#' @export
application_resnet50 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "resnet50"
) {
  create_application("keras.applications.ResNet50", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.ResNet50V2")
#' @export
application_resnet50_v2 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "resnet50v2"
) {
  create_application("keras.applications.ResNet50V2", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.VGG16")
#' @export
application_vgg16 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "vgg16"
) {
  create_application("keras.applications.VGG16", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.VGG19")
#' @export
application_vgg19 <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "vgg19"
) {
  create_application("keras.applications.VGG19", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.Xception")
#' @export
application_xception <- function(
    include_top = TRUE,
    weights = "imagenet",
    input_tensor = NULL,
    input_shape = NULL,
    pooling = NULL,
    classes = 1000L,
    classifier_activation = "softmax",
    name = "xception"
) {
  create_application("keras.applications.Xception", capture_args(
    include_top = as_flag,
    weights = as_weights,
    input_shape = shape_tuple,
    classes = as_integer,
    classifier_activation = one_string,
    name = one_string
  ))
}

#' @eval rd_keras("keras.applications.imagenet_utils.preprocess_input")
#' @export
imagenet_preprocess_input <- function(x, data_format = NULL, mode = "caffe") {
  call_keras(
    "keras.applications.imagenet_utils.preprocess_input",
    as_float_array(x),
    data_format = data_format,
    mode = mode
  )
}
