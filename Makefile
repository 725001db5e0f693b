# One command for each thing there is to do. `make test FILTER=resolve` runs only matching files.
SHELL = bash
SOURCES = $(shell find DESCRIPTION NAMESPACE R inst man src configure tools/configure.sh -type f \
  -not -path 'inst/guides/*' -not -path 'src/rust/target/*' \
  -not -path 'src/rust/vendor/*' -not -name '*.o' -not -name '*.so' -not -name Makevars)
STEP = @tools/step.sh
INSTALLED = out/stamps/installed
GUIDES = out/stamps/guides
IN_ENV = tools/in-env.sh
PYPI = $(or $(RKERAS_MATRIX_CACHE),$(HOME)/.cache/rkeras-matrix)/pypi

.PHONY: demo install test try test-rust cross cross-lint symbols house stress check document wrappers outputs drift examples \
  pypi books gallery image compat bench bench-before walk matrix lint format vendor dist site cheatsheet setup \
  system system-base system-demo system-dev system-cross system-site python python-test python-site python-oldest

# Trains a small network on Fashion-MNIST; its pictures are written to out/.
demo: system-demo $(INSTALLED) python
	$(IN_ENV) Rscript --vanilla inst/examples/fashion-mnist.R out

# Installs rkeras into the user's library, for root into that of all users.
install: $(INSTALLED)
	@Rscript --no-init-file tools/library.R out/library/rkeras

test: setup python-test $(if $(RKERAS_TEST_OLDEST),python-oldest) test-rust cross-lint house symbols
	$(IN_ENV) Rscript --vanilla tools/run-tests.R $(if $(FILTER),'$(FILTER)')

# One test file with the code of R/ and inst/ as it is now, without a build: make try TEST=layer-make
try:
	@$(IN_ENV) Rscript --vanilla tools/try.R $(TEST)

# The rules in Rust that need neither R nor Python.
test-rust: system
	@tools/test-rust.sh

# What can be checked for macOS and Windows on Linux: lints, links, and tests under Wine.
cross: system-cross
	@tools/cross.sh

cross-lint: system
	@tools/cross.sh lint

# The order of the rooms, as ARCHITECTURE.md has it; `tools/house.R --graph` shows the graph.
house: system
	@Rscript --vanilla tools/house.R

# What the library takes from R, compared with a list.
symbols: setup
	@tools/symbols.sh

# What must hold many times, as RKERAS_STRESS_ROUNDS says: deadlocks, interrupts.
stress: setup
	$(IN_ENV) Rscript --vanilla tools/run-stress.R $(if $(FILTER),'$(FILTER)')

check: setup system-dev python-test
	$(IN_ENV) tools/check.sh

# Manual pages and NAMESPACE from the comments in R/.
document: system-dev
	$(IN_ENV) Rscript --vanilla dev/document/document.R

# The generated R files. The result must not differ: make wrappers && git diff --exit-code
# `make wrappers GROUP=layers` renders only this group of Keras's wrappers, which needs no build of the package.
wrappers: $(if $(GROUP),system,setup)
	$(if $(GROUP),,$(IN_ENV) Rscript --vanilla tools/extendr-wrappers.R)
	$(IN_ENV) Rscript --vanilla dev/wrappers/render.R $(GROUP)

# The examples of manual pages, run, with their output, which `make document` shows in the pages.
outputs: setup
	$(IN_ENV) Rscript --vanilla dev/wrappers/outputs.R $(GROUP)

# What the installed Keras has that the wrappers' tables do not, and the other way round.
drift: setup
	$(IN_ENV) Rscript --vanilla dev/wrappers/report.R

# What keras3's documentation shows, run here: tests/acceptance/examples/RESULTS.md says what differs.
examples: setup
	$(IN_ENV) Rscript --vanilla tests/acceptance/examples/run.R

# The first tutorials of other Python packages: tests/acceptance/pypi/RESULTS.md. Their virtualenv takes 3 GB.
pypi: setup
	@for name in "" -torch; do \
	  tools/virtualenv.sh "$$(command -v python3.11 || echo python3)" $(PYPI)$$name tests/acceptance/pypi/requirements$$name.txt || exit; \
	done
	RKERAS_PYTHON=$(PYPI)/bin/python $(IN_ENV) Rscript --vanilla tests/acceptance/pypi/run.R

# Chapters of books and guides of Keras as scripts: tests/acceptance/books/RESULTS.md.
books: setup
	$(IN_ENV) Rscript --vanilla tests/acceptance/books/run.R

# The examples of the gallery, each with a check of what it has learned.
gallery: setup python-test
	$(IN_ENV) Rscript --vanilla dev/gallery.R

# Scripts in the manner of reticulate's documentation, with reticulate itself; `make test` runs them with rkeras.
compat: setup
	RETICULATE_PYTHON=$$(cat out/python) $(IN_ENV) Rscript --vanilla tests/compat/run.R reticulate
	$(IN_ENV) Rscript --vanilla tests/example-package/check.R rkeras
	RETICULATE_PYTHON=$$(cat out/python) $(IN_ENV) Rscript --vanilla tests/example-package/check.R reticulate

bench: setup
	tools/setup.sh bench
	tools/peer.sh
	for file in $(filter-out bench/measure.R bench/before.R bench/tables.R bench/coverage.R,$(wildcard bench/*.R)); do \
	  $(IN_ENV) Rscript --vanilla "$$file" || exit 1; \
	done

# What takes longer, or less, than with an earlier commit: make bench-before COMMIT=abcd123. An error if something takes
# longer than with reticulate.
bench-before: setup
	tools/setup.sh bench
	tools/peer.sh
	$(IN_ENV) Rscript --vanilla bench/before.R $(COMMIT)

# The package's functions, files and compiled calls behind a warm call of each verb; `make walk VERB=fit` names them.
walk: setup
	@$(IN_ENV) Rscript --vanilla dev/walk.R $(VERB)

# The tests on other versions of Python, R and Rust, a line for each, what can be checked for other systems, and the
# README's first screen on bare ones;
# `make matrix FILTER=.` for all.
matrix: setup cross books
	tools/matrix.sh $(if $(FILTER),'$(FILTER)')
	tools/newcomer.sh

# The site, in out/site. `make site GUIDES=no` leaves out the vignettes, which train models.
site: setup system-site python-site cheatsheet
	$(IN_ENV) Rscript --vanilla tools/site.R $(if $(filter no,$(GUIDES)),--no-guides)
	Rscript --vanilla tools/site/overflow.R

# Two pages for the wall: out/rkeras-cheatsheet.pdf
cheatsheet: system-site
	Rscript --vanilla tools/cheatsheet.R

lint: setup system-dev house
	. tools/rust-env.sh && cd src/rust && cargo fmt --check && \
	  cargo clippy --all-targets --locked -- -D warnings && \
	  RUSTDOCFLAGS='-D rustdoc::broken_intra_doc_links' cargo doc --document-private-items --no-deps --locked
	tools/crates.sh check
	Rscript --vanilla dev/wrappers/check.R
	Rscript --vanilla tools/guides.R
	$(IN_ENV) Rscript --vanilla tools/lint.R

format:
	. tools/rust-env.sh && cd src/rust && cargo fmt

# The sources of all crates, for a source package that is built without a network. Delete the archive after
# R CMD build: while it is there, cargo uses no other crates.
vendor: system
	tools/vendor.sh

# What others install: the source package, a binary package and a .deb, tested in a clean system without Rust.
dist: system
	tools/dist.sh

# The lines of the Dockerfile that use_cluster_template() writes, run without Docker.
image: setup
	$(IN_ENV) tools/image.sh

# The set-up that the commands share; quick when there is nothing to do.
setup: system $(INSTALLED) $(GUIDES) python

system-base:
	@tools/setup.sh

# One after the other: apt runs once at a time.
system: | system-base
	@tools/setup.sh test

system-demo: | system-base
	@tools/setup.sh demo

system-dev: | system-base
	@tools/setup.sh dev

system-cross: | system-base
	@tools/setup.sh cross

system-site: | system-base
	@tools/setup.sh dev site

# What guides use. tf-keras would bring a TensorFlow of its own.
python-site: python-test
	$$(cat out/python) -m pip install --quiet --disable-pip-version-check tensorflow-probability==0.25.0
	$$(cat out/python) -m pip install --quiet --disable-pip-version-check --no-deps tf-keras==2.21.0

$(INSTALLED): $(SOURCES) | system-base
	$(STEP) "Building rkeras (about 5 minutes the first time)" build tools/install.sh

# A change of a guide needs no build: rkeras_guide() shows its source.
$(GUIDES): $(wildcard vignettes/*.Rmd) | $(INSTALLED)
	@cp $^ out/library/rkeras/guides
	@touch $@

python: $(INSTALLED)
	$(STEP) "Installing Keras and TensorFlow" python tools/install-python.sh

python-test: python
	$(STEP) "Installing the tests' Python packages" python-test tools/install-python.sh test

# A virtualenv with the oldest Keras and TensorFlow that are supported, noted in out/python-oldest. Cargo uses
# all processors and pip one, so this waits for cargo, and is made beside the other.
python-oldest: $(INSTALLED)
	$(STEP) "Installing the oldest Keras and TensorFlow" python-oldest tools/install-oldest.sh
