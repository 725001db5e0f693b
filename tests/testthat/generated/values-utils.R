# Files and arrays that the utilities are tried with.

some_numbers <- whole(4, 5)
six_rows <- whole(6, 2)
one_image <- whole(4, 4, 3)
wide_image <- whole(4, 8, 3)

# All that a data set yields.
batches <- python_function_of("batches", "
def batches(dataset):
    return [tidied(batch) for batch in dataset]

def tidied(x):
    return [*map(tidied, x)] if isinstance(x, tuple) else x.numpy().tolist()
", convert = FALSE)

# Folders of small files, two for one class and one for the other.
write_files <- python_function_of("write_files", "
import os, wave
import numpy as np
def write_files(root):
    places = [('a', '1'), ('a', '2'), ('b', '3')]
    for i, (folder, name) in enumerate(places):
        for kind in 'texts', 'sounds':
            os.makedirs(f'{root}/{kind}/{folder}', exist_ok=True)
        with open(f'{root}/texts/{folder}/{name}.txt', 'w') as file:
            file.write('text ' + name)
        with wave.open(f'{root}/sounds/{folder}/{name}.wav', 'wb') as file:
            file.setnchannels(1), file.setsampwidth(2), file.setframerate(8000)
            file.writeframes(np.arange(4 + i, dtype='int16').tobytes())
    import keras
    for folder, name in [('cats', '1'), ('cats', '2'), ('dogs', '3')]:
        os.makedirs(f'{root}/pictures/{folder}', exist_ok=True)
        image = np.arange(4 * 6 * 3).reshape(4, 6, 3) + int(name)
        keras.utils.save_img(f'{root}/pictures/{folder}/{name}.png', image, scale=False)
")
root <- tempfile("files")
write_files(root)
pictures <- file.path(root, "pictures")
texts <- file.path(root, "texts")
sounds <- file.path(root, "sounds")

boxes <- float32(rbind(c(10, 20, 30, 60), c(50, 40, 70, 80)))
other_boxes <- float32(rbind(c(12, 18, 40, 50), c(-5, -6, -1, -2), c(45, 45, 75, 75)))
box_batch <- float32(array(whole(16), c(2, 2, 4)))

f32 <- python_function_of("f32", "
import numpy as np
def f32(x):
    return np.float32([x])
", convert = FALSE)

gradient_of <- python_function_of("gradient_of", "
import tensorflow as tf
def gradient_of(f):
    x = tf.constant([0.5, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return [y, tape.gradient(y, x)]
", convert = FALSE)

# What an archive serves, and what is in a file of weights.
archived <- python_function_of("archived", "
import keras, tempfile, tensorflow as tf
def archived(archive):
    spec = keras.InputSpec(shape=(None, 2), dtype='float32')
    archive.add_endpoint('double', tf.function(lambda x: 2 * x), [spec])
    with tempfile.TemporaryDirectory() as folder:
        archive.write_out(folder, verbose=False)
        return tf.saved_model.load(folder).double(tf.ones((1, 2)))
", convert = FALSE)

weights_within <- python_function_of("weights_within", "
def weights_within(editor):
    return editor.weights_dict
", convert = FALSE)
weights_file <- file.path(root, "w.weights.h5")
save_model_weights(
  keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, kernel_initializer = "ones"),
  weights_file
)
