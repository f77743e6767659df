#!/usr/bin/env python3
r"""Build the one-file installation from the manifest `sql/install.sql`.

    python tools/build.py            write dist/ and the copies that the Python package carries
    python tools/build.py --check    only check that the manifest names every source exactly once

A line `\ir ../functions/claim/_*.sql` stands for the files that match and that no other line names,
in alphabetical order. Functions may stand in any order: their bodies are checked when all of them
are there. An order is needed only where a statement is analysed when it runs: types and tables
before the functions that have them as arguments or results; a function before the view, trigger,
constraint, index, default or insert that calls it; privileges last.

Standard library only: it also runs from the hatch build hook and on a machine without `.venv`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = Path("sql/install.sql")
UNINSTALL = Path("sql/uninstall.sql")
INSTALLER = Path("tools/installer.sql")
UPGRADER = Path("tools/upgrader.sql")
VALIDATION = Path("tools/validation.sql")
OWNERSHIP = Path("tools/ownership.sql")
ROLES = Path("sql/roles.sql")
MIGRATIONS = Path("sql/migrations")

VERSION_PLACEHOLDER = "@FLOWFABRIC_VERSION@"
SOURCES_PLACEHOLDER = "@FLOWFABRIC_SOURCES@\n"
VALIDATION_PLACEHOLDER = "@FLOWFABRIC_VALIDATION@\n"
OWNERSHIP_PLACEHOLDER = "@FLOWFABRIC_OWNERSHIP@\n"
ROLES_PLACEHOLDER = "@FLOWFABRIC_ROLES@\n"
REPLACEABLE_PLACEHOLDER = "@FLOWFABRIC_REPLACEABLE@\n"
PRIVILEGES_PLACEHOLDER = "@FLOWFABRIC_PRIVILEGES@\n"
MIGRATIONS_PLACEHOLDER = "@FLOWFABRIC_MIGRATIONS@\n"
MIGRATION_PLACEHOLDER = "@FLOWFABRIC_MIGRATION@"
RESERVED_DOLLAR_TAGS = (
    "$flowfabric$",
    "$flowfabric_install$",
    "$flowfabric_upgrade$",
    "$flowfabric_migration$",
    "$flowfabric_validation$",
    "$flowfabric_roles$",
)

# What lies beside the sources and is not part of an installation.
NOT_INSTALLED = (MANIFEST, UNINSTALL)
NOT_INSTALLED_DIRS = (MIGRATIONS,)

# What an upgrade runs again, whatever changed; all else is the business of migrations.
REPLACEABLE = ("functions/", "sql/views/", "sql/roles.sql", "sql/error_codes.sql")
PRIVILEGES = "sql/privileges.sql"


class BuildError(Exception):
    """The sources cannot be built; the message names the file."""


@dataclass(frozen=True)
class ManifestLine:
    """A heading (`source` is None) or the inclusion of one source file (relative to the root)."""

    number: int
    text: str
    source: Path | None


def read_manifest(root: Path = ROOT) -> list[ManifestLine]:
    """The manifest, line by line; anything but comments and `\\ir` is refused.

    A line with a pattern becomes a line for each file that matches it and has no line of its own.
    """
    written = list(_written_lines(root))
    named = {line.source for line in written}
    lines = []
    for line in written:
        if not line.source or "*" not in str(line.source):
            lines.append(line)
            continue
        matching = sorted(path.relative_to(root) for path in root.glob(str(line.source)))
        found = [path for path in matching if path not in named]
        if not found:
            raise BuildError(f"{MANIFEST}:{line.number}: {line.source} stands for no file")
        lines += [ManifestLine(line.number, line.text, path) for path in found]
    return lines


def _written_lines(root: Path) -> Iterator[ManifestLine]:
    for number, text in enumerate((root / MANIFEST).read_text().splitlines(), start=1):
        if not text.strip() or text.startswith("--"):
            yield ManifestLine(number, text, None)
        elif match := re.fullmatch(r"\\ir +(\S+)\s*", text):
            source = os.path.normpath(MANIFEST.parent / match[1])
            if source.startswith(("..", "/")):
                raise BuildError(f"{MANIFEST}:{number}: {match[1]} lies outside the repository")
            yield ManifestLine(number, text, Path(source))
        else:
            raise BuildError(f"{MANIFEST}:{number}: only \\ir lines and comments belong here")


def source_files(root: Path = ROOT) -> list[Path]:
    """Every file that an installation consists of, manifest or not."""
    paths = [*root.glob("sql/**/*.sql"), *root.glob("functions/**/*.sql")]
    return [
        path
        for path in sorted(path.relative_to(root) for path in paths)
        if path not in NOT_INSTALLED and not any(d in path.parents for d in NOT_INSTALLED_DIRS)
    ]


def manifest_findings(root: Path = ROOT) -> list[str]:
    """What is wrong with the manifest: sources missing, repeated, or not there at all."""
    lines = [line for line in read_manifest(root) if line.source]
    count = Counter(line.source for line in lines)
    findings = [
        f"{source}:1: not in {MANIFEST}" for source in source_files(root) if not count[source]
    ]
    seen: set[Path] = set()
    for line in lines:
        assert line.source
        if not (root / line.source).is_file():
            findings.append(f"{MANIFEST}:{line.number}: {line.source} does not exist")
        elif line.source in seen:
            findings.append(f"{MANIFEST}:{line.number}: {line.source} is listed twice")
        seen.add(line.source)
    return findings


def read_version(root: Path = ROOT) -> str:
    """The version of pyproject.toml (by a pattern: Python 3.10 has no tomllib)."""
    match = re.search(r'^version = "([^"]+)"$', (root / "pyproject.toml").read_text(), re.MULTILINE)
    if not match:
        raise BuildError("pyproject.toml: no version")
    return match[1]


def read_source(path: Path, root: Path = ROOT) -> str:
    """One source, refused if it could not run inside the installer's statement."""
    text = (root / path).read_text()
    for tag in RESERVED_DOLLAR_TAGS:
        if tag in text:
            raise BuildError(f"{path}: the dollar tag {tag} belongs to the installer")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("\\"):
            raise BuildError(f"{path}:{number}: a psql command cannot be part of an installation")
    return text.rstrip() + "\n"


def concatenate(root: Path = ROOT) -> str:
    """All sources in the order of the manifest, each under its path, headings kept."""
    parts = []
    for line in read_manifest(root):
        if line.source:
            parts.append(f"\n-- {line.source}\n{read_source(line.source, root)}")
        elif line.text:
            parts.append(f"{line.text}\n")
    return "".join(parts)


def migration_files(root: Path = ROOT) -> list[Path]:
    """The migrations in their order; their numbers are 1, 2, 3 and so on."""
    paths = sorted(path.relative_to(root) for path in (root / MIGRATIONS).glob("*.sql"))
    for number, path in enumerate(paths, start=1):
        if not re.fullmatch(rf"{number:04}_[a-z0-9_]+\.sql", path.name):
            raise BuildError(f"{path}:1: migration {number} is named {number:04}_what_it_does.sql")
    return paths


def migrate(root: Path = ROOT) -> str:
    """All migrations, each run where it was not."""
    parts = []
    for number, path in enumerate(migration_files(root), start=1):
        parts.append(
            f"        if v_migration operator(pg_catalog.<) {number} then\n"
            f"            execute $flowfabric_migration$\n-- {path}\n{read_source(path, root)}"
            "$flowfabric_migration$;\n        end if;\n"
        )
    return "".join(parts)


def replaceable(which: str | tuple[str, ...], root: Path = ROOT) -> str:
    """Of that, what lies there, in the order of the manifest."""
    parts = []
    for line in read_manifest(root):
        if line.source and str(line.source).startswith(which):
            text = read_source(line.source, root)
            text = re.sub(r"^create view", "create or replace view", text, flags=re.MULTILINE)
            parts.append(f"\n-- {line.source}\n{text}")
    return "".join(parts)


def build(root: Path = ROOT) -> list[Path]:
    """Write all built files and return them."""
    if findings := manifest_findings(root):
        raise BuildError("\n".join(findings))
    version = read_version(root)
    validation = (root / VALIDATION).read_text()
    ownership = (root / OWNERSHIP).read_text()
    roles = read_source(ROLES, root)

    def template(path: Path) -> str:
        text = (root / path).read_text().replace(VALIDATION_PLACEHOLDER, validation)
        text = text.replace(OWNERSHIP_PLACEHOLDER, ownership)
        return text.replace(ROLES_PLACEHOLDER, roles)

    installer = template(INSTALLER)
    installer = installer.replace(SOURCES_PLACEHOLDER, concatenate(root))
    migration = str(len(migration_files(root)))
    install = installer.replace(VERSION_PLACEHOLDER, version)
    install = install.replace(MIGRATION_PLACEHOLDER, migration)
    upgrade = template(UPGRADER)
    upgrade = upgrade.replace(MIGRATIONS_PLACEHOLDER, migrate(root))
    upgrade = upgrade.replace(REPLACEABLE_PLACEHOLDER, replaceable(REPLACEABLE, root))
    upgrade = upgrade.replace(PRIVILEGES_PLACEHOLDER, replaceable(PRIVILEGES, root))
    upgrade = upgrade.replace(VERSION_PLACEHOLDER, version)
    upgrade = upgrade.replace(MIGRATION_PLACEHOLDER, migration)
    uninstall = (root / UNINSTALL).read_text().replace(VERSION_PLACEHOLDER, version)

    package_data = Path("python_driver/flowfabric/_sql")
    outputs = {
        Path(f"dist/flowfabric--{version}.sql"): install,
        Path("dist/flowfabric.sql"): install,
        Path("dist/flowfabric_upgrade.sql"): upgrade,
        Path("dist/flowfabric_uninstall.sql"): uninstall,
        package_data / "flowfabric.sql": install,
        package_data / "flowfabric_upgrade.sql": upgrade,
        package_data / "flowfabric_uninstall.sql": uninstall,
    }
    for path, text in outputs.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return list(outputs)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="check the manifest, write nothing")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            findings = manifest_findings()
            print("\n".join(findings), file=sys.stderr, end="\n" if findings else "")
            return 1 if findings else 0
        for path in build():
            print(f"built {path}")
    except (BuildError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
