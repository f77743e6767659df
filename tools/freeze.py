#!/usr/bin/env python3
"""Keep the built installation of a version, so that upgrades from it can be tested for ever.

    python tools/freeze.py

Once for each version, in the commit that is tagged. Until a version is tagged, test_upgrade.py
upgrades from the present sources to a next version that it makes up.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

from build import ROOT, build, read_version

FROZEN = Path("python_driver/tests/frozen")


def frozen_path(version: str) -> Path:
    return FROZEN / f"flowfabric--{version}.sql.xz"


def main(root: Path = ROOT) -> int:
    path = frozen_path(read_version(root))
    if (root / path).exists():
        print(f"{path} exists: a version is frozen once", file=sys.stderr)
        return 1
    build(root)
    text = (root / "dist/flowfabric.sql").read_bytes()
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
