# Checks the order of the rooms: ARCHITECTURE.md lists them, each uses only those above it, and none
# is too large. Prints what is wrong, and with --graph how often each room uses which.
for (file in list.files("tools/house", "[.]R$", full.names = TRUE)) source(file)

largest <- 30L # files that people write
# Folders of the crate whose files have an order, too.
layered <- c(
  "convert", "entry", "error", "memory", "object", "op", "os", "py", "r", "serve", "shared",
  "threads"
)

main <- function(args) {
  r <- house_of_r()
  python <- house_of_python()
  houses <- list(r, house_of_rust(), python)
  if ("--graph" %in% args) for (house in houses) print_graph(house)
  faults <- unlist(lapply(houses, faults_of))
  faults <- c(faults, unlist(lapply(layered, circles)), past_the_bridge(r), too_early(r, python),
              twice(r$definitions), lost(r$definitions), unlisted_stores())
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

house_of_rust <- function() {
  rooms <- rooms_in_order("Rust")
  uses <- rust_uses()
  uses$file <- uses$from_module
  uses$by <- uses$from_module
  uses$home <- uses$to_room
  folders <- list.dirs("src/rust/src", recursive = FALSE, full.names = FALSE)
  list(rooms = rooms, room = stats::setNames(room_of(folders, rooms, "/"), folders), uses = uses)
}

house_of_python <- function() {
  rooms <- rooms_in_order("Python")
  uses <- python_uses()
  modules <- python_modules()
  room <- stats::setNames(room_of(modules, rooms, "/"), modules)
  uses$from_room <- room[uses$file]
  uses$to_room <- room[uses$home]
  list(rooms = rooms, room = room, uses = uses)
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

# The rooms above the bridge call Python by its functions. The routines of the server are its own.
past_the_bridge <- function(house) {
  order <- names(house$rooms)
  above <- setdiff(order[seq(match("bridge", order) + 1L, length(order))], c("serve", "package"))
  uses <- house$uses[house$uses$home == "extendr-wrappers" & house$uses$from_room %in% above, ]
  sprintf("`%s` of %s uses `%s` of %s: call Python by functions of the room `bridge`", uses$by,
          uses$file, uses$name, uses$home)
}

# R code uses a Python room from the R room on that the third column of the Python rooms names, Rust
# code those that are there before any R room.
too_early <- function(r, python) {
  from <- unlist(room_cells("Python", 3L))
  used <- module_names(c("R", "src/rust/src"))
  module <- gsub(".", "/", sub("rkeras.", "", used$name, fixed = TRUE), fixed = TRUE)
  used$room <- room_of(module, python$rooms, "/")
  order <- c("Rust", names(r$rooms))
  user <- unname(r$room[sub("[.]R$", "", basename(used$file))])
  user[startsWith(used$file, "src/")] <- "Rust"
  early <- match(user, order) < match(from[used$room], order)
  sprintf("%s uses `%s`: the Python room `%s` is for R from the room `%s` on", used$file, used$name,
          used$room, from[used$room])[which(early)]
}

circles <- function(folder) {
  circle <- rust_circle(folder)
  sprintf("src/rust/src/%s.rs is in a circle of files that use one another", circle)
}

twice <- function(definitions) {
  names <- defined_twice(definitions)
  sprintf("R/%s.R defines `%s`, as another file does", names$file, names$name)
}

lost <- function(definitions) {
  modules <- lost_modules()
  functions <- lost_functions(definitions)
  c(
    sprintf("%s names the Python module `%s`, which does not exist", modules$file, modules$name),
    sprintf("%s calls the R function `%s`, which does not exist", functions$file, functions$name)
  )
}

# ---- The tables of ARCHITECTURE.md ---------------------------------------------------------------

# The rooms of one table, lowest first. Its first cell is `<which> room`; the second column has the
# beginnings of the names that are in the room, in backticks.
rooms_in_order <- function(which) room_cells(which, 2L)

# What is in backticks in a column, by room.
room_cells <- function(which, column) cells_of_table(paste(which, "room"), column)

cells_of_table <- function(heading, column) {
  lines <- readLines("ARCHITECTURE.md")
  start <- grep(sprintf("^[|] %s ", heading), lines)
  rows <- lines[seq(start + 2L, length(lines))]
  rows <- rows[seq_len(match(FALSE, startsWith(rows, "|")) - 1L)]
  cells <- strsplit(rows, "|", fixed = TRUE)
  contents <- vapply(cells, `[[`, "", column + 1L)
  rooms <- regmatches(contents, gregexpr("(?<=`)[^` ,]+(?=`)", contents, perl = TRUE))
  stats::setNames(rooms, trimws(vapply(cells, `[[`, "", 2L)))
}

# Stores of state in R are in ARCHITECTURE.md, and no others.
unlisted_stores <- function() {
  lines <- unlist(lapply(list.files("R", full.names = TRUE), readLines, encoding = "UTF-8"))
  made <- sub(" .*", "", grep("^[.A-Za-z_]+ <- new[.]env\\(", lines, value = TRUE))
  listed <- unlist(cells_of_table("R store", 1L), use.names = FALSE)
  c(sprintf("`%s` is a store that ARCHITECTURE.md does not list", setdiff(made, listed)),
    sprintf("ARCHITECTURE.md lists the store `%s`, which is none", setdiff(listed, made)))
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

# Below the diagonal are the uses of lower rooms.
print_graph <- function(house) {
  uses <- house$uses[house$uses$from_room != house$uses$to_room, ]
  in_order <- function(rooms) factor(rooms, names(house$rooms))
  print(table(uses = in_order(uses$from_room), of = in_order(uses$to_room)))
}

main(commandArgs(trailingOnly = TRUE))
