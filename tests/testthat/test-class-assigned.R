test_that("the variables that code assigns are found", {
  code <- quote({
    a <- 1
    names(b)[2] <- "x"
    c %<>% sum()
    d <<- 2
    for (e in 1:3) f <- e
    .[g, name = h] <- list(1, 2)
    c(i, j) %<-% k
    l %as% m
    assign("n", 3)
    function() o <- 1
    quote(p <- 1)
  })
  all <- c("a", "b", "c", "<<d", "f", "e", "g", "h", "i", "j", "m", "n")
  expect_setequal(assigned_names(code), all)
  expect_setequal(assigned_names(code, own = TRUE), setdiff(all, "<<d"))
  expect_setequal(created_names(code), setdiff(all, c("b", "c", "<<d")))
})
