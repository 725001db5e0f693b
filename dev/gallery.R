# Runs the examples of vignettes/gallery.Rmd in one session and checks what each has learned:
# `make gallery`. `make test` runs those that take a second or two. A part of them, by their
# headings: `Rscript dev/gallery.R "Sounds"`.

# What must hold after an example.
checks <- expression(
  "Imbalanced classification" = at_half["recall", "weighted"] > at_half["recall", "equal"],
  "Anomaly detection with an autoencoder" = mean(error[!normal_test] > threshold) > 0.9,
  "Anomalies in a time series" = mean(is_anomaly[found + window]) > 0.2,
  "Sounds" = mean(heard == kinds[-train]) > 0.9,
  "Segmentation" = sum(predicted & true) / sum(predicted | true) > 0.9,
  "Where a network looks: Grad-CAM" = max(heat) > 0,
  "Object boxes" = mean(diag(overlap)) > 0.7,
  "Super-resolution" = decibels(network) > decibels(bicubic) + 1,
  "Recommendation" = mean((held - guess)^2) < mean((held - level)^2) / 4,
  "Translation with attention" = mean(translated == iso[-train]) > 0.8,
  "A graph network" = mean(predicted == community) > 0.9,
  "A physics-informed network" = max(abs(learned - exact)) < 0.05,
  "A diffusion model" = all(abs(apply(x, 2, sd) - apply(data, 2, sd)) < 0.3),
  "A generative adversarial network" = nearest(made) < nearest(noise) / 2,
  "Reinforcement learning: actor and critic" = balanced(function(state) actor(state) > 0) > 60,
  "Knowledge distillation" = scores[["student, distilled"]] > scores[["student, 300 labels"]],
  "Fine-tuning with LoRA" = scores[["after LoRA"]] > before + 0.2,
  "A quantized model" = results["kilobytes", "4 bits"] < results["kilobytes", "32 bits"] / 4
)

# Images of clothes, which the first of them reads, and examples that need nothing else.
quick <- c(
  "Anomaly detection with an autoencoder", "Sounds", "Object boxes", "Super-resolution"
)

main <- function(chosen) {
  outcome <- run_examples(if (length(chosen)) chosen else names(checks))
  writeLines(sprintf("%-42s %5.1f s  %s", names(outcome$found), outcome$seconds, outcome$found))
  quit(status = if (all(outcome$found == "works")) 0L else 1L)
}

# For tools/run-tests.R.
run_file <- function(name) {
  found <- run_examples(quick)$found
  failed <- found != "works"
  list(counts = c(passed = sum(!failed), failed = sum(failed), skipped = 0L),
       failures = paste(names(found)[failed], found[failed], sep = "\n"))
}

run_examples <- function(chosen) {
  library(rkeras)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  examples <- examples_in("vignettes/gallery.Rmd")
  stopifnot(setequal(names(examples)[-1], names(checks)))
  frame <- new.env(parent = globalenv())
  eval(examples[[1]], frame)
  seconds <- found <- stats::setNames(nm = chosen)
  for (name in chosen) {
    start <- proc.time()[[3]]
    found[[name]] <- outcome_of(examples[[name]], checks[[name]], frame)
    seconds[[name]] <- proc.time()[[3]] - start
  }
  list(found = found, seconds = as.numeric(seconds))
}

outcome_of <- function(code, check, frame) {
  tryCatch({
    utils::capture.output(eval(code, frame))
    if (isTRUE(eval(check, frame))) "works" else paste("It does not hold that", deparse1(check))
  }, error = conditionMessage)
}

# The code before the first heading and below each, in their order.
examples_in <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  opens <- grepl("^```[{]r", lines)
  closes <- lines == "```"
  is_code <- cumsum(opens) > cumsum(closes) & !opens
  is_set_up <- cumsum(grepl("include = FALSE", lines, fixed = TRUE)) == 1L & cumsum(closes) == 0L
  heading <- cumsum(grepl("^## ", lines))
  code <- lapply(split(ifelse(is_code & !is_set_up, lines, ""), heading), function(x) {
    parse(text = x, keep.source = FALSE)
  })
  code <- stats::setNames(code, c("", sub("^## ", "", grep("^## ", lines, value = TRUE))))
  code[lengths(code) > 0L]
}

if (sys.nframe() == 0L) main(commandArgs(trailingOnly = TRUE))
