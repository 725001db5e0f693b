# Functions of other packages that scripts for Keras use, so that library(rkeras) is enough.

#' @importFrom magrittr %>%
#' @export
magrittr::`%>%`

#' @importFrom magrittr %<>%
#' @export
magrittr::`%<>%`

#' @importFrom generics compile
#' @export
generics::compile

#' @importFrom generics fit
#' @export
generics::fit

#' @importFrom generics generate
#' @export
generics::generate
