"""Commands that change executions: those whose ids are given, or all that match a filter.

By a filter they count first, ask, and then change some hundred at a time, each time in a
transaction of its own: what was done stays done, and an interrupted command says how to go on.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from ..client import Client
from ..errors import FlowFabricError
from ..types import BulkAnswer
from .changing import actor, client_of, with_reason
from .finding import filter_of, instant_argument, is_filtered, uuid_argument, with_filter
from .output import NO, OK, TROUBLE, CommandError, answer, note, rows_table
from .parsing import MILLISECONDS, AddCommand, Parser, number_argument
from .target import find_target, uuid_of

# further than that nobody counts
MANY = 10_000
BAR_WIDTH = 30

Filter = dict[str, Any]
Page = dict[str, Any]
Call = Callable[[Client, Filter, Page], BulkAnswer]


@dataclass(frozen=True)
class Verb:
    """A verb for many executions: its name, its participle, and its call."""

    name: str
    done: str
    call: Call


@dataclass
class Progress:
    """The counts so far, and the place where the next call goes on."""

    changed: int = 0
    skipped: int = 0
    before: datetime | None = None
    after: UUID | None = None
    is_more: bool = True

    def page(self, limit: int) -> Page:
        return {"limit": limit, "before": self.before, "after": self.after}

    def add(self, page: BulkAnswer) -> None:
        self.changed += page.changed_count
        self.skipped += page.skipped_count
        self.before, self.after, self.is_more = page.before, page.after, page.is_more


def _many(options: argparse.Namespace, verb: Verb) -> int:
    with find_target(options.dsn).client_connection() as connection:
        client = client_of(connection)
        filter_ = filter_of(options, connection)
        if options.ids:
            filter_["execution_ids"] = [str(uuid_of(text)) for text in options.ids]
        if not filter_:
            raise CommandError(
                f"{verb.name} needs ids, or options that say which executions are meant",
                hint=f"flowfabric {verb.name} --help lists them.",
                status=TROUBLE,
            )
        counted = _counted(client, filter_, options, verb)
        how_many = f"{counted.changed:,}" + (" and more" if counted.is_more else "")
        if options.dry_run:
            text = f"{how_many} would be {verb.done}{_skipped(counted)}"
            answer(options, _data(counted, is_dry_run=True), text)
            return OK
        if not options.yes and not _is_confirmed(verb, how_many):
            note("nothing was changed")
            return NO
        total = None if counted.is_more else counted.changed
        progress = Progress(before=counted.before, after=options.after)
        try:
            while progress.is_more:
                progress.add(verb.call(client, filter_, progress.page(1000)))
                _show(progress, total)
        finally:
            if sys.stderr is not None and sys.stderr.isatty():
                note("")
            if progress.is_more:
                _say_how_to_go_on(options, filter_, progress, verb)
        text = f"{progress.changed:,} were {verb.done}{_skipped(progress)}"
        answer(options, _data(progress, is_dry_run=False), text)
    return OK


def _are_ids_alone(options: argparse.Namespace) -> bool:
    """Whether ids are changed one by one; a filter beside them is a mistake."""
    if options.ids and is_filtered(options):
        raise CommandError("give ids, or options that say which executions are meant", status=2)
    if getattr(options, "flow", None) is True and (not options.ids or options.dry_run):
        raise CommandError("--flow needs ids of flows, and has no dry run", status=2)
    return bool(options.ids) and not options.dry_run


def _counted(client: Client, filter_: Filter, options: argparse.Namespace, verb: Verb) -> Progress:
    counted = Progress(before=options.before, after=options.after)
    while counted.is_more and counted.changed < MANY:
        page = counted.page(MANY - counted.changed) | {"dry_run": True}
        counted.add(verb.call(client, filter_, page))
    return counted


def _skipped(progress: Progress) -> str:
    if not progress.skipped:
        return ""
    return (
        f"; {progress.skipped:,} match as well, but are held by other sessions or not in a state"
        " for it"
    )


def _data(progress: Progress, *, is_dry_run: bool) -> dict[str, Any]:
    return {
        "is_dry_run": is_dry_run,
        "changed": progress.changed,
        "skipped": progress.skipped,
        "before": progress.before,
        "after": progress.after,
        "is_more": progress.is_more,
    }


def _is_confirmed(verb: Verb, how_many: str) -> bool:
    if not sys.stdin.isatty():
        raise CommandError(
            f"{verb.name} asks before it changes {how_many} executions, and there is no terminal"
            " to ask on",
            hint=f"If you mean it: flowfabric {verb.name} ... --yes",
            status=TROUBLE,
        )
    print(
        f"{how_many} executions will be {verb.done}. Go on? [y/N] ",
        end="",
        file=sys.stderr,
        flush=True,
    )
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _show(progress: Progress, total: int | None) -> None:
    """A bar, on a terminal; of what was counted at the beginning."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    text = f"{progress.changed:,}"
    if total:
        share = min(progress.changed / total, 1) if progress.is_more else 1
        full = round(BAR_WIDTH * share)
        text = f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {text} of {total:,}"
    print(f"\r{text}", end="", file=sys.stderr, flush=True)


def _say_how_to_go_on(
    options: argparse.Namespace, filter_: Filter, progress: Progress, verb: Verb
) -> None:
    note(f"{progress.changed:,} were {verb.done}, and stay so")
    # a connection string may have a password, and a time ago is another time later
    words = _without(options.words, "--dsn", "--since", "--until", "--before", "--after")
    for name, value in (
        ("--since", filter_.get("created_after")),
        ("--until", filter_.get("created_before")),
        ("--before", progress.before and progress.before.isoformat()),
        ("--after", progress.after and str(progress.after)),
    ):
        words += [name, value] if value else []
    note(f"To go on: flowfabric {shlex.join(words)}")


def _without(words: Sequence[str], *names: str) -> list[str]:
    """The words of a command without these options and their values."""
    kept: list[str] = []
    is_value = False
    for word in words:
        name, separator, _ = word.partition("=")
        if is_value:
            is_value = False
        # argparse takes the beginning of an option for it
        elif len(name) > 3 and any(full.startswith(name) for full in names):
            is_value = not separator
        else:
            kept.append(word)
    return kept


def _each(
    options: argparse.Namespace,
    run: Callable[[Client, UUID], Any],
    columns: Sequence[str],
    id_name: str = "execution_id",
) -> int:
    """The same for several; one that is refused does not keep the others from it.

    Each gets a line, also when the connection is lost or Ctrl-C comes in between.
    """
    ids = [uuid_of(text) for text in options.ids]
    done: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    try:
        with find_target(options.dsn).client_connection() as connection:
            client = client_of(connection)
            for id_ in ids:
                try:
                    done.append(asdict(run(client, id_)))
                except FlowFabricError as error:
                    refused.append({id_name: str(id_), "error": error.message})
                    note(f"{id_}: {error.message}")
                    if error.hint:
                        note(error.hint)
    finally:
        for id_ in ids[len(done) + len(refused) :]:
            unknown = "it was not tried, or the answer was lost"
            refused.append({id_name: str(id_), "error": unknown})
            note(f"{id_}: {unknown}")
        text = rows_table(done, columns) if done else "none"
        answer(options, {"done": done, "refused": refused}, text)
    return NO if refused else OK


def cancel(options: argparse.Namespace) -> int:
    reason = options.reason
    if options.flow and _are_ids_alone(options):
        return _each(
            options,
            lambda client, id_: client.cancel_flow(id_, reason, actor=actor()),
            ("flow_id", "outcome", "public_flow_state", "cancelled_count", "remaining_count"),
            "flow_id",
        )
    if _are_ids_alone(options):
        return _each(
            options,
            lambda client, id_: client.cancel_execution(id_, reason, actor=actor()),
            ("execution_id", "outcome", "previous_phase", "cancellation_reason"),
        )

    def call(client: Client, filter_: Filter, page: Page) -> BulkAnswer:
        return client.cancel_executions(filter_, reason, actor=actor(), **page)

    return _many(options, Verb("cancel", "cancelled", call))


def replay(options: argparse.Namespace) -> int:
    reason = options.reason
    if _are_ids_alone(options):
        return _each(
            options,
            lambda client, id_: client.replay_execution(id_, reason, actor()),
            ("execution_id", "outcome", "public_state", "replay_count"),
        )

    def call(client: Client, filter_: Filter, page: Page) -> BulkAnswer:
        return client.replay_executions(filter_, reason, actor=actor(), **page)

    return _many(options, Verb("replay", "replayed", call))


def run_now(options: argparse.Namespace) -> int:
    delay_ms, reason = options.delay_ms, options.reason
    if _are_ids_alone(options):
        return _each(
            options,
            lambda client, id_: client.reschedule_execution(
                id_, delay_ms, reason=reason, actor=actor()
            ),
            ("execution_id", "outcome", "public_state", "due_at"),
        )

    def call(client: Client, filter_: Filter, page: Page) -> BulkAnswer:
        return client.reschedule_executions(filter_, delay_ms, reason=reason, actor=actor(), **page)

    return _many(options, Verb("run-now", "rescheduled", call))


def priority(options: argparse.Namespace) -> int:
    value, reason = options.priority, options.reason
    if _are_ids_alone(options):
        return _each(
            options,
            lambda client, id_: client.change_priority(id_, value, reason, actor()),
            ("execution_id", "outcome", "old_priority", "new_priority"),
        )

    def call(client: Client, filter_: Filter, page: Page) -> BulkAnswer:
        return client.change_priorities(filter_, value, reason, actor=actor(), **page)

    return _many(options, Verb("priority", "moved to another priority", call))


def erase(options: argparse.Namespace) -> int:
    _are_ids_alone(options)

    def call(client: Client, filter_: Filter, page: Page) -> BulkAnswer:
        return client.erase_executions(
            filter_, options.reason, actor=actor(), kept_tags=options.keep_tag, **page
        )

    return _many(options, Verb("erase", "erased", call))


def add_commands(command: AddCommand) -> None:
    ending = command("cancel", cancel, "cancel executions, by id or by a filter, or whole flows")
    ending.add_argument("ids", nargs="*", metavar="ID")
    ending.add_argument("--flow", action="store_true", help="the ids are ids of flows")
    with_reason(ending, "cancelled on the command line")
    _for_many(ending, has_flow=False)

    again = command("replay", replay, "start finished executions once more, by id or by a filter")
    again.add_argument("ids", nargs="*", metavar="EXECUTION")
    with_reason(again, None)
    _for_many(again)

    now = command("run-now", run_now, "make delayed executions and waiting retries due at once")
    now.add_argument("ids", nargs="*", metavar="EXECUTION")
    now.add_argument(
        "--delay-ms", type=MILLISECONDS, default=0, metavar="MS", help="in MS milliseconds instead"
    )
    with_reason(now, None)
    _for_many(now)

    order = command("priority", priority, "give executions that wait another priority")
    order.add_argument("priority", type=number_argument(0, 9000), metavar="N", help="0 to 9000")
    order.add_argument("ids", nargs="*", metavar="EXECUTION")
    with_reason(order, None)
    _for_many(order)

    erasing = command(
        "erase", erase, "erase the contents of finished executions, and keep their history"
    )
    erasing.add_argument("ids", nargs="*", metavar="EXECUTION")
    erasing.add_argument(
        "--keep-tag", action="append", default=[], metavar="KEY", help="keep this tag"
    )
    with_reason(erasing, None)
    _for_many(erasing)


def _for_many(parser: Parser, *, has_flow: bool = True) -> None:
    with_filter(parser, has_flow=has_flow)
    parser.add_argument("--dry-run", action="store_true", help="count them, and change nothing")
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--before",
        type=instant_argument,
        metavar="TIME",
        help="go on with what was submitted by then: said by a command that was interrupted",
    )
    parser.add_argument(
        "--after", type=uuid_argument, metavar="ID", help="go on behind this one: said likewise"
    )
