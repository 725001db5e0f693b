# The chapters of the reference, from the families of the wrappers' tables and of `@family`.

# What pkgdown takes as `reference`: chapters with sections, a section for each family.
reference_chapters <- function(topics) {
  chapters <- yaml::read_yaml("tools/site/reference.yml")
  topics <- topics[!topics$internal, ]
  place <- places_of(topics, chapters)
  used <- lapply(seq_along(chapters), function(i) {
    here <- place$chapter == i
    chapter_sections(chapters[[i]], topics$name[here], place$family[here])
  })
  do.call(c, used)
}

chapter_sections <- function(chapter, names, families) {
  if (!length(names)) {
    return(list())
  }
  in_order <- unique(c("", intersect(chapter$families, families), sort(families)))
  sections <- lapply(in_order, function(family) {
    list(subtitle = capital(family), contents = quoted(sort(names[families == family])))
  })
  sections <- Filter(function(section) length(section$contents), sections)
  # A family that has the chapter's name, or is alone in it, needs no heading.
  sections <- lapply(sections, function(section) {
    if (tolower(section$subtitle) %in% c("", tolower(chapter$title)) || length(sections) == 1L) {
      section$subtitle <- NULL
    }
    section
  })
  c(list(list(title = chapter$title, desc = chapter$desc)), sections)
}

# The chapter of each topic, by its name, its family or its room, and its family.
places_of <- function(topics, chapters) {
  family <- families_of(topics)
  room <- rooms_of(topics)
  gone <- setdiff(unlist(lapply(chapters, `[[`, "rooms")), room)
  if (length(gone)) stop("There are no pages of the rooms ", toString(gone), ".")
  listed <- function(field, values) {
    at <- rep(seq_along(chapters), lengths(lapply(chapters, `[[`, field)))
    at[match(values, unlist(lapply(chapters, `[[`, field)))]
  }
  chapter <- listed("topics", topics$name)
  family[!is.na(chapter)] <- ""
  chapter <- first_known(chapter, listed("families", family))
  chapter <- first_known(chapter, listed("rooms", room))
  data.frame(chapter = first_known(chapter, length(chapters)), family = family)
}

first_known <- function(x, otherwise) ifelse(is.na(x), otherwise, x)

# The wrappers' table first: a topic there may have further families. Then "Other <family>:", which
# roxygen2 writes for `@family`. "" if there is none.
families_of <- function(topics) {
  table <- wrapper_families()
  from_table <- table$family[match(topics$name, table$name)]
  from_page <- vapply(file.path("man", topics$file_in), family_of_page, "", USE.NAMES = FALSE)
  first_known(first_known(from_table, from_page), "")
}

wrapper_families <- function() {
  tables <- lapply(Sys.glob("dev/wrappers/*/endpoints.tsv"), function(file) {
    read.delim(file, quote = "", colClasses = "character", fill = TRUE)[c("name", "family")]
  })
  do.call(rbind, tables)
}

family_of_page <- function(file) {
  lines <- grep("^Other .*:$", trimws(readLines(file, encoding = "UTF-8")), value = TRUE)
  sub("^Other (.*):$", "\\1", lines)[1]
}

# The prefix of the file with the topic's comments.
rooms_of <- function(topics) {
  vapply(topics$source, function(files) sub("[-.].*", "", basename(files[1])), "")
}

capital <- function(x) paste0(toupper(substring(x, 1L, 1L)), substring(x, 2L))

quoted <- function(names) if (length(names)) sprintf("`%s`", names) else character()
