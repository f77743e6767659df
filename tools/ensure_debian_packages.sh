#!/bin/sh
# What the tests need from Debian: PostgreSQL 15 with its isolation tester, pgTAP, plpgsql_check,
# and pg_prove; and PgBouncer. Does nothing, quickly, when all of it is there.
set -eu

missing=
for package in postgresql-15 postgresql-client-15 postgresql-15-pgtap \
    postgresql-15-plpgsql-check pgbouncer libtap-parser-sourcehandler-pgtap-perl; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) || :
    [ "$status" = installed ] || missing="$missing $package"
done
[ -z "$missing" ] || exec "$(dirname "$0")/apt_install.sh" $missing
