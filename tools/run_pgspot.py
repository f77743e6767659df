#!/usr/bin/env python3
"""Let pgspot look for what a search_path attack could use: in the built files, and in each source.

    python tools/run_pgspot.py

The built file is one statement that begins by setting its own search_path; the sources run inside
it. So each is checked as it runs: in a schema of its own making, with that path. An internal
function has no path of its own, for it could not be inlined then; it runs under the path of the
public one that called it, and nobody else may call it (tests_sql/meta proves both).
"""

from __future__ import annotations

import argparse
import re
import sys

from build import ROOT, build, read_manifest, read_source
from pglast.parser import ParseError
from pgspot.state import Counter, State
from pgspot.visitors import visit_sql

BUILT = ["dist/flowfabric.sql", "dist/flowfabric_upgrade.sql", "dist/flowfabric_uninstall.sql"]
PATH = "set search_path = flowfabric, pg_temp"
PREAMBLE = f"create schema flowfabric;\n{PATH};\n"


def as_it_runs(text: str) -> str:
    """A source, with what surrounds it in the installation."""
    # nothing can be there to be replaced
    text = re.sub(r"^create or replace function", "create function", text, flags=re.MULTILINE)
    if re.search(r"^create function", text, re.MULTILINE) and "set search_path" not in text:
        text = re.sub(r"^as \$", f"{PATH}\nas $", text, flags=re.MULTILINE)
    # The parser does not know which types have fields. A variable whose fields are used is a record
    # to it. A field of a parameter cannot be assigned to, and a row cannot be returned as it is
    # computed: there it gets the expression alone.
    text = re.sub(
        r"^(    (v_\w+) (?:constant )?)((?:ff_|_)\w+)(?=;| :=)",
        lambda found: found[1] + ("record" if f"{found[2]}." in text else found[3]),
        text,
        flags=re.MULTILINE,
    )
    text = re.sub(r"^(\s*)p_\w+\.\w+ :=", r"\1perform", text, flags=re.MULTILINE)
    text = re.sub(r"^(\s*)return next (?=_|\()", r"\1perform ", text, flags=re.MULTILINE)
    return PREAMBLE + text


def finding(text: str) -> str | None:
    """What pgspot finds in a text; a body that its parser does not understand is a finding too."""
    counter = Counter(
        argparse.Namespace(
            plpgsql=True,
            summary_only=False,
            ignore=[],
            ignore_lang=[],
            proc_without_search_path=[],
            sql_fn=[],
        )
    )
    try:
        visit_sql(State(counter), text, toplevel=True)
    except ParseError as error:
        return f"body not understood: {error}"
    return None if counter.is_clean() else str(counter)


def main() -> int:
    build()
    texts = {path: (ROOT / path).read_text() for path in BUILT}
    for line in read_manifest():
        if line.source:
            texts[str(line.source)] = as_it_runs(read_source(line.source))
    findings = {name: found for name, text in texts.items() if (found := finding(text))}
    for name, found in findings.items():
        print(f"{name}: {found}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
