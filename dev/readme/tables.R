# Draws the second picture of README.md, of the first table of models in bench/RESULTS.md:
# Rscript dev/readme/tables.R

lines <- readLines("bench/RESULTS.md", encoding = "UTF-8")
lines <- lines[-seq_len(grep("^## Models of tables", lines))]
rows <- lines[seq(grep("^\\| model", lines)[[1]], grep("^\\| linear", lines)[[1]])]
cells <- do.call(rbind, strsplit(trimws(rows[-2]), "\\s*\\|\\s*"))[, -1]
scores <- as.data.frame(cells[-1, ])
names(scores) <- cells[1, ]
scores <- scores[!scores$model %in% c("rkeras", "rkeras before"), ]

measures <- c("RMSE", "log loss", "error rate")
points <- data.frame(
  model = factor(scores$model, rev(scores$model)),
  measure = factor(rep(measures, each = nrow(scores)), measures),
  ratio = as.double(unlist(scores[measures]))
)
picture <- ggplot2::ggplot(points, ggplot2::aes(ratio, model, colour = measure, shape = measure)) +
  ggplot2::geom_vline(xintercept = 1, colour = "grey40") +
  ggplot2::geom_point(size = 2.5) +
  ggplot2::scale_colour_manual(values = c("#1F6FB2", "#D9622B", "#5B8C3A")) +
  ggplot2::scale_x_continuous(breaks = seq(0.9, 1.5, 0.1)) +
  ggplot2::labs(x = "ratio to tabular() of rkeras: above 1 is worse", y = NULL, colour = NULL,
                shape = NULL) +
  ggplot2::theme_minimal(base_size = 10) +
  ggplot2::theme(panel.grid.minor = ggplot2::element_blank())
ggplot2::ggsave("man/figures/tables.png", picture, width = 6, height = 2.4, dpi = 110,
                bg = "white")
