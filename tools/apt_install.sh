#!/bin/sh
# Install Debian packages if we may, without a question and without starting a server:
#     tools/apt_install.sh PACKAGE...
# Otherwise say which packages are missing, and exit 1.
set -eu

give_up() {
    echo "flowfabric: $1" >&2
    echo "flowfabric: please install: $packages" >&2
    exit 1
}

packages=$*
command -v apt-get >/dev/null || give_up 'this is not Debian: no apt-get here'
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=sudo
else
    give_up 'apt-get needs root, or sudo without a password'
fi

# A new postgresql-N package makes and starts a server of its own, "main". This drop-in keeps it from
# that, and is gone afterwards. Where somebody has clusters already, their configuration is left alone.
drop_in=/etc/postgresql-common/createcluster.d/flowfabric-no-main-cluster.conf
if [ -z "$(ls -A /etc/postgresql 2>/dev/null)" ]; then
    trap '$as_root rm -f "$drop_in"; $as_root rmdir -p "${drop_in%/*}" 2>/dev/null || :' EXIT
    $as_root mkdir -p "${drop_in%/*}"
    echo 'create_main_cluster = false' | $as_root tee "$drop_in" >/dev/null
fi

echo "flowfabric: installing with apt-get: $packages"
export DEBIAN_FRONTEND=noninteractive
install="$as_root apt-get -qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends"
{ $as_root apt-get -qq update && $install $packages; } </dev/null >/dev/null ||
    give_up 'apt-get failed'
