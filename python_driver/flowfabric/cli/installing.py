"""Commands that install, and that look whether what is installed is as it should be."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import psycopg

from .. import calls, installation
from .output import NO, OK, TROUBLE, CommandError, answer, note, package_version, rows_table
from .parsing import AddCommand
from .target import Connection, find_target, where


def install(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        before = installation.own_version(connection)
        installation.install(connection)
        version = installation.own_version(connection)
        outcome = "installed" if before is None else "already_installed"
        said = "installed" if before is None else "already installed"
        answer(
            options,
            {"outcome": outcome, "version": version, "database": connection.info.dbname},
            f"FlowFabric {version} is {said}: {where(connection)}",
        )
        if before is None:
            note(
                "Finished executions are removed 30 days after their end, unless the policy of a"
                ' lane or of a submission says otherwise: {"retention_ms": ...}.'
            )
    return OK


def uninstall(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        version = installation.own_version(connection)
        database = connection.info.dbname
        if not installation.is_there(connection):
            answer(
                options,
                {"outcome": "not_installed", "version": None, "database": database},
                f"FlowFabric is not installed: {where(connection)}",
            )
            return OK
        product = f"FlowFabric {version}" if version else "FlowFabric"
        if not options.yes and not _is_confirmed(
            f"Remove {product} with all its executions and their history?\n"
            f"From {where(connection)} [y/N] "
        ):
            note("nothing was removed")
            return NO
        installation.uninstall(connection)
        answer(
            options,
            {"outcome": "removed", "version": version, "database": database},
            f"{product} was removed: {where(connection)}",
        )
    return OK


def _is_confirmed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise CommandError(
            "uninstall asks before it removes everything, and there is no terminal to ask on",
            hint="To remove it without the question: flowfabric uninstall --yes",
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


def upgrade(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        if not installation.is_there(connection):
            raise CommandError(
                f"FlowFabric is not installed: {where(connection)}", hint="flowfabric install"
            )
        before = installation.own_version(connection)
        with connection.transaction(force_rollback=options.dry_run):
            # the same version again is harmless, and one that it cannot follow is refused
            installation.upgrade(connection)
            version = installation.own_version(connection)
        outcome, said = "current", "is current"
        if version != before:
            outcome = "would_upgrade" if options.dry_run else "upgraded"
            did = "would be" if options.dry_run else "was"
            said = f"{did} upgraded from {before}"
        answer(
            options,
            {"outcome": outcome, "version": version, "before": before},
            f"FlowFabric {version} {said}: {where(connection)}",
        )
    return OK


def verify(options: argparse.Namespace) -> int:
    """Whether the installation is whole; each check is a fact that anybody can look up."""
    with find_target(options.dsn).connect() as connection:
        installed = installation.installed_version(connection)
        checks: list[dict[str, Any]] = [
            {
                "check": "installed in the version of this package",
                "is_ok": installed == package_version(),
                "detail": installed or "not installed",
            }
        ]
        if installed is not None:
            checks += _catalogue_checks(connection)
            checks.append(_invariants(connection))
        answer(options, {"version": installed, "checks": checks}, rows_table(checks))
    return OK if all(check["is_ok"] for check in checks) else NO


def _catalogue_checks(connection: Connection) -> list[dict[str, Any]]:
    found: dict[str, str] = dict(
        connection.execute(
            "select proname, prosrc from pg_proc"
            " where pronamespace = 'flowfabric'::regnamespace::oid"
        ).fetchall()
    )
    missing = sorted(f.name for f in calls.FUNCTIONS.values() if f.name not in found)
    [public] = connection.execute(
        "select count(*) from pg_proc as p where p.pronamespace = 'flowfabric'::regnamespace::oid"
        " and has_function_privilege('public'::name, p.oid, 'execute'::text)"
    ).fetchone() or (0,)
    [tables] = connection.execute(
        "select count(*) from pg_class as c cross join lateral aclexplode(c.relacl) as a"
        " where c.relnamespace = 'flowfabric'::regnamespace::oid and a.grantee <> c.relowner"
        " and c.relkind <> 'v'"
    ).fetchone() or (0,)
    [owners] = connection.execute(
        "select count(distinct p.proowner) from pg_proc as p"
        " where p.pronamespace = 'flowfabric'::regnamespace::oid"
    ).fetchone() or (0,)
    return [
        _check("all functions of the driver exist", not missing, ", ".join(missing)),
        _check(
            "the clock is the server's own",
            "clock_timestamp()" in found.get("_now", ""),
            "" if "clock_timestamp()" in found.get("_now", "") else "a test has replaced it",
        ),
        _check("PUBLIC may execute no function", public == 0, f"it may execute {public}"),
        _check(
            "only the owner has a privilege on a table", tables == 0, f"other privileges: {tables}"
        ),
        _check("all functions have one owner", owners == 1, f"number of owners: {owners}"),
    ]


def _invariants(connection: Connection) -> dict[str, Any]:
    try:
        findings = connection.execute("select invariant from flowfabric.ff_check()").fetchall()
    except psycopg.errors.InsufficientPrivilege:
        return _check(
            "ff_check finds nothing", False, "not permitted: ask for the role ff_operator"
        )
    names = sorted({row[0] for row in findings})
    return _check("ff_check finds nothing", not findings, ", ".join(names))


def _check(name: str, is_ok: bool, detail: str) -> dict[str, Any]:
    return {"check": name, "is_ok": is_ok, "detail": "" if is_ok else detail}


def add_commands(command: AddCommand) -> None:
    command("install", install, "install FlowFabric into a database; harmless if it is there")
    change = command("upgrade", upgrade, "bring an installation to this version; leases stay")
    change.add_argument("--dry-run", action="store_true", help="run the upgrade, and roll it back")
    removal = command("uninstall", uninstall, "remove FlowFabric with all its data")
    removal.add_argument("-y", "--yes", action="store_true", help="do not ask")
    text = command("sql", sql, "print the SQL, to be run with another client")
    text.add_argument(
        "what", nargs="?", choices=["install", "upgrade", "uninstall"], default="install"
    )
    text.add_argument("--uninstall", action="store_true", help="the same as: sql uninstall")
    command("version", version, "show the version of this package and of the installation")
    command("verify", verify, "check that the installation is complete and unchanged")
