# https://pandas.pydata.org/docs/user_guide/10min.html
pd <- import("pandas", convert = FALSE)
np <- import("numpy", convert = FALSE)

dates <- pd$date_range("20130101", periods = 6L)
df <- pd$DataFrame(np$arange(24)$reshape(6L, 4L), index = dates, columns = c("A", "B", "C", "D"))
stopifnot(identical(dim(df), c(6L, 4L)), inherits(df, "pandas.DataFrame"))
stopifnot(py_to_r(df$loc[dates[0], "A"]) == 0)
stopifnot(nrow(py_to_r(df$head(2L))) == 2)
stopifnot(identical(py_to_r(df$sort_values(by = "B", ascending = FALSE)$iloc[0]$name$day), 6L))

# Columns, masks and assignment
chosen <- df[df["A"] > 8]
stopifnot(nrow(py_to_r(chosen)) == 3)
df["E"] <- c("one", "one", "two", "three", "four", "three")
two <- df[df["E"]$isin(list("two", "four"))]
stopifnot(identical(py_to_r(two)$E, c("two", "four")))
df$loc[, "D"] <- np$array(rep(5, 6))
stopifnot(all(py_to_r(df)$D == 5))

# Missing values, aggregation, joins
df1 <- df$reindex(index = dates[0:4], columns = c(names(py_to_r(df)), "F"))
stopifnot(all(is.na(py_to_r(df1)$F)))
stopifnot(py_to_r(df[["A"]]$mean()) == 10)
s <- pd$Series(c("A", "B", NA, "dog"))
stopifnot(identical(py_to_r(s$str$lower())[1:2], c("a", "b")))
left <- pd$DataFrame(dict(key = list("foo", "bar"), lval = list(1L, 2L)))
right <- pd$DataFrame(dict(key = list("foo", "bar"), rval = list(4L, 5L)))
both <- py_to_r(pd$merge(left, right, on = "key"))
stopifnot(identical(both$rval, 4:5))
groups <- py_to_r(df$groupby("E")[c("A", "B")]$sum())
stopifnot(identical(rownames(groups), c("four", "one", "three", "two")))

# Categories, time zones, durations
df["grade"] <- pd$Categorical(c("a", "b", "b", "a", "a", "e"))
stopifnot(identical(levels(py_to_r(df)$grade), c("a", "b", "e")))
zoned <- pd$date_range("3/6/2012 00:00", periods = 3L, freq = "D", tz = "US/Eastern")
stopifnot(identical(attr(py_to_r(pd$Series(zoned)), "tzone"), "US/Eastern"))
span <- py_to_r(pd$Series(pd$to_timedelta(list("1 days", "2 days"))))
stopifnot(inherits(span, "difftime"), as.numeric(span, units = "days") == 1:2)
