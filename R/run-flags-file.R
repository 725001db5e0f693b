# Flags in a YAML file, which may have sections.

read_flags <- function(file, config, definitions) {
  values <- pick_section(read_yaml(file), config, file)
  unknown <- setdiff(names(values), names(definitions))
  if (length(unknown)) {
    warn("`file`: '%s' has entries that are not flags of this script: %s", file, toString(unknown))
  }
  known <- intersect(names(values), names(definitions))
  sapply(known, simplify = FALSE, function(name) {
    flag_value(values[[name]], definitions[[name]], sprintf("'%s': the value", file))
  })
}

read_yaml <- function(file) {
  need_package("yaml", sprintf("To read '%s' needs", file))
  found <- yaml::read_yaml(file, handlers = plain_letters) %||% list()
  if (!is.list(found) || length(found) && is.null(names(found))) {
    abort("`file`: '%s' must have names and values.", file)
  }
  found
}

# In YAML 1.1 the letters `n` and `y` are FALSE and TRUE, here they are names and strings.
plain_letters <- list(
  `bool#no` = function(x) if (tolower(x) == "n") x else FALSE,
  `bool#yes` = function(x) if (tolower(x) == "y") x else TRUE
)

# The values of the file, or of one of its sections and the sections from which it inherits.
pick_section <- function(found, config, file, seen = character()) {
  if (!any(vapply(found, is.list, NA))) {
    return(found)
  }
  if (is.null(found[[config]]) && config == "default") {
    return(list())
  }
  if (is.null(found[[config]]) && is.null(found$default)) {
    abort("'%s' has no section `%s` and none `default`.", file, config)
  }
  section <- found[[config]] %||% list()
  base <- section$inherits %||% "default"
  section$inherits <- NULL
  if (config == "default" || base %in% c(config, seen)) {
    return(section)
  }
  below <- pick_section(found, base, file, c(seen, config))
  utils::modifyList(below, section, keep.null = TRUE)
}
