"""The build: what it makes of a manifest, and what it refuses."""

from __future__ import annotations

import lzma
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from build import INSTALLER, OWNERSHIP, ROOT, BuildError, build, read_manifest
from freeze import main as freeze


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": '[project]\nname = "x"\nversion = "1.2.3"\n',
        "sql/install.sql": "-- Story\n\\ir roles.sql\n\n"
        "-- ── Tables\n\\ir a.sql\n\\ir ../functions/b/ff_b.sql\n",
        "sql/roles.sql": "select 'roles';\n",
        "sql/a.sql": "create table a ();\n",
        "functions/b/ff_b.sql": "select '@FLOWFABRIC_VERSION@';\n",
        "sql/uninstall.sql": "-- of @FLOWFABRIC_VERSION@\n",
        "tools/upgrader.sql": "@FLOWFABRIC_MIGRATIONS@\n@FLOWFABRIC_REPLACEABLE@\n",
        "tools/validation.sql": "select 'valid';\n",
        "tools/ownership.sql": "select 'own';\n",
        "sql/migrations/0001_first.sql": "alter table a add b integer;\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for copied in (INSTALLER, OWNERSHIP):
        shutil.copy(ROOT / copied, tmp_path / copied)
    return tmp_path


def test_sources_come_in_the_order_of_the_manifest_under_their_paths(project: Path) -> None:
    build(project)
    text = (project / "dist/flowfabric.sql").read_text()
    places = [text.index(part) for part in ("── Tables", "-- sql/a.sql", "-- functions/b/ff_b.sql")]
    assert places == sorted(places)
    assert "select '1.2.3';" in text
    assert "@FLOWFABRIC" not in text
    assert "migrations" not in text


def test_all_outputs_are_written(project: Path) -> None:
    written = build(project)
    assert [str(path) for path in written] == [
        "dist/flowfabric--1.2.3.sql",
        "dist/flowfabric.sql",
        "dist/flowfabric_upgrade.sql",
        "dist/flowfabric_uninstall.sql",
        "python_driver/flowfabric/_sql/flowfabric.sql",
        "python_driver/flowfabric/_sql/flowfabric_upgrade.sql",
        "python_driver/flowfabric/_sql/flowfabric_uninstall.sql",
    ]
    upgrade = (project / "dist/flowfabric_upgrade.sql").read_text()
    assert upgrade.index("if v_migration operator(pg_catalog.<) 1 then") < upgrade.index("add b")
    assert upgrade.index("add b") < upgrade.index("select '1.2.3';")
    assert "create table" not in upgrade
    assert (project / "dist/flowfabric_uninstall.sql").read_text() == "-- of 1.2.3\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("\\echo hello\n", "sql/a.sql:1: a psql command"),
        ("do $flowfabric_install$ begin end $flowfabric_install$;\n", "the dollar tag"),
    ],
)
def test_a_source_that_cannot_run_inside_the_installer_is_refused(
    project: Path, source: str, message: str
) -> None:
    (project / "sql/a.sql").write_text(source)
    with pytest.raises(BuildError, match=message):
        build(project)


def test_a_file_that_the_manifest_forgets_is_refused(project: Path) -> None:
    (project / "sql/c.sql").write_text("select 1;\n")
    with pytest.raises(BuildError, match=r"sql/c\.sql:1: not in sql/install\.sql"):
        build(project)


@pytest.mark.parametrize("line", ["select 1;", "\\i a.sql", "\\ir ../../outside.sql"])
def test_the_manifest_holds_nothing_but_inclusions(project: Path, line: str) -> None:
    (project / "sql/install.sql").write_text(f"{line}\n")
    with pytest.raises(BuildError, match=r"sql/install\.sql:1:"):
        read_manifest(project)


def test_a_pattern_stands_for_the_files_that_no_line_names(project: Path) -> None:
    for name in ("ff_a.sql", "_b.sql", "_a.sql", "_first.sql"):
        (project / "functions/b" / name).write_text("select 1;\n")
    (project / "sql/install.sql").write_text(
        "\\ir roles.sql\n\\ir a.sql\n\\ir ../functions/b/_first.sql\n"
        "\\ir ../functions/b/_*.sql\n\\ir ../functions/b/ff_b.sql\n\\ir ../functions/*/ff_*.sql\n"
    )
    assert [str(line.source) for line in read_manifest(project)] == [
        "sql/roles.sql",
        "sql/a.sql",
        "functions/b/_first.sql",
        "functions/b/_a.sql",
        "functions/b/_b.sql",
        "functions/b/ff_b.sql",
        "functions/b/ff_a.sql",
    ]
    build(project)


def test_a_pattern_for_nothing_is_refused(project: Path) -> None:
    with (project / "sql/install.sql").open("a") as manifest:
        manifest.write("\\ir ../functions/c/_*.sql\n")
    with pytest.raises(BuildError, match=r"install.sql:7: functions/c/_\*.sql stands for no file"):
        build(project)


def test_a_file_that_two_patterns_find_is_refused(project: Path) -> None:
    (project / "functions/b/_a.sql").write_text("select 1;\n")
    with (project / "sql/install.sql").open("a") as manifest:
        manifest.write("\\ir ../functions/b/_*.sql\n\\ir ../functions/*/_*.sql\n")
    with pytest.raises(BuildError, match=r"functions/b/_a\.sql is listed twice"):
        build(project)


def test_migrations_are_numbered_without_a_gap(project: Path) -> None:
    (project / "sql/migrations/0003_third.sql").write_text("select 3;\n")
    with pytest.raises(BuildError, match="0002_"):
        build(project)


def test_a_version_is_frozen_once(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert freeze(project) == 0
    frozen = project / "python_driver/tests/frozen/flowfabric--1.2.3.sql.xz"
    assert lzma.decompress(frozen.read_bytes()) == (project / "dist/flowfabric.sql").read_bytes()
    assert freeze(project) == 1
    assert "a version is frozen once" in capsys.readouterr().err


def test_the_wheel_carries_exactly_the_built_sql(tmp_path: Path) -> None:
    written = {
        path.name: (ROOT / path).read_bytes() for path in build() if path.parent.name == "_sql"
    }
    hook = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*hook, "--wheel-dir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        carried = {
            Path(name).name: archive.read(name)
            for name in archive.namelist()
            if name.endswith(".sql")
        }
    assert carried == written
