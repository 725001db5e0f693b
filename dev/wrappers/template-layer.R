#' @eval rd_keras("{{endpoint}}")
#' @export
{{name}} <- function({{formals}}) {
  create_layer("{{endpoint}}", object, {{capture}})
}
