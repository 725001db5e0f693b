# What optimizers, schedules and callbacks are tried with.

# Three steps of an optimizer from the same start: the variables, and how it is configured.
steps <- python_function_of("steps", "
import keras, re

# Without the numbers that names get.
def configured(optimizer):
    return re.sub(r\"'name': '\\w+'\", '', str(optimizer.get_config()))

def steps(optimizer):
    w = keras.Variable([[1.0, -2.0, 3.0], [0.5, -0.25, 2.0]], name='w')
    b = keras.Variable([0.5, -1.0], name='b')
    for i in range(3):
        optimizer.apply([w * 2 + 1, b - 1], [w, b])
    return [w, b, configured(optimizer)]
", convert = FALSE)

rates <- python_function_of("rates", "
def rates(schedule):
    return [*map(schedule, range(0, 12, 3)), schedule]
", convert = FALSE)

# A small training with this callback: its history, and what became of the model and the optimizer.
trained <- python_function_of("trained", "
import keras, numpy as np
def trained(callback):
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    optimizer = keras.optimizers.SGD(0.0625, use_ema=True, ema_momentum=0.5)
    model.compile(optimizer, 'mse', run_eagerly=True)
    x = np.arange(8.0).reshape(4, 2) / 4
    history = model.fit(x, x[:, 0], batch_size=2, epochs=3, verbose=0, shuffle=False,
                        validation_data=(x, x[:, 1]), callbacks=[callback])
    return [history.history, model.get_weights(), float(optimizer.learning_rate)]
", convert = FALSE)

vars_of <- python_function_of("vars_of", "
def vars_of(x):
    return {name: value for name, value in vars(x).items() if not name.startswith('_')}
", convert = FALSE)

folder <- tempfile("trained")
dir.create(folder)
