# Headless Chromium, which prints, measures and draws pages.

# As root Chromium needs --no-sandbox.
chromium <- function(...) {
  program <- Sys.which(c("chromium", "chromium-browser", "google-chrome"))
  program <- program[nzchar(program)]
  if (!length(program)) stop("Chromium is not installed.")
  profile <- tempfile("chromium-")
  on.exit(unlink(profile, recursive = TRUE))
  system2(program[[1]], c("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    paste0("--user-data-dir=", profile), ...), stdout = TRUE, stderr = FALSE)
}
