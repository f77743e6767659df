#!/usr/bin/env python3
"""Let sqlfluff lint the SQL files that have changed since it found them clean.

    python tools/run_sqlfluff.py

It takes half a minute for all of them. A file stays clean while it, the configuration and sqlfluff
are the same: .sqlfluff_cache has a hash of these for each clean file.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from build import ROOT

TREES = (ROOT / "sql", ROOT / "tests_sql")
CACHE = ROOT / ".sqlfluff_cache"


def hashes() -> dict[Path, str]:
    """A hash for each SQL file, of all that decides whether it is clean."""
    settings = [ROOT / ".sqlfluff", *(path for tree in TREES for path in tree.rglob(".sqlfluff"))]
    common = hashlib.sha256(version("sqlfluff").encode())
    for path in settings:
        common.update(path.read_bytes())
    found = {}
    for path in sorted(path for tree in TREES for path in tree.rglob("*.sql")):
        own = common.copy()
        own.update(path.read_bytes())
        found[path] = own.hexdigest()
    return found


def main() -> int:
    hash_of = hashes()
    clean = set(CACHE.read_text().split()) if CACHE.exists() else set()
    changed = [path for path, own in hash_of.items() if own not in clean]
    if changed:
        names = [str(path.relative_to(ROOT)) for path in changed]
        sqlfluff = Path(sys.executable).with_name("sqlfluff")
        options = ("--quiet", "--disable-progress-bar", "--processes", "2")
        status = subprocess.call([sqlfluff, "lint", *options, *names], cwd=ROOT)
        if status:
            return status
    CACHE.write_text("\n".join(sorted(hash_of.values())) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
