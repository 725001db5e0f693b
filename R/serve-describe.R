# What a server says of itself to people and programs: examples, and the OpenAPI description.

# The body of a request that fits; NULL if it is long.
example_body <- function(inputs) {
  sizes <- lapply(inputs, function(input) ifelse(is.na(input$shape), 1L, input$shape))
  if (sum(vapply(sizes, prod, 0)) > 60) return(NULL)
  list(instances = list(example_instance(inputs, sizes)))
}

example_instance <- function(inputs, sizes) {
  values <- Map(function(input, size) {
    value <- example_value(input)
    if (length(size)) I(array(value, size)) else value
  }, inputs, sizes)
  if (is_sole_array(inputs)) values[[1]] else stats::setNames(values, names_of_inputs(inputs))
}

# JSON has it without its name. The columns of a data frame have kinds.
is_sole_array <- function(inputs) length(inputs) == 1L && is.null(inputs[[1]]$kind)

example_value <- function(input) {
  if (is_time_input(input)) example_times[[input$kind]]
  else if (input$dtype == "string") input$levels[1][[1]] %||% "text"
  else 0
}

# ---- OpenAPI -------------------------------------------------------------------------------------

# OpenAPI 3.0: <https://spec.openapis.org/oas/v3.0.3>.
openapi <- function(service) {
  servable <- service$servable
  model <- paste0("/v1/models/", service$name)
  error <- answer_of("The reason, and the body of a request that fits, if it is short.", object_of(
    error = list(type = "string"), example = list(type = "object")
  ))
  paths <- list(
    list(post = list(
      summary = "Predict", operationId = "predict",
      requestBody = list(required = TRUE, content = json_of(request_schema(servable))),
      responses = list(
        "200" = answer_of("The predictions, in the order of the observations.", object_of(
          predictions = list(type = "array", items = prediction_schema(servable))
        )),
        "400" = error, "503" = error
      )
    )),
    list(get = page_of("The state of the model")),
    list(get = page_of("Inputs and outputs, with the classes")),
    list(get = page_of("Whether the server runs"))
  )
  names(paths) <- c(paste0(model, c(":predict", "", "/metadata")), "/health")
  list(
    openapi = "3.0.3", info = list(title = service$name, version = "1"),
    servers = list(list(url = service$url)), paths = paths
  )
}

page_of <- function(summary) {
  list(summary = summary, responses = list("200" = answer_of(summary, list(type = "object"))))
}

answer_of <- function(description, schema) {
  list(description = description, content = json_of(schema))
}

json_of <- function(schema) list("application/json" = list(schema = schema))

object_of <- function(..., required = NULL) {
  drop_null(list(type = "object", properties = list(...),
                 required = if (length(required)) I(required)))
}

request_schema <- function(servable) {
  schema <- object_of(
    instances = list(type = "array", items = instance_schema(servable$inputs)),
    verbose = list(type = "boolean", default = FALSE), required = "instances"
  )
  c(schema, drop_null(list(example = example_body(servable$inputs))))
}

instance_schema <- function(inputs) {
  schemas <- lapply(inputs, input_schema)
  if (is_sole_array(inputs)) return(schemas[[1]])
  names <- names_of_inputs(inputs)
  do.call(object_of, c(stats::setNames(schemas, names), list(required = names)))
}

input_schema <- function(input) {
  schema <- drop_null(list(
    type = if (input$dtype == "string") "string"
      else if (grepl("^u?int", input$dtype)) "integer" else "number",
    format = if (is_time_input(input)) c(date = "date", time = "date-time")[[input$kind]],
    nullable = if (isTRUE(input$may_be_missing)) TRUE,
    # Others are predicted as unknown ones.
    "x-levels" = if (length(input$levels)) I(input$levels)
  ))
  for (size in rev(input$shape)) {
    limits <- if (!is.na(size)) list(minItems = size, maxItems = size)
    schema <- c(list(type = "array", items = schema), limits)
  }
  schema
}

# Those of several outputs are an object.
prediction_schema <- function(servable) {
  plain <- list(description = "A number, or an array of numbers.")
  schemas <- lapply(stats::setNames(nm = servable$outputs), function(output) {
    levels <- servable$classes[[output]]
    if (is.null(levels)) return(plain)
    list(anyOf = list(plain, c(
      list(description = "With \"verbose\"."),
      object_of(
        class = list(type = "string", enum = I(levels)),
        probabilities = list(type = "object", additionalProperties = list(type = "number"))
      )
    )))
  })
  if (length(schemas) == 1L) schemas[[1]] else do.call(object_of, schemas)
}
