from pathlib import Path

from build import ROOT
from touched import GENERATED, nearest_public, touched


def test_the_nearest_public_functions_are_found_through_internal_ones() -> None:
    called_by = {
        "_inner": {"_middle", "ff_direct"},
        "_middle": {"ff_through", "_inner"},
        "ff_direct": {"ff_beyond"},
    }
    assert nearest_public("_inner", called_by) == {"ff_direct", "ff_through"}
    assert nearest_public("ff_direct", called_by) == {"ff_direct"}


def test_a_changed_function_touches_its_own_tests_and_its_specs() -> None:
    [function] = (ROOT / "functions").glob("*/ff_renew.sql")
    sql, specs, python = touched([function.relative_to(ROOT)])
    [own] = (ROOT / "tests_sql").glob("lease/ff_renew")
    assert own in sql
    assert all("ff_renew" in spec.read_text() for spec in specs)
    assert python == {ROOT / GENERATED}


def test_a_changed_test_touches_itself() -> None:
    spec = Path("tests_sql/isolation/specs/admission_and_admission.spec")
    _, specs, python = touched([spec, Path("tools/tests/test_touched.py")])
    assert specs == {ROOT / spec}
    assert python == {ROOT / "tools/tests/test_touched.py"}
