#!/bin/sh
# Debian's chromium for the tests of the web pages, and axe-core from npm, whose version and checksum
# are those of package-lock.json. Does nothing, quickly, when both are there.
set -eu

cd "$(dirname "$0")"
command -v chromium >/dev/null || ./apt_install.sh chromium

cd browser
[ node_modules/.stamp -nt package-lock.json ] || {
    command -v npm >/dev/null || ../apt_install.sh npm
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    touch node_modules/.stamp
}
