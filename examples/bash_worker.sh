#!/usr/bin/env bash
# A worker in bash: psql, and nothing else of FlowFabric's. It runs a command for each execution of a
# lane: the input comes on standard input, what the command prints (JSON) is the output, and its exit
# status says whether it has failed.
#
#     examples/bash_worker.sh LANE COMMAND [ARGUMENT ...]
#
# PGHOST and the other PG variables name the database, or FF_DATABASE_URL. SIGTERM lets it finish what it
# runs. FF_ONCE=1: run what is due now, and end.
set -euo pipefail

lane=${1:?which lane?}
shift
(($# > 0)) || { echo "which command?" >&2; exit 2; }

worker=bash-worker
instance=$worker-${HOSTNAME//[![:alnum:]]/}-$$
ttl_ms=${FF_LEASE_TTL_MS:-30000}
dsn=${FF_DATABASE_URL:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stopping=
trap 'stopping=1' TERM INT

# Statements come on standard input, for psql replaces :'name' there only; -A -t: bare values.
call() {
    psql ${dsn:+"$dsn"} -X -q -A -t -v ON_ERROR_STOP=1 -v lane="$lane" -v worker="$worker" \
        -v instance="$instance" -v ttl="$ttl_ms" "$@"
}

claim() {
    call <<'SQL'
select handle, encode(convert_to(coalesce(input, 'null')::text, 'utf8'), 'base64')
from flowfabric.ff_claim(:'lane', :'worker', :'instance', p_lease_ttl_ms => :ttl);
SQL
}

# A third of the lease, as long as the command runs; ends with the lease, and ends the command.
renew() {
    local handle=$1 command_pid=$2
    while sleep "$(awk "BEGIN { print $ttl_ms / 3000 }")"; do
        call -v handle="$handle" >/dev/null 2>>"$work/renewals" \
            <<<"select flowfabric.ff_renew(:'handle');" || {
            kill "$command_pid" 2>/dev/null || true
            return
        }
    done
}

run() {
    local handle=$1 status=0
    shift
    "$@" <"$work/input" >"$work/output" 2>"$work/errors" &
    local command_pid=$!
    # not with our output: its sleep may last longer than we do
    renew "$handle" "$command_pid" >/dev/null 2>&1 &
    local renewal_pid=$!
    # a signal interrupts a wait, not the command
    while wait "$command_pid" && status=0 || status=$?; kill -0 "$command_pid" 2>/dev/null; do :; done
    kill "$renewal_pid" 2>/dev/null || true
    wait "$renewal_pid" 2>/dev/null || true

    if ((status == 0)); then
        complete "$handle" 2>"$work/errors" && return
        status="none; its output"
    fi
    fail "$handle" "exit status $status: $(tail -c 1000 "$work/errors")"
}

complete() {
    call -v handle="$1" -v output="$(cat "$work/output")" <<'SQL'
select public_state from flowfabric.ff_complete(:'handle', nullif(:'output', '')::jsonb);
SQL
}

fail() {
    call -v handle="$1" -v reason="$2" <<'SQL'
select outcome from flowfabric.ff_fail(:'handle', :'reason');
SQL
}

while [[ -z $stopping ]]; do
    claimed=$(claim) || { sleep 5; continue; }
    if [[ -n $claimed ]]; then
        handle=${claimed%%|*}
        base64 --decode <<<"${claimed#*|}" >"$work/input"
        echo "$handle: $(run "$handle" "$@" || echo "the lease is lost")" >&2
        continue
    fi
    [[ -z ${FF_ONCE:-} ]] || break
    # until something is due, and not longer than two seconds: somebody may submit
    sleep_s=$(call <<<"select least(coalesce(flowfabric.ff_next_due_in_ms(:'lane'), 2000), 2000) / 1000.0;") || sleep_s=5
    sleep "$sleep_s" &
    wait $! || true
done
