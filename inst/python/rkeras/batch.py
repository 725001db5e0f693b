"""Steps of batches like one that R has checked before: train_on_batch() and the like."""


def train_on_batch(model, x, y):
    return loss_first(model.train_on_batch(x, y, return_dict=True))


def test_on_batch(model, x, y):
    return loss_first(model.test_on_batch(x, y, return_dict=True))


def predict_on_batch(model, x):
    return model.predict_on_batch(x)


def loss_first(logs):
    return {"loss": logs.pop("loss"), **logs} if "loss" in logs else logs
