# Models of data frames behind HTTP: a request has the columns of the data frame, as R's functions
# would get them, not the inputs that the model makes of them.

# What the model knows of its columns; NULL if it takes arrays.
served_table <- function(facts) {
  known <- trained_on(facts)$formula
  if (!is.null(known$table) && is.null(known$recipe)) known
}

# One input for each column. A missing value is `null`; dates and times are strings.
column_inputs <- function(known) {
  columns <- intersect(known$columns, all.vars(known$terms))
  lapply(columns, function(name) {
    kind <- known$kinds[[name]]
    is_text <- kind %in% c("category", "date", "time")
    input <- input_fact(name, integer(), if (is_text) "string" else "float64")
    c(input, list(kind = kind, may_be_missing = TRUE))
  })
}

# The inputs of the model, from the columns of a checked request.
data_of_columns <- function(arrays, known) {
  columns <- Map(column_of_json, arrays, known$kinds[names(arrays)], names(arrays), list(known))
  suppressWarnings(table_data(known, list2DF(columns), FALSE)$x, classes = "rkeras_warning_levels")
}

column_of_json <- function(values, kind, name, known) {
  values <- as.vector(values)
  switch(kind,
    date = , time = times_of_text(values, kind),
    span = as.difftime(values, units = known$table[[name]]$units %||% "secs"),
    values
  )
}

# `2024-03-01`, and `2024-03-01T12:30:00Z` or with a space; times are in UTC.
times_of_text <- function(text, kind) {
  if (kind == "date") return(as.Date(text, "%Y-%m-%d"))
  as.POSIXct(sub("Z$", "", sub("T", " ", text)), tz = "UTC", format = "%Y-%m-%d %H:%M:%OS")
}

check_times <- function(text, input) {
  if (!isTRUE(input$kind %in% c("date", "time"))) {
    return(invisible())
  }
  wrong <- !is.na(text) & is.na(times_of_text(as.vector(text), input$kind))
  if (any(wrong)) {
    bad_request("The input \"%s\" has \"%s\", which is not a %s such as \"%s\".", input$name,
                text[wrong][[1]], input$kind,
                if (input$kind == "date") "2024-03-01" else "2024-03-01T12:30:00Z")
  }
}
