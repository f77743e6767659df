#!/bin/sh
# promtool, which checks rules of alerts, from Debian's package prometheus: unpacked, not installed,
# for the package would start a server. Does nothing, quickly, when it is there.
set -eu

cd "$(dirname "$0")"
[ ! -x prometheus/promtool ] || exit 0
command -v apt-get >/dev/null || {
    echo 'flowfabric: this is not Debian, so there is no promtool: alerts are not checked' >&2
    exit 1
}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
(
    cd "$directory"
    echo 'flowfabric: fetching promtool'
    apt-get -qq download prometheus || exit 1
    dpkg-deb --fsys-tarfile prometheus_*.deb | tar xf - ./usr/bin/promtool
) >/dev/null || {
    echo 'flowfabric: promtool cannot be fetched: alerts are not checked' >&2
    exit 1
}
mkdir -p prometheus
mv "$directory/usr/bin/promtool" prometheus/promtool
