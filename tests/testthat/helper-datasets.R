# Files in the formats of Keras's data sets, written by Python, and what Keras reads from them.

datasets_python <- function() {
  py_run_string("
import json, os, pickle, tarfile
import numpy as np
import keras

class Datasets:
    def __init__(self, folder):
        self.folder = folder

    def path(self, *names):
        path = os.path.join(self.folder, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def npz(self, name, **arrays):
        np.savez(self.path('datasets', name), **arrays)

    def houses(self, name, n, columns):
        x = np.arange(n * columns, dtype='float64').reshape(n, columns) / 4
        self.npz(name, x=x, y=x[:, 0] * 10)

    def texts(self, n, start):
        random = np.random.RandomState(start)
        texts = [random.randint(1, 50, size=2 + (i + start) % 7).tolist() for i in range(n)]
        return np.array(texts, dtype=object)

    def imdb(self):
        self.npz('imdb.npz', x_train=self.texts(30, 0), y_train=np.arange(30) % 2,
                 x_test=self.texts(20, 5), y_test=np.arange(20) % 2)

    def reuters(self):
        self.npz('reuters.npz', x=self.texts(40, 3), y=np.arange(40) % 46)

    def json(self, name, index):
        with open(self.path('datasets', name), 'w') as file:
            json.dump(index, file)

    def cifar(self, folder, batches, n, **labels):
        for k, name in enumerate(batches):
            pixels = np.full((n, 3072), 10 * k, dtype='uint8')
            pixels[:, 0] = np.arange(n) % 256
            pixels[:, 1024] = 200
            rows = {key.encode(): (np.arange(n) % top).tolist() for key, top in labels.items()}
            with open(self.path('datasets', folder + '-target', folder, name), 'wb') as file:
                pickle.dump({b'data': pixels, **rows}, file)

    def archive(self, folder, name):
        inside = self.path('datasets', folder + '-target', folder)
        with tarfile.open(self.path('own', name), 'w:gz') as file:
            file.add(inside, arcname=folder)

    def __enter__(self):
        # Keras believes that these are its files, and that they lie in its cache.
        from keras.src.backend import config
        from keras.src.utils import file_utils
        self.was = config._KERAS_DIR, file_utils.validate_file, file_utils.extract_archive
        config._KERAS_DIR = self.folder
        file_utils.validate_file = lambda *args, **kwargs: True
        file_utils.extract_archive = lambda *args, **kwargs: True

    def __exit__(self, *error):
        from keras.src.backend import config
        from keras.src.utils import file_utils
        config._KERAS_DIR, file_utils.validate_file, file_utils.extract_archive = self.was

    def expected(self, name, loader='load_data', **arguments):
        with self:
            return getattr(getattr(keras.datasets, name), loader)(**arguments)

    def expected_texts(self, name, **arguments):
        parts = self.expected(name, **arguments)
        return [[x.tolist(), y] for x, y in parts]
", convert = FALSE)$Datasets
}

local_datasets <- function(frame = parent.frame()) {
  datasets_python()(withr::local_tempdir(.local_envir = frame))
}
