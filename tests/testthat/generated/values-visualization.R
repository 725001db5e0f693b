# Pictures with boxes and classes.

pictures_3 <- np_array(array(as.numeric(seq_len(2 * 12 * 10 * 3) %% 251), c(2, 12, 10, 3)))
found <- list(
  boxes = array(c(1, 2, 2, 3, 5, 4, 6, 3), c(2, 1, 4)), labels = matrix(c(4L, 0L))
)
class_masks <- array(rep(0:2, 80), c(2, 12, 10))
masks_4 <- array(class_masks, c(2, 12, 10, 1))

# Drawing has no screen here.
drawn <- function(pictures) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  force(pictures)
}

masked_pictures <- python_function_of("masked_pictures", "
import keras, numpy as np
def masked_pictures(images, masks):
    masked = keras.visualization.draw_segmentation_masks(images, masks, 3, alpha=0.5)
    shown = [picture for i in range(len(images)) for picture in (images[i], masked[i], masked[i])]
    return np.stack(shown).astype('float64')
", convert = FALSE)
