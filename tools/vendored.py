#!/usr/bin/env python3
"""The JavaScript that the web pages bring along: as published on npm, unmodified, pinned.

    python tools/vendored.py        fetch the packages of packages.json, and write their files anew

`python_driver/flowfabric/web/_vendor/packages.json` has versions and checksums; a test compares the
files with them without a network. Needed only for a new version.
"""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from build import ROOT

DIRECTORY = ROOT / "python_driver/flowfabric/web/_vendor"


def packages() -> dict[str, dict[str, Any]]:
    known: dict[str, dict[str, Any]] = json.loads((DIRECTORY / "packages.json").read_text())
    return known


def faults() -> Iterator[str]:
    """Files that are missing, changed, or of no package."""
    known = {
        name: file["sha256"]
        for package in packages().values()
        for name, file in package["files"].items()
    }
    present = {path.name for path in DIRECTORY.iterdir()} - {"packages.json"}
    yield from (f"{name} is of no package" for name in sorted(present - set(known)))
    for name, checksum in known.items():
        if name not in present:
            yield f"{name} is missing"
        elif hashlib.sha256((DIRECTORY / name).read_bytes()).hexdigest() != checksum:
            yield f"{name} was changed"


def fetch(name: str, package: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(
            ["npm", "pack", "--silent", f"{name}@{package['version']}"],
            cwd=directory,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        [archive] = Path(directory).iterdir()
        digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if package["integrity"] != f"sha512-{digest}":
            sys.exit(f"{name}: the package has another checksum: sha512-{digest}")
        with tarfile.open(archive) as tar:
            for target, file in package["files"].items():
                member = tar.extractfile(f"package/{file['path']}")
                assert member
                (DIRECTORY / target).write_bytes(member.read())


def main() -> int:
    for name, package in packages().items():
        fetch(name, package)
    found = list(faults())
    print("\n".join(found) or "all files are as packages.json says")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
