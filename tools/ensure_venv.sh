#!/bin/sh
# Make .venv and install the project into it, editable, with the extras EXTRA (demo, dev):
#     tools/ensure_venv.sh EXTRA
# PYTHON chooses the interpreter (default python3).
set -eu

extra=$1
python=${PYTHON:-python3}
here=$(dirname "$0")

command -v "$python" >/dev/null || "$here/apt_install.sh" python3 python3-venv
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || {
    echo "flowfabric: Python 3.10 or later is needed, $python is $("$python" -V 2>&1)" >&2
    exit 1
}
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    # Debian splits venv off: without it, a new environment comes to be without pip, or not at all.
    "$python" -c 'import ensurepip, venv' 2>/dev/null || "$here/apt_install.sh" python3-venv
    rm -rf .venv
    "$python" -m venv .venv
fi
echo "flowfabric: installing into .venv: flowfabric[$extra]"
PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install --quiet --editable ".[$extra]"
touch ".venv/bin/.stamp-$extra"
