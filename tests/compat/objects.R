# Attributes, functions, modules, classes and operators.

point <- function() py_eval("__import__('types').SimpleNamespace(a = 1)")
case("an attribute", point()$a, 1L)
case("a missing attribute", raises(point()$b), "AttributeError")
case("setting an attribute", {
  p <- point()
  p$b <- "x"
  p[["c"]] <- 2L
  list(p$b, p$c)
}, list("x", 2L))
case("py_has_attr()", c(py_has_attr(point(), "a"), py_has_attr(point(), "b")), c(TRUE, FALSE))
case("py_get_attr()", repr(py_get_attr(point(), "a")), "1")
case("py_get_attr(silent = TRUE)", py_get_attr(point(), "b", silent = TRUE), NULL)
case("py_set_attr() returns the object", {
  p <- point()
  py_id(py_set_attr(p, "b", 1)) == py_id(p)
}, TRUE)
case("py_del_attr()", {
  p <- point()
  py_del_attr(p, "a")
  py_has_attr(p, "a")
}, FALSE)
case("py_del_attr() is invisible", {
  p <- point()
  withVisible(py_del_attr(p, "a"))$visible
}, FALSE)
case("py_list_attributes()", "a" %in% py_list_attributes(point()), TRUE)
case("names()", names(point()), "a")
case("completion", as.character(utils::.DollarNames(import("os"), "^getcwd$")), "getcwd")
case("py_id() is a string", is.character(py_id(point())), TRUE)
case("is_py_object()", c(is_py_object(point()), is_py_object(1)), c(TRUE, FALSE),
     better = if (exists("is_py_object")) "" else "this reticulate does not export it")
case("inherits()", inherits(python("True"), "python.builtin.int"), TRUE)
case("a class of a module", class(python("__import__('datetime').date(2020, 1, 1)")),
     c("datetime.date", "python.builtin.object"))
case("py_none()", repr(py_none()), "None")
case("py_ellipsis()", repr(py_ellipsis()), "Ellipsis")
case("a reference from another session", {
  x <- unserialize(serialize(point(), NULL))
  py_is_null_xptr(x)
}, TRUE)
case("py_validate_xptr()", {
  x <- unserialize(serialize(point(), NULL))
  raises(py_validate_xptr(x)) != "no error"
}, TRUE)
case("printing a lost reference", prints(print(unserialize(serialize(point(), NULL)))),
     "<pointer: 0x0>")

case("calling a function", py_eval("lambda x, y: x - y")(5L, 3L), 2L)
case("keyword arguments", py_eval("lambda x, y: x - y")(y = 5L, x = 3L), -2L)
case("a default", py_eval("lambda x, y=10: x + y")(1L), 11L)
case("*args and **kwargs", py_eval("lambda *a, **k: [len(a), len(k)]")(1, 2, b = 3), c(2L, 1L))
case("do.call()", do.call(py_eval("lambda a, b: a - b"), list(5L, b = 3L)), 2L)
case("!!! splices", {
  arguments <- list(1L, b = 5L)
  py_eval("lambda a, b: a - b")(!!!arguments)
}, -4L)
case(":= names", {
  name <- "b"
  py_eval("lambda a, b: a - b")(1L, "{name}" := 2L)
}, -1L)
case("a trailing comma", py_eval("lambda *a: len(a)")(1, 2, ), 2L)
case("formals of a function", names(formals(py_eval("lambda a, b=1: a"))), c("a", "b"))
case("py_call()", class(py_call(py_eval("lambda x: x"), 1L))[[1]], "python.builtin.int")
case("an R function in Python", py_eval("lambda f: f(2) + 1")(function(x) x * 10), 21)
case("an R function with keywords", py_eval("lambda f: f(1, b=2)")(function(a, b) a - b), -1)
case("an R function in Python and back", repr(r_to_py(function(x) x + 1)(1)), "2.0")
case("an R function is a function", is.function(r_to_py(function(x) x)), TRUE)
case("py_func() has a signature", {
  py_str(import("inspect", convert = FALSE)$signature(py_func(function(a, b = 1.5) a)))
}, "(a, b=1.5)")
case("py_func() refuses what Python cannot have", {
  raises(py_func(function(a = 1, b) a)) != "no error"
}, TRUE)
case("py_func() can be called", py_func(function(x, y = 1) x + y)(1, y = 3), 4)
case("py_main_thread_func()", py_main_thread_func(function(x) x + 1)(1), 2)
case("a typo in an argument", raises(py_eval("lambda a: a")(b = 1)) != "no error", TRUE)

case("import()", import("os.path")$basename("/a/b"), "b")
case("import(convert = FALSE)", repr(import("os.path", convert = FALSE)$basename("/a/b")), "'b'")
case("a submodule", import("xml")$etree$ElementTree$Element("a")$tag, "a")
case("a missing module", raises(import("no_such_module")), "ModuleNotFoundError")
case("import(delay_load = TRUE)", import("json", delay_load = TRUE)$dumps(list(1L)), "[1]")
case("a delayed module that is missing",
     raises(import("no_such_module", delay_load = TRUE)$name), "ModuleNotFoundError")
case("import_from_path()", {
  folder <- tempfile()
  dir.create(folder)
  writeLines("answer = 42", file.path(folder, "compat_answer.py"))
  import_from_path("compat_answer", folder)$answer
}, 42L)
case("import_builtins()", import_builtins()$sorted(c(3, 1, 2)), c(1, 2, 3))
case("import_main()", {
  py_run_string("in_main = 5")
  import_main()$in_main
}, 5L)
case("py_module_available()", c(py_module_available("json"), py_module_available("no_such")),
     c(TRUE, FALSE))
case("printing a module", prints(print(import("json"))), "Module(json)")
case("class of a module", class(import("json")),
     c("python.builtin.module", "python.builtin.object"))

py_run_string("
class Account:
  bank = 'B'
  def __init__(self, owner, balance=0):
    self.owner, self.balance = owner, balance
  def deposit(self, amount):
    self.balance += amount
    return self
  @property
  def empty(self): return self.balance == 0
  @staticmethod
  def double(x): return 2 * x
  def __repr__(self): return f'Account({self.owner!r})'
  def __len__(self): return 3
  def __call__(self, x): return x + self.balance
  def __eq__(self, other): return self.owner == other.owner
  def __lt__(self, other): return self.balance < other.balance")
case("creating an object", py$Account("Ada")$owner, "Ada")
case("a method that returns the object", py$Account("Ada")$deposit(5L)$deposit(6L)$balance, 11L)
case("a property", py$Account("Ada")$empty, TRUE)
case("a static method", py$Account$double(4L), 8L)
case("an attribute of the class", py$Account$bank, "B")
case("class of an object", class(py$Account("Ada")), c("__main__.Account", "python.builtin.object"))
case("printing", prints(print(py_eval("[1, 'a']", convert = FALSE))), "[1, 'a']")
case("format()", format(py$Account("Ada")), "Account('Ada')")
case("as.character()", as.character(py$Account("Ada")), "Account('Ada')")
case("__len__", length(py$Account("Ada")), 3L)
case("__call__", py$Account("Ada", 2L)(5L), 7L)
case("== and !=", {
  a <- py$Account("Ada")
  b <- py$Account("Bob")
  c(a == a, a != b)
}, c(TRUE, TRUE))
case("<", py$Account("Ada", 1L) < py$Account("Bob", 2L), TRUE)
case("an error in a method", raises(py$Account()), "TypeError")

case("PyClass()", {
  Person <- PyClass("Person", list(
    `__init__` = function(self, name) {
      self$name <- name
      NULL
    },
    greet = function(self) paste("Hi", self$name)
  ))
  Person("Ada")$greet()
}, "Hi Ada")
case("PyClass() with inherit", {
  Base <- PyClass("Base", list(size = function(self) 1L))
  Derived <- PyClass("Derived", inherit = Base, list(size = function(self) super()$size() + 1L))
  Derived()$size()
}, 2L)
case("an attribute of a PyClass()", PyClass("Config", list(rate = 0.5))()$rate, 0.5)
case("__str__ of a PyClass()", py_str(PyClass("S", list(`__str__` = function(self) "text"))()),
     "text")
case("a PyClass() of a Python class", {
  inherits(PyClass("MyDict", inherit = import_builtins()$dict)(), "python.builtin.dict")
}, TRUE)

case("+", repr(python("5") + 1L), "6")
case("+ of strings", repr(python("'a'") + "b"), "'ab'")
case("- from the left", repr(1L - python("5")), "-4")
case("* / %/% %% ^", {
  x <- python("7")
  vapply(list(x * 2L, x / 2L, x %/% 2L, x %% 2L, x^2L), repr, "")
}, c("14", "3.5", "3", "1", "49"))
case("unary minus", repr(-python("5")), "-5")
case("& and |", c(repr(python("6") & 3L), repr(python("6") | 3L)), c("2", "7"))
case("!", repr(!python("5")), "-6")
case("comparisons", {
  x <- python("5")
  vapply(list(x > 3L, x == 5L, x <= 4L), py_to_r, NA)
}, c(TRUE, TRUE, FALSE))
case("an operator that fails", raises(python("5") + "a"), "TypeError")
case("with convert = TRUE", r_to_py(5L, convert = TRUE) + 1L, 6L)
