# https://docs.pola.rs/user-guide/getting-started/
pl <- import("polars", convert = FALSE)
datetime <- import("datetime", convert = FALSE)

df <- pl$DataFrame(dict(
  name = list("Alice Archer", "Ben Brown", "Chloe Cooper", "Daniel Donovan"),
  birthdate = list(
    datetime$date(1997L, 1L, 10L), datetime$date(1985L, 2L, 15L), datetime$date(1983L, 3L, 22L),
    datetime$date(1981L, 4L, 30L)
  ),
  weight = list(57.9, 72.5, 53.6, 83.1),
  height = list(1.56, 1.77, 1.65, 1.75)
))
result <- df$select(
  pl$col("name"),
  pl$col("birthdate")$dt$year()$alias("birth_year"),
  (pl$col("weight") / (pl$col("height")^2))$alias("bmi")
)
table <- as.data.frame(result)
stopifnot(is.data.frame(table), identical(dim(table), c(4L, 3L)), is.character(table$name))
stopifnot(all.equal(table$bmi[1], 57.9 / 1.56^2), table$birth_year[1] == 1997)
stopifnot(inherits(as.data.frame(df)$birthdate, "Date"))

old <- df$filter((pl$col("birthdate") < datetime$date(1984L, 1L, 1L)) & (pl$col("height") > 1.7))
stopifnot(identical(as.data.frame(old)$name, "Daniel Donovan"))

decade <- df$with_columns((pl$col("birthdate")$dt$year() %/% 10L * 10L)$alias("decade"))
by <- decade$group_by("decade", maintain_order = TRUE)$agg(
  pl$len()$alias("n"), pl$col("weight")$mean()$round(2L)$alias("weight")
)
stopifnot(identical(as.integer(as.data.frame(by)$n), c(1L, 3L)))

# From R, and back
cars <- pl$DataFrame(r_to_py(mtcars))
stopifnot(all.equal(as.data.frame(cars$select("mpg"))$mpg, mtcars$mpg))
words <- dict(x = list("a", "b", "a"))
cats <- as.data.frame(pl$DataFrame(words, schema = dict(x = pl$Categorical)))
stopifnot(is.factor(cats$x))
s <- pl$Series("x", list(1L, NULL, 3L))
stopifnot(identical(as.integer(s), c(1L, NA, 3L)), identical(as.numeric(s), c(1, NA, 3)))
