# https://shapely.readthedocs.io/en/stable/manual.html
shapely <- import("shapely")
point <- shapely$Point(0, 0)
circle <- point$buffer(1)
stopifnot(abs(circle$area - pi) < 0.02, circle$contains(point))
a <- shapely$Polygon(list(tuple(0, 0), tuple(1, 1), tuple(1, 0)))
b <- shapely$box(0.5, 0, 2, 2)
stopifnot(a$intersection(b)$area > 0, py_to_r(a$union(b)$geom_type) == "Polygon")
both <- a & b
stopifnot(all.equal(both$area, a$intersection(b)$area), all.equal((a - b)$area, a$difference(b)$area))
xy <- shapely$get_coordinates(a)
stopifnot(identical(dim(xy), c(4L, 2L)))
line <- shapely$LineString(matrix(c(0, 0, 3, 4), 2, byrow = TRUE))
stopifnot(line$length == 5, line$wkt == "LINESTRING (0 0, 3 4)")
