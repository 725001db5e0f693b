# Draws the picture of README.md: tools/in-env.sh Rscript dev/readme/picture.R
library(rkeras)
set_random_seed(1)

model <- tabular(Ozone ~ Temp + Wind + Solar.R, data = airquality)
picture <- plot(partial_dependence(model, feature = c("Temp", "Wind")))

ggplot2::ggsave("man/figures/ozone.png", picture, width = 6, height = 3, dpi = 110)
