# The language of signatures of operators: "double x(?)", "double y(?) -> output".

operator_types <- data.frame(
  type = c("double", "float", "int32", "int64", "bool"),
  rust = c("f64", "f32", "i32", "i64", "bool"),
  cpp = c("double", "float", "int32_t", "int64_t", "bool"),
  dtype = c("float64", "float32", "int32", "int64", "bool"),
  is_real = c(TRUE, TRUE, FALSE, FALSE, FALSE), stringsAsFactors = FALSE
)

# Names that are words of Rust or C++, or of the code that is written.
reserved_names <- c(
  "as", "async", "auto", "await", "bool", "box", "break", "case", "catch", "char", "class", "const",
  "context", "continue", "crate", "default", "delete", "do", "double", "dyn", "else", "enum",
  "extern", "false", "final", "float", "fn", "for", "friend", "goto", "if", "impl", "in", "inline",
  "int", "let", "long", "loop", "match", "mod", "move", "mut", "namespace", "new", "op", "operator",
  "private", "protected", "pub", "public", "ref", "register", "return", "self", "short", "signed",
  "sizeof", "static", "struct", "super", "switch", "template", "this", "throw", "trait", "true",
  "try", "type", "typename", "union", "unsafe", "unsigned", "use", "using", "virtual", "void",
  "where", "while", "yield"
)

# A list of `inputs` and `outputs`, each a list of ports: name, type, and dims with NA for `?`.
parse_signature <- function(signature) {
  lines <- unlist(strsplit(as.character(signature), "[\n;]"))
  lines <- trimws(sub("#.*", "", lines))
  ports <- lapply(lines[nzchar(lines)], parse_port)
  is_output <- vapply(ports, `[[`, NA, "is_output")
  if (!any(is_output)) {
    abort("`...` must have an output, such as \"double y(?) -> output\".")
  }
  names <- vapply(ports, `[[`, "", "name")
  if (anyDuplicated(names)) {
    abort("`...` has `%s` twice.", names[[anyDuplicated(names)]])
  }
  list(inputs = ports[!is_output], outputs = ports[is_output])
}

parse_port <- function(line) {
  pattern <- "^(\\w+)\\s+(\\w+)\\s*\\(([^()]*)\\)\\s*(->\\s*output)?$"
  found <- regmatches(line, regexec(pattern, line))[[1]]
  if (!length(found)) {
    abort(
      c("`...` must have lines such as \"double x(?)\" or \"double y(?) -> output\", not \"%s\"."),
      line
    )
  }
  list(
    name = check_port_name(found[[3]]), type = check_port_type(found[[2]], line),
    dims = parse_dims(found[[4]], line), is_output = nzchar(found[[5]])
  )
}

check_port_name <- function(name) {
  if (!grepl("^[a-z][a-z0-9_]*$", name) || name %in% reserved_names || startsWith(name, "grad_")) {
    abort(
      c("`...`: \"%s\" cannot be a name. Names have small letters, digits and `_`, are not words",
        "of Rust or C++, and do not begin with \"grad_\"."), name
    )
  }
  name
}

check_port_type <- function(type, line) {
  if (!type %in% operator_types$type) {
    abort("`...`: the type in \"%s\" must be one of %s.", line, toString(operator_types$type))
  }
  type
}

parse_dims <- function(text, line) {
  dims <- trimws(strsplit(text, ",", fixed = TRUE)[[1]])
  if (length(dims) && !all(grepl("^([?]|-1|[1-9][0-9]{0,8})$", dims))) {
    abort("`...`: dimensions in \"%s\" must be positive integers or `?`.", line)
  }
  dims[dims %in% c("?", "-1")] <- NA
  as.integer(dims)
}

type_of <- function(port, language) {
  operator_types[[language]][match(port$type, operator_types$type)]
}

is_real <- function(ports) vapply(ports, type_of, NA, "is_real")

names_of_ports <- function(ports) vapply(ports, `[[`, "", "name")

# The operator of the gradient: it takes the gradients of the real outputs, the outputs and the
# inputs, and returns the gradients of the real inputs. NULL if there are none.
gradient_ports <- function(signature) {
  incoming <- signature$outputs[is_real(signature$outputs)]
  outgoing <- signature$inputs[is_real(signature$inputs)]
  if (!length(incoming) || !length(outgoing)) {
    return(NULL)
  }
  as_gradient <- function(port) {
    port$name <- paste0("grad_", port$name)
    port
  }
  list(
    inputs = c(lapply(incoming, as_gradient), signature$outputs, signature$inputs),
    outputs = lapply(outgoing, as_gradient)
  )
}

signature_lines <- function(signature) {
  line <- function(port) {
    dims <- paste(ifelse(is.na(port$dims), "?", port$dims), collapse = ", ")
    sprintf("%s %s(%s)%s", port$type, port$name, dims, if (port$is_output) " -> output" else "")
  }
  vapply(c(signature$inputs, signature$outputs), line, "")
}
