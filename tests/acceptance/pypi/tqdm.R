# https://tqdm.github.io/
tqdm <- import("tqdm")$tqdm
shown <- capture.output(
  {
    total <- 0
    for (i in iterate(tqdm(1:5, desc = "rows"))) total <- total + i
  },
  type = "message"
)
stopifnot(total == 15)
