# The front door: `make help`. `make demo` and `make test` need nothing done before them.

# PG=15 or PG=18 restricts a test target to one server, T=... to some tests.
PG ?= 15 18
T ?=

PYTHON ?= python3
BIN := .venv/bin
SQL_SOURCES := $(shell find sql functions -name '*.sql' 2>/dev/null)
EXAMPLES := $(shell find examples -name '*.py' 2>/dev/null)

# A suite runs beside a prepared server.
ON_SERVER = $(BIN)/python tools/test_db.py --pg
# The jobs of `make test`, four at a time, the longest first; each suite has a server of its own. The
# tests of Python mostly wait: so they are halved.
JOBS = $(PG:%=on-python1-%) $(PG:%=on-python2-%) $(PG:%=on-sql-%) lint $(PG:%=on-isolation-%) \
	$(addprefix on-plpgsql-,$(filter 15,$(PG)))
# What every supported PostgreSQL has to pass: the engine, and a client.
MATRIX_SUITES = suite-sql $(if $(T),,suite-driver) $(if $(filter 15,$(FF_PG_VERSION)),suite-plpgsql)
# Not as jobs of this make: a program stands between the two. T and ACCEPT arrive by the environment.
RUN_SUITES = env -u MAKEFLAGS $(MAKE) --no-print-directory --keep-going

# Programs that tests start over and over need not compile the same modules each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  T=tests_sql/lease    only these tests: files, directories, arguments of pytest'
	@echo '  PG=18                only this PostgreSQL'

.PHONY: demo
demo: $(BIN)/.stamp-demo build ## see the engine at work, in about 20 seconds
	@$(BIN)/flowfabric demo

.PHONY: venv
venv: $(BIN)/.stamp-dev ## make .venv, with everything for development

.PHONY: build
build: dist/flowfabric.sql ## write dist/flowfabric.sql: the whole installation in one file

.PHONY: test test-both
test: ## lint and all tests, on PostgreSQL 15 and 18; those for which either will do, on one of them
	@FF_SHARED_BY='$(PG)' $(MAKE) --no-print-directory test-both
test-both: $(BIN)/.stamp-dev packages browser build ## lint, and all tests on both
	@$(MAKE) --no-print-directory --keep-going --jobs=4 --output-sync=target $(JOBS)

.PHONY: lint
lint: $(BIN)/.stamp-dev ## sqlfluff, our own checker of functions, ruff, mypy, pgspot
	@$(MAKE) --no-print-directory --keep-going lint-functions lint-python lint-types lint-spot lint-sql

.PHONY: fast
fast: PG = 15
fast: $(BIN)/.stamp-dev packages browser build ## lint, and the tests that the change touches: about a minute
	@$(MAKE) --no-print-directory --keep-going --jobs=2 --output-sync=target \
		lint-functions lint-python lint-types lint-sql test-touched

.PHONY: test-touched
test-touched:
	@$(ON_SERVER) $(firstword $(PG)) -- $(BIN)/python tools/touched.py

.PHONY: format
format: $(BIN)/.stamp-dev ## let ruff and sqlfluff lay out the code as lint wants it
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .
	$(BIN)/sqlfluff format --disable-progress-bar --processes 2 sql tests_sql

.PHONY: test-sql test-isolation test-plpgsql test-python
test-sql: ## pgTAP
test-isolation: ## races, step by step in several sessions (ACCEPT=1 rewrites what is expected)
test-plpgsql: ## plpgsql_check on every function, on PostgreSQL 15
test-python: ## pytest
test-plpgsql: PG = 15
test-sql test-isolation test-plpgsql test-python: test-%: $(BIN)/.stamp-dev packages build
	@status=0; for pg in $(PG); do \
		$(ON_SERVER) $$pg -- $(RUN_SUITES) suite-$* || status=1; \
	done; exit $$status

.PHONY: test-pooler
test-pooler: PG = 15
test-pooler: $(BIN)/.stamp-dev packages build ## the driver's tests through PgBouncer, in transaction mode
	@$(ON_SERVER) $(firstword $(PG)) -- $(BIN)/python tools/behind_pooler.py -- \
		$(BIN)/pytest -q $(or $(T),python_driver/tests/driver python_driver/tests/pooler)

.PHONY: test-psycopg
test-psycopg: PG = 15
test-psycopg: $(BIN)/.stamp-dev packages build ## the driver's tests with the oldest psycopg that it takes (T=3.3.0)
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && \
		$(BIN)/python -m pip install --quiet --target "$$directory" 'psycopg[binary]==$(or $(T),3.2.*)' && \
		PYTHONPATH="$$directory" $(ON_SERVER) $(firstword $(PG)) -- \
			$(BIN)/pytest -q python_driver/tests/driver

.PHONY: test-matrix
test-matrix: PG = 14 15 16 17 18
test-matrix: $(BIN)/.stamp-dev packages tools/postgresql/node_modules/.stamp build ## pgTAP and the driver's tests, on PostgreSQL 14 to 18
	@status=0; for pg in $(PG); do \
		echo "PostgreSQL $$pg"; \
		$(ON_SERVER) $$pg -- $(RUN_SUITES) suite-matrix || status=1; \
	done; exit $$status

.PHONY: mutants
mutants: $(BIN)/.stamp-dev packages build ## break one rule at a time, and see that tests notice (T=NAME)
	@$(BIN)/python tools/run_mutants.py $(T)

.PHONY: soak
soak: PG = 18
soak: $(BIN)/.stamp-dev packages build ## four workers that misbehave while everything is restarted (T=SECONDS, 600)
	@FF_SOAK_S=$(or $(T),600) $(MAKE) --no-print-directory test-python PG=$(firstword $(PG)) \
		T=python_driver/tests/worker/test_soak.py

.PHONY: crashes
crashes: PG = 18
crashes: $(BIN)/.stamp-dev packages build ## handlers with steps are killed at every point (T=LIVES, 300)
	@FF_CRASHES=$(or $(T),300) $(MAKE) --no-print-directory test-python PG=$(firstword $(PG)) \
		T=python_driver/tests/worker/test_crashes.py

.PHONY: downtime
downtime: PG = 18
downtime: $(BIN)/.stamp-dev packages build ## the server is away while handlers are in the middle of their calls (T=SECONDS, 30)
	@FF_DOWNTIME_S=$(or $(T),30) $(MAKE) --no-print-directory test-python PG=$(firstword $(PG)) \
		T="python_driver/tests/worker/test_weather.py -k downtime"

.PHONY: search
search: PG = 18
search: $(BIN)/.stamp-dev packages build ## random histories of everything at once (T=MINUTES, 60)
	@FF_SEARCH_MINUTES=$(or $(T),60) $(MAKE) --no-print-directory test-python PG=$(firstword $(PG)) \
		T=python_driver/tests/search

.PHONY: flat
flat: PG = 18
flat: $(BIN)/.stamp-dev packages build ## see that no table grows with executions or with names (T=EXECUTIONS, 1000000)
	@FF_FLAT_EXECUTIONS=$(or $(T),1000000) $(MAKE) --no-print-directory test-python \
		PG=$(firstword $(PG)) T=python_driver/tests/heads/test_flat_tables.py

.PHONY: search-mutants
search-mutants: $(BIN)/.stamp-dev packages build ## see that random histories find the mutants that they should (T=MINUTES for each, 5)
	@$(BIN)/python tools/run_mutants.py --search $(or $(T),5)

.PHONY: models
models: $(BIN)/.stamp-dev ## check the models of protocols with spin, and that each rule is needed (T=NAME)
	@command -v spin >/dev/null || tools/apt_install.sh spin
	@command -v gcc >/dev/null || tools/apt_install.sh gcc libc6-dev
	@$(BIN)/python tools/run_models.py $(T)

# Targets that take too long for `make test`, one after the other, all of them even when one fails.
NIGHTLY = test-both models instructions test-pooler test-psycopg test-matrix downtime soak crashes flat search \
	mutants search-mutants

.PHONY: nightly
nightly: export FF_ADMISSION_SECONDS = 20
nightly: ## targets too long for make test: all tests on both servers and through a pooler, models, a long outage, a soak, mutants …
	@$(MAKE) --no-print-directory --keep-going $(NIGHTLY)

.PHONY: docs
docs: $(BIN)/.stamp-dev build ## write the pages and the list of the interface that come from the catalogue
	@$(BIN)/python tools/make_reference.py

.PHONY: driver
driver: $(BIN)/.stamp-dev build ## write what is generated of the Python driver, from the catalogue
	@$(BIN)/python tools/make_driver.py

.PHONY: freeze
freeze: ## keep the installation of this version for tests of upgrades: once, when it is tagged
	@$(PYTHON) tools/freeze.py

.PHONY: bench bench-held
bench: ## measure, as ratios to what the same server can do at best
bench-held: T = held
bench-held: ## the same while some other session holds a transaction open
bench bench-held: $(BIN)/.stamp-dev packages build
	@PYTHONPATH=tools $(BIN)/python -m bench --pg $(firstword $(PG)) $(T)

.PHONY: figures
figures: $(BIN)/.stamp-dev packages build ## measure what docs/benchmarks.md quotes and write its tables: 40 quiet minutes
	@PYTHONPATH=tools $(BIN)/python -m bench.tables --pg $(firstword $(PG)) $(T)

.PHONY: instructions
instructions: $(BIN)/.stamp-dev packages build ## count the instructions of each hot call: 3 % over the budget is a failure
	@command -v valgrind >/dev/null || tools/apt_install.sh valgrind
	@PYTHONPATH=tools $(BIN)/python -m bench.instructions --pg $(firstword $(PG)) $(T)

.PHONY: clean
clean: ## remove what was built (not .venv)
	rm -rf dist python_driver/flowfabric/_sql .mypy_cache .ruff_cache .sqlfluff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

# What follows serves the targets above.

$(BIN)/.stamp-%: pyproject.toml hatch_build.py tools/ensure_venv.sh
	@PYTHON='$(PYTHON)' tools/ensure_venv.sh $*

.PHONY: packages browser
packages:
	@tools/ensure_debian_packages.sh

browser:
	@tools/ensure_browser.sh
	@tools/ensure_promtool.sh || :

test-python: browser

tools/postgresql/node_modules/.stamp: tools/postgresql/package-lock.json tools/ensure_npm_postgresql.sh
	@tools/ensure_npm_postgresql.sh

dist/flowfabric.sql: $(SQL_SOURCES) pyproject.toml tools/build.py tools/installer.sql tools/upgrader.sql tools/validation.sql tools/ownership.sql
	@$(PYTHON) tools/build.py

.PHONY: lint-functions lint-python lint-types lint-spot lint-sql
lint-functions:
	@$(BIN)/python tools/check_sql.py

lint-python:
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --diff .
	@$(BIN)/python tools/make_twins.py --check

lint-types:
	@$(BIN)/mypy --no-error-summary python_driver tools $(wildcard bench) $(EXAMPLES)

lint-spot:
	@$(BIN)/python tools/run_pgspot.py

# Its processes end with a warning about a semaphore, now and then.
lint-sql: export PYTHONWARNINGS = ignore:resource_tracker:UserWarning
lint-sql:
	@$(BIN)/python tools/run_sqlfluff.py

.PHONY: $(filter on-%,$(JOBS))
$(filter on-%,$(JOBS)): on-%:
	@echo "$(subst -, on PostgreSQL ,$*)"
	@$(ON_SERVER) $(lastword $(subst -, ,$*)) -- $(RUN_SUITES) suite-$(firstword $(subst -, ,$*))

.PHONY: suite-sql suite-isolation suite-plpgsql suite-driver suite-python suite-python1 suite-python2 suite-matrix
suite-matrix: $(MATRIX_SUITES)

suite-sql:
	@$(BIN)/python tools/run_pgtap.py $(T)

suite-isolation:
	@$(BIN)/python tools/run_isolation.py $(if $(ACCEPT),--accept) $(T)

suite-plpgsql:
	@$(BIN)/python tools/run_plpgsql_check.py

suite-driver:
	@$(BIN)/pytest -q python_driver/tests/driver python_driver/tests/test_installation.py

suite-python:
	@$(BIN)/pytest -q $(T)

suite-python1 suite-python2: suite-python%:
	@FF_HALF=$* $(BIN)/pytest -q $(T)
