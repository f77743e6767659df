"""Changes of many executions at once; each needs the role that its function needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .actions import whole_number


@dataclass(frozen=True)
class Verb:
    name: str
    function: str
    label: str
    # for the preview: "12 executions will be cancelled"
    passive: str
    note: str
    arguments: Callable[[Mapping[str, str]], dict[str, Any]] = lambda _form: {}
    needs_reason: bool = False
    is_dangerous: bool = False
    has_priority: bool = False


VERBS = (
    Verb("cancel", "ff_cancel_executions", "Cancel", "cancelled",
         "Executions that have ended are left alone. The next call of a holder is refused.",
         needs_reason=True, is_dangerous=True),
    Verb("replay", "ff_replay_executions", "Replay", "replayed",
         "Only what has ended runs again; its history stays."),
    Verb("run_now", "ff_reschedule_executions", "Run now", "made due now",
         "Executions that are delayed, in backoff or asleep become due at once.",
         lambda _form: {"delay_ms": 0}),
    Verb("priority", "ff_change_priorities", "Priority", "given another priority",
         "From 0 to 9000; higher ones are claimed first.",
         lambda form: {"priority": whole_number(form, "priority", "A priority")},
         has_priority=True),
    Verb("erase", "ff_erase_executions", "Erase", "erased",
         "Inputs, outputs, steps, signals and failure details of what has ended are removed for"
         " good; the rows and their history stay.", is_dangerous=True),
)  # fmt: skip
BY_NAME = {verb.name: verb for verb in VERBS}


def verbs_for(may: Callable[[str], bool]) -> list[Verb]:
    return [verb for verb in VERBS if may(verb.function)]
