# https://fastapi.tiangolo.com/tutorial/first-steps/, and asyncio
fastapi <- import("fastapi")
app <- fastapi$FastAPI()
app$get("/")(function() list(message = "Hello World"))
read_item <- function(item_id, q = NULL) list(item_id = item_id, q = q)
app$get("/items/{item_id}")(read_item)
client <- import("fastapi.testclient")$TestClient(app)
stopifnot(identical(client$get("/")$json(), list(message = "Hello World")))
answer <- client$get("/items/5", params = dict(q = "x"))
stopifnot(answer$status_code == 200L, answer$json()$q == "x")

asyncio <- import("asyncio")
py_run_string("
import asyncio
async def twice(x):
    await asyncio.sleep(0.01)
    return 2 * x
async def all_of(xs):
    return await asyncio.gather(*[twice(x) for x in xs])
")
stopifnot(asyncio$run(py$twice(4)) == 8)
stopifnot(identical(unlist(asyncio$run(py$all_of(1:3))), c(2L, 4L, 6L)))
