"""The command line: `flowfabric install | upgrade | uninstall | sql | status | tick | demo`.

Data go to standard output, notes to standard error. Exit status: 0 done and healthy; 1 the answer
is no (not installed, a finding, refused, a failed check); 2 wrong usage, or no connection.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import unquote

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row

from . import installation
from ._signals import termination_as_exit

CONNECT_TIMEOUT_S = 10
DSN_VARIABLES = ("FF_DATABASE_URL", "DATABASE_URL")
LIBPQ_VARIABLES = ("PGDATABASE", "PGHOST", "PGHOSTADDR", "PGPORT", "PGSERVICE", "PGUSER")
PAGE_SIZE = 1000

OK, NO, TROUBLE = 0, 1, 2

Connection = psycopg.Connection[Any]


class CommandError(Exception):
    """What stops a command, in words for its user; never with a password in it."""

    def __init__(self, message: str, *, hint: str | None = None, status: int = NO) -> None:
        super().__init__(message)
        self.hint = hint
        self.status = status


# --- where the database is ---


@dataclass(frozen=True)
class Target:
    """A connection string that was looked at, and where it comes from."""

    conninfo: str
    source: str | None

    @property
    def hint(self) -> str:
        if self.source is None:
            return "Say which database: --dsn, FF_DATABASE_URL, DATABASE_URL or PGHOST and its kin."
        return f"The database was named by {self.source}."

    def connect(self) -> Connection:
        try:
            connection = psycopg.connect(self.conninfo, autocommit=True, prepare_threshold=None)
        except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
            text = " ".join(str(error).split())
            text = text.removeprefix("connection failed: ").removeprefix("connection is bad: ")
            raise CommandError(
                f"no connection to the database: {text}", hint=self.hint, status=TROUBLE
            ) from None
        connection.add_notice_handler(lambda notice: note(notice.message_primary or ""))
        return connection


def find_target(dsn: str | None) -> Target:
    """`--dsn`, else FF_DATABASE_URL, else DATABASE_URL, else what libpq finds (PGHOST, ...)."""
    if dsn is not None:
        return Target(_checked(dsn, "--dsn"), "--dsn")
    for name in DSN_VARIABLES:
        if value := os.environ.get(name):
            return Target(_checked(value, name), name)
    names = sorted(name for name in os.environ if name in LIBPQ_VARIABLES)
    return Target(_checked("", "the environment"), ", ".join(names) or None)


def _checked(dsn: str, source: str) -> str:
    """The connection string, if it is sure to be read as it was meant.

    libpq quotes what it cannot read, and then a password may stand in the message. So nothing that
    it would misread gets as far as that.
    """
    refusal = CommandError(
        f"the connection string of {source} cannot be read",
        hint="It reads postgresql://user:password@host:5432/database or host=... dbname=...; "
        "in a URL, special characters of a password are percent-encoded (@ is %40, / is %2F).",
        status=TROUBLE,
    )
    dsn = re.sub(r"^(postgres(?:ql)?)\+\w+://", r"\1://", dsn.strip())  # as SQLAlchemy writes it
    try:
        values = conninfo_to_dict(dsn)
    except psycopg.ProgrammingError:
        raise refusal from None
    if match := re.match(r"postgres(?:ql)?://([^?]*)@", dsn):
        _, _, password = match[1].partition(":")
        if unquote(password) != (values.get("password") or ""):
            raise refusal
    if not re.fullmatch(r"[\d,]*", str(values.get("port") or "")):
        raise refusal
    if "@" in str(values.get("host") or ""):
        raise refusal
    values.setdefault("connect_timeout", CONNECT_TIMEOUT_S)
    values.setdefault("application_name", "flowfabric")
    return make_conninfo("", **values)


# --- saying things ---


def note(text: str) -> None:
    print(text, file=sys.stderr)


def answer(options: argparse.Namespace, data: Mapping[str, Any], text: str) -> None:
    """The one place where data go out: as JSON or as text."""
    print(json.dumps(data, indent=2, default=str) if options.json else text)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [headings, *rows]
    )


def package_version() -> str:
    try:
        return importlib.metadata.version("flowfabric")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def where(connection: Connection) -> str:
    info = connection.info
    place = info.host or "the local socket"
    return f'database "{info.dbname}" on {place}, as "{info.user}"'


# --- the commands ---


def install(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        before = installation.installed_version(connection)
        installation.install(connection)
        version = installation.installed_version(connection)
        outcome = "installed" if before is None else "already_installed"
        said = "installed" if before is None else "already installed"
        answer(
            options,
            {"outcome": outcome, "version": version, "database": connection.info.dbname},
            f"FlowFabric {version} is {said}: {where(connection)}",
        )
    return OK


def upgrade(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        before = installation.installed_version(connection)
        with connection.transaction(force_rollback=options.dry_run):
            installation.upgrade(connection)
            version = installation.installed_version(connection)
        outcome, said = "already_installed", f"FlowFabric {version} is already installed"
        if before != version:
            outcome = "would_upgrade" if options.dry_run else "upgraded"
            did = "would be" if options.dry_run else "was"
            said = f"FlowFabric {before} {did} upgraded to {version}"
        answer(
            options,
            {
                "outcome": outcome,
                "from": before,
                "version": version,
                "database": connection.info.dbname,
            },
            f"{said}: {where(connection)}",
        )
    return OK


def uninstall(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        version = installation.installed_version(connection)
        database = connection.info.dbname
        if version is None:
            answer(
                options,
                {"outcome": "not_installed", "version": None, "database": database},
                f"FlowFabric is not installed: {where(connection)}",
            )
            return OK
        if not options.yes and not _is_confirmed(
            f"Remove FlowFabric {version} with all its executions and their history?\n"
            f"From {where(connection)} [y/N] "
        ):
            note("nothing was removed")
            return NO
        installation.uninstall(connection)
        answer(
            options,
            {"outcome": "removed", "version": version, "database": database},
            f"FlowFabric {version} was removed: {where(connection)}",
        )
    return OK


def _is_confirmed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise CommandError(
            "uninstall asks before it removes everything, and there is no terminal to ask on",
            hint="If you mean it: flowfabric uninstall --yes",
            status=TROUBLE,
        )
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def sql(options: argparse.Namespace) -> int:
    texts = {
        "install": installation.install_sql,
        "upgrade": installation.upgrade_sql,
        "uninstall": installation.uninstall_sql,
    }
    text = texts["uninstall" if options.uninstall else options.what]()
    answer(options, {"version": package_version(), "sql": text}, text.rstrip("\n"))
    return OK


def version(options: argparse.Namespace) -> int:
    installed, reason = None, None
    try:
        with find_target(options.dsn).connect() as connection:
            installed = installation.installed_version(connection)
            state = installed or f"not installed: {where(connection)}"
    except CommandError as error:
        reason = str(error)
        state = "no connection"
    answer(
        options,
        {"package": package_version(), "installed": installed, "is_reachable": reason is None},
        f"package   {package_version()}\ndatabase  {state}",
    )
    if reason:
        note(reason)
    return OK


def status(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        connection.row_factory = dict_row
        report: dict[str, Any] = {
            "database": connection.info.dbname,
            "host": connection.info.host or None,
            "user": connection.info.user,
            "server_version": connection.info.parameter_status("server_version"),
            "installed": installation.installed_version(connection),
            "package": package_version(),
        }
        lines = [
            f"connection  {where(connection)}",
            f"server      PostgreSQL {report['server_version']}",
            f"installed   {report['installed'] or 'no'}",
        ]
        if report["installed"] is None:
            answer(options, report, "\n".join(lines))
            note("FlowFabric is not installed there: flowfabric install")
            return NO
        if report["installed"] != report["package"]:
            note(f"this package is of version {report['package']}")

        report["lanes"] = _lanes(connection)
        report["lapsed"] = _lapsed(connection)
        report["findings"] = _permitted(
            connection, "select invariant, execution_id, detail from flowfabric.ff_check()"
        )
        answer(options, report, "\n".join([*lines, *_state_text(report)]))
        return NO if report["findings"] or report["findings"] is None else OK


def _lanes(connection: Connection) -> list[dict[str, Any]] | None:
    lanes: list[dict[str, Any]] = []
    while True:
        page = _permitted(
            connection,
            "select lane_id, state, is_registered from flowfabric.ff_list_lanes(%s, %s)",
            (lanes[-1]["lane_id"] if lanes else None, PAGE_SIZE),
        )
        if page is None:
            return None
        lanes += page
        if len(page) < PAGE_SIZE:
            break
    for lane in lanes:
        due = _permitted(
            connection,
            "select flowfabric.ff_next_due_in_ms(%s) as ms",
            (lane["lane_id"],),
            quietly=True,
        )
        lane["is_due_known"] = due is not None
        lane["next_due_in_ms"] = due[0]["ms"] if due else None
    return lanes


def _lapsed(connection: Connection) -> dict[str, Any] | None:
    """Leases that ran out and were not taken over, counted no further than one page goes."""
    oldest = _permitted(
        connection,
        "select lane_id, expired_since_ms"
        " from flowfabric.ff_list_expired_leases(p_limit => %s) order by lease_expires_at",
        (PAGE_SIZE,),
    )
    if oldest is None:
        return None
    return {
        "count": len(oldest),
        "is_more": len(oldest) == PAGE_SIZE,
        "oldest_since_ms": oldest[0]["expired_since_ms"] if oldest else None,
    }


def _permitted(
    connection: Connection, query: str, arguments: Sequence[object] = (), *, quietly: bool = False
) -> list[dict[str, Any]] | None:
    """The rows; None, and a note, where this login may not call the function."""
    try:
        return connection.execute(query, arguments).fetchall()
    except psycopg.errors.InsufficientPrivilege as error:
        if not quietly:
            message = f"{error.diag.message_primary}: this takes a role such as ff_operator"
            note(f'{message}, which "{connection.info.user}" lacks')
        return None


def _state_text(report: Mapping[str, Any]) -> Iterator[str]:
    yield from _lanes_text(report)
    yield ""
    yield f"lapsed      {_lapsed_text(report['lapsed'])}"
    yield from _findings_text(report)


def _lapsed_text(lapsed: Mapping[str, Any] | None) -> str:
    if lapsed is None:
        return "not permitted"
    if not lapsed["count"]:
        return "no lease waits for a takeover"
    count = f"{lapsed['count']} or more" if lapsed["is_more"] else lapsed["count"]
    since = lapsed["oldest_since_ms"] / 1000
    return f"{count} leases ran out and were not taken over yet, the first {since:.1f} s ago"


def _lanes_text(report: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if report["lanes"] is None:
        yield "lanes       not permitted"
    elif not report["lanes"]:
        yield "lanes       none yet; the first submission to a name makes one"
    else:
        yield table(
            ["lane", "state", "registered", "next due"],
            [
                [
                    lane["lane_id"],
                    lane["state"],
                    _yes_no(lane["is_registered"]),
                    _due_text(lane),
                ]
                for lane in report["lanes"]
            ],
        )


def _due_text(lane: Mapping[str, Any]) -> str:
    if not lane["is_due_known"]:
        return "not permitted"
    match lane["next_due_in_ms"]:
        case None:
            return "nothing scheduled"
        case 0:
            return "now"
        case ms:
            return f"in {ms / 1000:.1f} s"


def _findings_text(report: Mapping[str, Any]) -> Iterator[str]:
    findings = report["findings"]
    if findings is None:
        yield "ff_check    not permitted"
    elif not findings:
        yield "ff_check    no findings"
    else:
        yield f"ff_check    {len(findings)} findings: each is a bug of ours, please report it"
        for finding in findings:
            detail = json.dumps(finding["detail"])
            yield f"  {finding['execution_id']}  {finding['invariant']}  {detail}"


def tick(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        if installation.installed_version(connection) is None:
            raise CommandError(
                f"FlowFabric is not installed: {where(connection)}", hint="flowfabric install"
            )
        connection.row_factory = dict_row
        jobs = connection.execute(
            "select job, processed, errors, more from flowfabric.ff_tick(%s, %s)",
            (options.max_rows, options.namespace),
        ).fetchall()
        answer(
            options,
            {"jobs": jobs},
            table(
                ["job", "processed", "errors", "more"],
                [
                    [job["job"], str(job["processed"]), str(job["errors"]), _yes_no(job["more"])]
                    for job in jobs
                ],
            ),
        )
    return NO if any(job["errors"] for job in jobs) else OK


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def demo(options: argparse.Namespace) -> int:
    try:
        from .demo import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "rich":
            raise
        raise CommandError(
            f"the demo needs the package {error.name}", hint="pip install 'flowfabric[demo]'"
        ) from None
    if options.dsn is None:
        return run(None, as_json=options.json)
    target = find_target(options.dsn)
    target.connect().close()  # out of reach is told here, as everywhere
    return run(target.conninfo, as_json=options.json)


# --- arguments, errors, exit ---


class Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **(options | {"max_help_position": 14}))


class Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Formatter)
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        """argparse quotes what it does not understand: that may be a connection string."""
        if re.search(r"://|password", message, re.IGNORECASE):
            message = "a connection string belongs behind --dsn"
        super().error(message)


def make_parser() -> argparse.ArgumentParser:
    common = Parser(add_help=False)
    common.add_argument(
        "--dsn",
        metavar="DSN",
        help="the database, as a URL or host=... dbname=...; "
        "default: FF_DATABASE_URL, DATABASE_URL, PGHOST and so on",
    )
    common.add_argument("--json", action="store_true", help="answer as JSON")

    parser = Parser(
        prog="flowfabric",
        description="FlowFabric: durable execution as functions in your PostgreSQL.",
        epilog="Exit status: 0 all is well; 1 the answer is no; 2 wrong usage or no connection.",
    )
    parser.add_argument("--version", action="version", version=f"flowfabric {package_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> Parser:  # noqa: A002
        added: Parser = commands.add_parser(
            name, help=help, description=help[0].upper() + help[1:] + ".", parents=[common]
        )
        added.set_defaults(run=run)
        return added

    command("install", install, "install FlowFabric into a database; harmless if it is there")
    change = command("upgrade", upgrade, "upgrade an older installation; leases stay")
    change.add_argument("--dry-run", action="store_true", help="do it, and take it back")
    removal = command("uninstall", uninstall, "remove FlowFabric with everything it holds")
    removal.add_argument("-y", "--yes", action="store_true", help="do not ask")
    text = command(
        "sql", sql, "print the SQL that installs, upgrades or uninstalls, for a client of your own"
    )
    text.add_argument(
        "what", nargs="?", choices=["install", "upgrade", "uninstall"], default="install"
    )
    text.add_argument("--uninstall", action="store_true", help="the same as: sql uninstall")
    command("version", version, "show the version of this package and of the installation")
    command("status", status, "show connection, lanes, lapsed leases and the findings of ff_check")
    round_ = command("tick", tick, "run maintenance once; claims do that, too, about once a second")
    round_.add_argument(
        "--max-rows", type=int, default=1000, metavar="N", help="executions for each job: 1000"
    )
    round_.add_argument("--namespace", help="touch executions of this namespace only")
    command(
        "demo", demo, "see it at work in 20 seconds, with a crash and a zombie; needs no database"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    options = make_parser().parse_args(arguments)
    try:
        with termination_as_exit():
            status: int = options.run(options)
            sys.stdout.flush()
            return status
    except CommandError as error:
        note(f"flowfabric: {error}")
        if error.hint:
            note(error.hint)
        return error.status
    except psycopg.Error as error:
        note(f"flowfabric: {error.diag.message_primary or ' '.join(str(error).split())}")
        for more in (error.diag.message_detail, error.diag.message_hint):
            if more:
                note(more)
        return NO
    except KeyboardInterrupt:
        note("flowfabric: interrupted")
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # who read our output went away (| head); keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


if __name__ == "__main__":
    sys.exit(main())
