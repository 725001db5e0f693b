# https://docs.ray.io/en/latest/ray-core/walkthrough.html
ray <- import("ray")
ray$init(num_cpus = 1L, include_dashboard = FALSE, log_to_driver = FALSE)
py_run_string("
import ray
@ray.remote
def square(x):
    return x * x
@ray.remote
class Counter:
    def __init__(self): self.i = 0
    def incr(self, value):
        self.i += value
        return self.i
")
futures <- lapply(1:4, function(i) py$square$remote(i))
stopifnot(identical(unlist(ray$get(futures)), c(1L, 4L, 9L, 16L)))
counter <- py$Counter$remote()
for (i in 1:3) last <- counter$incr$remote(1L)
stopifnot(ray$get(last) == 3L)
shared <- ray$put(matrix(1:6, 2))
stopifnot(identical(ray$get(shared), matrix(1:6, 2)))
ray$shutdown()
