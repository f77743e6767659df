#!/usr/bin/env python3
"""Keep the built installation of a version, so that upgrades from it can be tested for ever.

python tools/freeze.py            once, when the version is released
python tools/freeze.py --again    before it is released, when it changed after all
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from build import ROOT, build, read_version

FROZEN = Path("python_driver/tests/frozen")


def main() -> int:
    parser = argparse.ArgumentParser(description="Freeze the installation of this version.")
    parser.add_argument("--again", action="store_true", help="overwrite what was frozen")
    options = parser.parse_args()
    build()
    name = f"flowfabric--{read_version()}.sql"
    frozen = ROOT / FROZEN / name
    if frozen.exists() and not options.again:
        print(f"{FROZEN / name} exists: a version is frozen once", file=sys.stderr)
        return 1
    frozen.parent.mkdir(parents=True, exist_ok=True)
    frozen.write_text((ROOT / "dist" / name).read_text())
    print(f"frozen: {FROZEN / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
