# https://rich.readthedocs.io/en/stable/introduction.html
rich <- import("rich")
out <- capture.output(rich$print("Hello, [bold magenta]World[/bold magenta]!"))
stopifnot(any(grepl("Hello, World!", out, fixed = TRUE)))
Table <- import("rich.table")$Table
table <- Table(title = "Films")
table$add_column("Title", style = "cyan")
table$add_column("Year", justify = "right")
table$add_row("Solo", "2018")
Console <- import("rich.console")$Console
text <- capture.output(Console(width = 40L)$print(table))
stopifnot(any(grepl("Solo", text)))
track <- import("rich.progress")$track
capture.output(for (x in iterate(track(1:3, description = "Working"))) x)
