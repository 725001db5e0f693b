# Checks the order of the rooms: ARCHITECTURE.md lists them, each uses only those above it, and none is
# too large. Prints what is wrong, and with --graph how often each room uses which.
for (file in list.files("tools/house", "[.]R$", full.names = TRUE)) source(file)

largest <- 30L # files that people write

main <- function(args) {
  r <- house_of_r()
  houses <- list(r)
  if ("--graph" %in% args) for (house in houses) print_graph(house$uses)
  faults <- unlist(lapply(houses, faults_of))
  faults <- c(faults, twice(r$definitions))
  writeLines(as.character(faults))
  message(length(faults), " faults in the order of the rooms")
  quit(status = if (length(faults)) 1L else 0L)
}

# The rooms, lowest first, with what is in each; the places, which are files or modules, with their
# rooms; and the uses among them.
house_of_r <- function() {
  rooms <- rooms_in_order("R")
  definitions <- r_definitions()
  uses <- r_uses(definitions)
  files <- unique(definitions$file)
  room <- stats::setNames(room_of(files, rooms, "-"), files)
  uses$from_room <- room[uses$file]
  uses$to_room <- room[uses$home]
  list(rooms = rooms, room = room, uses = uses, definitions = definitions)
}

faults_of <- function(house) {
  homeless <- names(house$room)[is.na(house$room)]
  written <- !grepl("^(generated|extendr)-", names(house$room))
  sizes <- table(house$room[written])
  c(
    sprintf("`%s` belongs to no room of ARCHITECTURE.md", homeless),
    upward(house$uses, names(house$rooms)),
    sprintf("The room `%s` has %d files: split it", names(sizes), sizes)[sizes > largest]
  )
}

upward <- function(uses, order) {
  up <- match(uses$to_room, order) > match(uses$from_room, order)
  up <- uses[!is.na(up) & up, ]
  sprintf(
    "`%s` of %s uses `%s` of %s: the room `%s` is above `%s`",
    up$by, up$file, up$name, up$home, up$to_room, up$from_room
  )
}

twice <- function(definitions) {
  names <- defined_twice(definitions)
  sprintf("R/%s.R defines `%s`, as another file does", names$file, names$name)
}

# ---- The tables of ARCHITECTURE.md ---------------------------------------------------------------

# The rooms of one table, lowest first. Its first cell is `<which> room`; the second column has the
# beginnings of the names that are in the room, in backticks.
rooms_in_order <- function(which) {
  lines <- readLines("ARCHITECTURE.md")
  start <- grep(sprintf("^[|] %s room ", which), lines)
  rows <- lines[seq(start + 2L, length(lines))]
  rows <- rows[seq_len(match(FALSE, startsWith(rows, "|")) - 1L)]
  cells <- strsplit(rows, "|", fixed = TRUE)
  contents <- vapply(cells, `[[`, "", 3L)
  rooms <- regmatches(contents, gregexpr("(?<=`)[^` ,]+(?=`)", contents, perl = TRUE))
  stats::setNames(rooms, trimws(vapply(cells, `[[`, "", 2L)))
}

# The longest beginning decides: `generated-layers` is in another room than `generated-ops`.
room_of <- function(places, rooms, separator) {
  beginning <- unlist(rooms, use.names = FALSE)
  room <- rep(names(rooms), lengths(rooms))
  vapply(places, FUN.VALUE = "", USE.NAMES = FALSE, function(place) {
    fits <- which(place == beginning | startsWith(place, paste0(beginning, separator)))
    if (length(fits)) room[fits[which.max(nchar(beginning[fits]))]] else NA_character_
  })
}

print_graph <- function(uses) {
  uses <- uses[uses$from_room != uses$to_room, ]
  print(table(uses = uses$from_room, of = uses$to_room))
}

main(commandArgs(trailingOnly = TRUE))
