# The code of operators that depends on the signature, in Rust and in C++.

rust_files <- function(name, signature) {
  code <- rendered(name, signature, rust_kernel, rust_function)
  fields <- c(code, list(
    name = name, crate = snake_case(name), signature = paste("//!", signature_lines(signature)),
    registered = sprintf("    tensorflow::register::<%s>();", kernel_names(signature))
  ))
  list(
    Cargo.toml = op_template("Cargo.toml", fields),
    `src/lib.rs` = op_template("lib.rs", fields),
    rustfmt.toml = op_template("rustfmt.toml"), `src/op.rs` = op_template("op.rs", fields),
    `src/tensorflow.rs` = op_template("tensorflow.rs")
  )
}

cpp_files <- function(name, signature) {
  code <- rendered(name, signature, cpp_kernel, cpp_function)
  fields <- c(code, list(
    name = name, signature = paste("//  ", signature_lines(signature)),
    registered = sprintf("  register_kernel<%s>();", kernel_names(signature))
  ))
  list(
    register.cc = op_template("register.cc", fields), op.h = op_template("op.h", fields),
    tensorflow.h = op_template("tensorflow.h")
  )
}

kernel_names <- function(signature) {
  c("Forward", if (!is.null(gradient_ports(signature))) "Backward")
}

rendered <- function(name, signature, kernel, code) {
  gradient <- gradient_ports(signature)
  has_gradient <- !is.null(gradient)
  list(
    kernels = c(kernel(name, "Forward", signature),
                if (has_gradient) kernel(paste0(name, "Grad"), "Backward", gradient)),
    functions = c(code("forward", signature), if (has_gradient) c("", code("backward", gradient)))
  )
}

# The arguments of a call, or parameters, one a line where they do not fit into one.
in_lines <- function(before, items, after, indent, last = ",") {
  one <- paste0(before, toString(items), after)
  if (nchar(one) <= 100L) {
    return(one)
  }
  step <- paste0(indent, "    ")
  c(before, paste0(step, items, c(rep(",", length(items) - 1L), last)), paste0(indent, after))
}

# One name stands alone, several in brackets.
together <- function(names, brackets) {
  if (length(names) == 1L) names else sprintf(brackets, toString(names))
}

# ---- Rust ---------------------------------------------------------------------------------------

rust_kernel <- function(name, kernel, ports) {
  inputs <- names_of_ports(ports$inputs)
  outputs <- names_of_ports(ports$outputs)
  views <- sprintf("&%s.view::<%s>()", inputs, vapply(ports$inputs, type_of, "", "rust"))
  results <- together(outputs, "(%s)")
  call <- sprintf("        let %s = op::%s(", results, tolower(kernel))
  last <- length(outputs)
  c(
    sprintf("struct %s;", kernel), "", sprintf("impl Kernel for %s {", kernel),
    sprintf("    const NAME: &'static str = \"%s\";", name),
    rust_ports("INPUTS", ports$inputs), rust_ports("OUTPUTS", ports$outputs), "",
    "    fn compute(context: &Context) -> Result<(), String> {",
    sprintf("        let %s = context.input(%d)?;", inputs, seq_along(inputs) - 1L),
    in_lines(call, views, ")?;", "        "),
    sprintf("        context.output(%d, &%s)?;", seq_len(last - 1L) - 1L, outputs[-last]),
    sprintf("        context.output(%d, &%s)", last - 1L, outputs[[last]]),
    "    }", "}", ""
  )
}

rust_ports <- function(constant, ports) {
  port <- function(port) {
    dims <- ifelse(is.na(port$dims), "None", sprintf("Some(%s)", port$dims))
    sprintf("Port { name: \"%s\", kind: \"%s\", dims: &[%s] }", port$name, port$type,
            toString(dims))
  }
  in_lines(sprintf("    const %s: &'static [Port] = &[", constant), vapply(ports, port, ""), "];",
           "    ")
}

rust_function <- function(name, ports) {
  types <- sprintf("Array<%s>", vapply(ports$outputs, type_of, "", "rust"))
  result <- together(types, "(%s)")
  parameters <- sprintf("%s: &View<%s>", names_of_ports(ports$inputs),
                        vapply(ports$inputs, type_of, "", "rust"))
  outputs <- names_of_ports(ports$outputs)
  c(
    doc_lines("/// ", ports),
    if (length(parameters) > 7L) "#[allow(clippy::too_many_arguments)]",
    if (length(types) > 2L) "#[allow(clippy::type_complexity)]",
    in_lines(sprintf("pub fn %s(", name), parameters, sprintf(") -> Result<%s, String> {", result),
             ""),
    unused_line(names_of_ports(ports$inputs)),
    sprintf("    let %s = Array::zeros(&[%s]);", outputs,
            vapply(ports$outputs, output_size, "", ports$inputs, "%s.dims[%d]")),
    sprintf("    Ok(%s)", together(outputs, "(%s)")),
    "}"
  )
}

# Compilers warn of parameters that are not used.
unused_line <- function(names) {
  if (!length(names)) {
    return(NULL)
  }
  c("    // Remove this line when you use the inputs.",
    sprintf("    let _ = %s;", together(names, "(%s)")))
}

doc_lines <- function(mark, ports) {
  listed <- function(ports) paste0("`", names_of_ports(ports), "`", collapse = ", ")
  from <- if (length(ports$inputs)) paste0(" from ", listed(ports$inputs)) else ""
  text <- sprintf("Computes %s%s.", listed(ports$outputs), from)
  paste0(mark, strwrap(text, 90))
}

# The size of an output: of the input that it is the gradient of, or that of the first input with
# such a dimension.
output_size <- function(port, inputs, format) {
  names <- names_of_ports(inputs)
  own <- match(sub("^grad_", "", port$name), names)
  size <- function(i) {
    if (!is.na(port$dims[[i]])) return(as.character(port$dims[[i]]))
    has <- vapply(inputs, function(input) length(input$dims) >= i, NA)
    source <- if (!is.na(own)) own else which(has)[1]
    if (is.na(source)) "1" else sprintf(format, names[[source]], i - 1L)
  }
  toString(vapply(seq_along(port$dims), size, ""))
}

# ---- C++ ----------------------------------------------------------------------------------------

cpp_kernel <- function(name, kernel, ports) {
  inputs <- names_of_ports(ports$inputs)
  outputs <- names_of_ports(ports$outputs)
  views <- sprintf("%s.view<%s>()", inputs, vapply(ports$inputs, type_of, "", "cpp"))
  results <- together(outputs, "[%s]")
  c(
    sprintf("struct %s {", kernel),
    sprintf("  static constexpr const char* name = \"%s\";", name),
    cpp_ports("inputs", ports$inputs), cpp_ports("outputs", ports$outputs),
    sprintf("  static void compute(const Context<%s>& context) {", kernel),
    sprintf("    Input %s = context.input(%d);", inputs, seq_along(inputs) - 1L),
    in_lines(sprintf("    auto %s = %s(", results, tolower(kernel)), views, ");", "    ",
             last = ""),
    sprintf("    context.output<%s>(%d, %s);", vapply(ports$outputs, type_of, "", "cpp"),
            seq_along(outputs) - 1L, outputs),
    "  }", "};", ""
  )
}

cpp_ports <- function(constant, ports) {
  port <- function(port) {
    dims <- ifelse(is.na(port$dims), "-1", port$dims)
    sprintf("      {\"%s\", \"%s\", {%s}},", port$name, port$type, toString(dims))
  }
  c(
    sprintf("  static const std::vector<Port>& %s() {", constant),
    "    static const std::vector<Port> ports = {", vapply(ports, port, ""), "    };",
    "    return ports;", "  }"
  )
}

cpp_function <- function(name, ports) {
  types <- sprintf("Array<%s>", vapply(ports$outputs, type_of, "", "cpp"))
  result <- together(types, "std::tuple<%s>")
  parameters <- sprintf("const View<%s>& %s", vapply(ports$inputs, type_of, "", "cpp"),
                        names_of_ports(ports$inputs))
  outputs <- names_of_ports(ports$outputs)
  sizes <- vapply(ports$outputs, output_size, "", ports$inputs, "%s.dims[%d]")
  c(
    doc_lines("// ", ports),
    in_lines(sprintf("inline %s %s(", result, name), parameters, ") {", "", last = ""),
    sprintf("  %s %s(Dims{%s});", types, outputs, sizes),
    sprintf("  return %s;", together(outputs, "{%s}")),
    "}", if (name == "backward") ""
  )
}
