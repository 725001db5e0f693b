# What models of images are tried with.

few_images <- whole(2, 4, 4, 3)

made <- python_function_of("made", "
def made(model):
    shapes = [model.input_shape, model.output_shape]
    return [model.name, shapes, model.count_params(), len(model.layers)]
")

# The message of the error, without its class.
error_of <- python_function_of("error_of", "
def error_of(call):
    try:
        return call()
    except Exception as error:
        return f'{type(error).__name__}: {error}'
")
