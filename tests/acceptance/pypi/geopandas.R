# https://geopandas.org/en/stable/getting_started/introduction.html
geopandas <- import("geopandas", convert = FALSE)
shapely <- import("shapely")
gdf <- geopandas$GeoDataFrame(
  list(name = list("a", "b")), geometry = list(shapely$Point(0, 0), shapely$Point(3, 4)),
  crs = "EPSG:3857"
)
stopifnot(inherits(gdf, "geopandas.geodataframe.GeoDataFrame"))
stopifnot(all.equal(as.numeric(py_to_r(gdf$distance(shapely$Point(0, 0)))), c(0, 5)))
buffered <- gdf$set_geometry(gdf$buffer(1))
stopifnot(all(abs(as.numeric(py_to_r(buffered$area)) - pi) < 0.02))
file <- tempfile(fileext = ".geojson")
gdf$to_file(file, driver = "GeoJSON")
again <- geopandas$read_file(file)
stopifnot(identical(py_to_r(again$drop(columns = "geometry"))$name, c("a", "b")))
joined <- geopandas$sjoin(gdf, buffered)
stopifnot(nrow(py_to_r(joined$drop(columns = "geometry"))) == 2)
