# https://docs.sqlalchemy.org/en/20/tutorial/
sa <- import("sqlalchemy")
engine <- sa$create_engine("sqlite+pysqlite:///:memory:")
with(engine$connect() %as% conn, {
  conn$execute(sa$text("CREATE TABLE some_table (x int, y int)"))
  conn$execute(sa$text("INSERT INTO some_table (x, y) VALUES (:x, :y)"),
               list(dict(x = 1L, y = 1L), dict(x = 2L, y = 4L)))
  conn$commit()
  rows <- iterate(conn$execute(sa$text("SELECT x, y FROM some_table WHERE y > :y"), dict(y = 2L)))
})
stopifnot(length(rows) == 1, rows[[1]]$x == 2L)
meta <- sa$MetaData()
user <- sa$Table("user_account", meta, sa$Column("id", sa$Integer, primary_key = TRUE),
                 sa$Column("name", sa$String(30L)))
meta$create_all(engine)
people <- list(dict(name = "spongebob"), dict(name = "sandy"))
with(engine$begin() %as% conn, conn$execute(sa$insert(user), people))
stmt <- sa$select(user)$where(user$c$name == "sandy")
with(engine$connect() %as% conn, found <- conn$execute(stmt)$fetchone())
stopifnot(found$id == 2L)
both <- sa$select(user)$where((user$c$id > 0L) & !(user$c$name == "x"))
with(engine$connect() %as% conn, n <- length(conn$execute(both)$all()))
stopifnot(n == 2)
