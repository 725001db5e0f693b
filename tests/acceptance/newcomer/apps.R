# rkeras_guide("apps"): an app and a web service that predict with a model from a file.
set.seed(1)
file <- tempfile(fileext = ".keras")
save_model(tabular(Species ~ Petal.Length + Petal.Width, iris, epochs = 40, verbose = 0), file)
model <- load_model(file)

train <- function(epochs) {
  promises::future_promise(tabular(Species ~ ., iris, epochs = epochs, verbose = 0), seed = TRUE)
}
server <- function(input, output, session) {
  current <- shiny::reactiveVal(model)
  shiny::observeEvent(input$train, {
    promises::then(train(2), current)
    NULL
  })
  output$species <- shiny::renderText({
    flower <- data.frame(Petal.Length = input$length, Petal.Width = input$width)
    as.character(predict(model, flower, type = "class"))
  })
  output$inputs <- shiny::renderText(length(all.vars(formula(current()))) - 1)
}

future::plan(future::multisession, workers = 1)
shiny::testServer(server, {
  session$setInputs(length = 1.4, width = 0.2)
  stopifnot(output$species == "setosa", output$inputs == "2")
  # The app answers while another process trains.
  session$setInputs(train = 1)
  session$setInputs(length = 6, width = 2.2)
  stopifnot(output$species == "virginica", output$inputs == "2")
  end <- Sys.time() + 90
  while (output$inputs == "2" && Sys.time() < end) {
    later::run_now(0.1)
    session$flushReact()
  }
  stopifnot(output$inputs == "4")
})
future::plan(future::sequential)

api <- plumber::pr_post(plumber::pr(), "/predict", function(req) {
  list(species = as.character(predict(model, as.data.frame(req$body), type = "class")))
})
body <- '[{"Petal.Length": 1.4, "Petal.Width": 0.2}, {"Petal.Length": 6, "Petal.Width": 2.2}]'
input <- list(
  read = function() charToRaw(body), read_lines = function() body, rewind = function() NULL
)
answer <- api$call(list2env(list(
  REQUEST_METHOD = "POST", PATH_INFO = "/predict", HTTP_CONTENT_TYPE = "application/json",
  rook.input = input
)))
stopifnot(identical(as.character(answer$body), '{"species":["setosa","virginica"]}'))
