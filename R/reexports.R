# Functions of other packages that scripts for Keras use, so that library(rkeras) is enough. The
# pages of compile(), fit() and the other generics are those of their methods for models.

#' @importFrom magrittr %>%
#' @export
magrittr::`%>%`

#' @importFrom magrittr %<>%
#' @export
magrittr::`%<>%`

#' @importFrom generics augment compile fit generate glance tidy
#' @rawNamespace export(augment, compile, fit, generate, glance, tidy)
NULL
