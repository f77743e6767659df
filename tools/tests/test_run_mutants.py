"""Mutants do not rot: what they replace is there exactly once, and so are the tests they name."""

from __future__ import annotations

from pathlib import Path

import pytest
from run_mutants import (
    MUTANTS,
    Edit,
    Mutant,
    MutantError,
    command_of,
    mutated_installation,
    mutated_sources,
    parse,
    read_mutants,
)

NAMES = sorted(path.stem for path in MUTANTS.glob("*.mutant"))


@pytest.mark.parametrize("name", NAMES)
def test_mutant_can_be_made(name: str) -> None:
    [mutant] = read_mutants([name])
    assert all(mutated_sources(mutant).values())
    assert all(command_of(test) for test in mutant.tests)


def test_mutant_is_built() -> None:
    [mutant] = read_mutants(["completion_without_a_fence"])
    with mutated_installation(mutated_sources(mutant)) as installation:
        built = installation.read_text()
    assert all(edit.replace in built for edit in mutant.edits)


def write(directory: Path, text: str) -> Path:
    path = directory / "some.mutant"
    path.write_text(text)
    return path


def test_form_of_a_mutant(tmp_path: Path) -> None:
    text = (
        "Broken.\n\ntest: a.spec\ntest: b.py::c[d e]\n\n"
        "file: x.sql\n<<<<<<<\nold\n=======\nnew\n>>>>>>>\n<<<<<<<\ngone\n=======\n>>>>>>>\n"
        "file: y.sql\n<<<<<<<\ntwo\nlines\n=======\none\n>>>>>>>\n"
    )
    assert parse(write(tmp_path, text)) == Mutant(
        name="some",
        promise="Broken.",
        tests=("a.spec", "b.py::c[d e]"),
        edits=(
            Edit(Path("x.sql"), "old", "new"),
            Edit(Path("x.sql"), "gone", ""),
            Edit(Path("y.sql"), "two\nlines", "one"),
        ),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Broken.\n\ntest: a.spec\n",
        "Broken.\n\nfile: x.sql\n<<<<<<<\nold\n=======\nnew\n>>>>>>>\n",
        "Broken.\n\ntest: a.spec\n\nfile: x.sql\n<<<<<<<\nold\n=======\nnew\n",
        "Broken.\n\ntest: a.spec\n\nfile: x.sql\nold\n<<<<<<<\nold\n=======\nnew\n>>>>>>>\n",
    ],
)
def test_refuses_what_is_not_a_mutant(tmp_path: Path, text: str) -> None:
    with pytest.raises(MutantError):
        parse(write(tmp_path, text))


@pytest.mark.parametrize("content", ["no such text", "old and old"])
def test_text_must_be_there_exactly_once(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.sql").write_text(content)
    mutant = Mutant("some", "Broken.", ("a.spec",), (Edit(Path("x.sql"), "old", "new"),))
    with pytest.raises(MutantError):
        mutated_sources(mutant, tmp_path)
