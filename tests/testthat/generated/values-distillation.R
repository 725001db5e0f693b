# Two models, and what a distillation makes of them.

distilled_teacher <- keras_model_sequential(input_shape = 5) |>
  layer_dense(units = 3, kernel_initializer = "ones", bias_initializer = "ones")
distilled_student <- keras_model_sequential(input_shape = 5) |>
  layer_dense(units = 3, kernel_initializer = "zeros")

distilled <- python_function_of("distilled", "
import numpy as np
def distilled(model):
    model.compile('sgd', 'mse')
    x = np.arange(20, dtype='float32').reshape(4, 5) / 8
    loss = model.evaluate(x, np.ones((4, 3)), verbose=0)
    return [loss, model.get_config()['student_loss_weight']]
", convert = FALSE)

distance_of <- python_function_of("distance_of", "
import numpy as np
def distance_of(loss):
    x = np.arange(6, dtype='float32').reshape(2, 3)
    return [loss.compute_loss(x, x[:, ::-1] / 2), loss.get_config()]
", convert = FALSE)
