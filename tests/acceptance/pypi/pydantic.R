# https://docs.pydantic.dev/latest/
py_run_string("
from datetime import datetime
from pydantic import BaseModel, PositiveInt

class User(BaseModel):
    id: int
    name: str = 'John Doe'
    signup_ts: datetime | None
    tastes: dict[str, PositiveInt]
    tags: list[str] = []
")
external <- list(id = 123L, signup_ts = "2019-06-01 12:22", tastes = list(wine = 9L, cheese = 7L),
                 tags = list("a"))
user <- do.call(py$User, external)
stopifnot(user$id == 123L, inherits(user$signup_ts, "POSIXct"), user$tastes$wine == 9L)
dumped <- user$model_dump()
stopifnot(identical(names(dumped), c("id", "name", "signup_ts", "tastes", "tags")))
failed <- tryCatch(py$User(id = "not an int", tastes = dict()), error = identity)
stopifnot(inherits(failed, "pydantic_core._pydantic_core.ValidationError"))
stopifnot(failed$error_count() == 2L)
