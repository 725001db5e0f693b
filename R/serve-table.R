# Models of data frames behind HTTP: a request has the columns of the data frame, as R's functions
# would get them, not the inputs that the model makes of them.

# What the model knows of its columns; NULL if it takes arrays.
served_table <- function(facts) {
  design <- trained_on(facts)$formula
  recipe_of(design)
  if (!is.null(design$table)) design
}

# For each column list(kind, levels, units); those before the recipe if there is one.
served_columns <- function(design) {
  if (!is.null(design$recipe)) return(design$raw)
  columns <- intersect(design$columns, all.vars(design$terms))
  lapply(stats::setNames(nm = columns), function(name) {
    known <- design$table[[name]]
    list(kind = design$kinds[[name]], units = known$units, levels = known$levels)
  })
}

# One input for each column. A missing value is `null`; dates and times are strings.
column_inputs <- function(design) {
  columns <- served_columns(design)
  lapply(names(columns), function(name) {
    kind <- columns[[name]]$kind
    is_text <- kind %in% c("category", "date", "time")
    input <- input_fact(name, integer(), if (is_text) "string" else "float64")
    c(input, list(kind = kind, levels = columns[[name]]$levels, may_be_missing = TRUE))
  })
}

# The inputs of the model, from the columns of a checked request.
data_of_columns <- function(arrays, design) {
  columns <- Map(column_of_json, arrays, served_columns(design)[names(arrays)])
  suppressWarnings(table_data(design, list2DF(columns), FALSE)$x, classes = "rkeras_warning_levels")
}

column_of_json <- function(values, column) {
  values <- as.vector(values)
  switch(column$kind,
    date = , time = times_of_text(values, column$kind),
    span = as.difftime(values, units = column$units %||% "secs"),
    category = if (is.null(column$levels)) values else factor(values, column$levels),
    values
  )
}

# `2024-03-01`, and `2024-03-01T12:30:00Z` or with a space; times are in UTC.
times_of_text <- function(text, kind) {
  if (kind == "date") return(as.Date(text, "%Y-%m-%d"))
  as.POSIXct(sub("Z$", "", sub("T", " ", text)), tz = "UTC", format = "%Y-%m-%d %H:%M:%OS")
}

example_times <- c(date = "2024-03-01", time = "2024-03-01T12:30:00Z")

is_time_input <- function(input) isTRUE(input$kind %in% names(example_times))

check_times <- function(text, input) {
  if (!is_time_input(input)) {
    return(invisible())
  }
  wrong <- !is.na(text) & is.na(times_of_text(as.vector(text), input$kind))
  if (any(wrong)) {
    bad_request("The input \"%s\" has \"%s\", which is not a %s such as \"%s\".", input$name,
                text[wrong][[1]], input$kind,
                example_times[[input$kind]])
  }
}
