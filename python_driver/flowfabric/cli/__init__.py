"""The command line: `flowfabric install`, `status`, `list`, `worker` and so on.

Data go to standard output, notes to standard error. Exit status: 0 done and healthy; 1 the answer
is no (not installed, not found, a finding, refused, a failed check); 2 wrong usage, or no
connection.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence

import psycopg

from .._dsn import DSN_VARIABLES
from .._signals import termination_as_exit
from . import changing, installing, looking, many, operating, running, serving, top
from .output import NO, CommandError, note, package_version, written
from .parsing import Parser
from .target import hint_for_denied

__all__ = ["DSN_VARIABLES", "main", "make_parser"]

MODULES = (installing, looking, top, operating, many, changing, running, serving)


def make_parser() -> argparse.ArgumentParser:
    common = Parser(add_help=False)
    common.add_argument(
        "--dsn",
        metavar="DSN",
        help="the database, as a URL or host=... dbname=...; "
        "default: FF_DATABASE_URL, DATABASE_URL, PGHOST and so on",
    )
    common.add_argument("--json", action="store_true", help="print JSON")

    parser = Parser(
        prog="flowfabric",
        description="FlowFabric: durable execution as functions in your PostgreSQL.",
        epilog="Exit status: 0 success, and healthy; 1 not found, refused, or a check has failed; "
        "2 wrong usage or no connection.",
    )
    parser.add_argument("--version", action="version", version=f"flowfabric {package_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> Parser:  # noqa: A002
        added: Parser = commands.add_parser(
            name, help=help, description=help[0].upper() + help[1:] + ".", parents=[common]
        )
        added.set_defaults(run=run)
        return added

    for module in MODULES:
        module.add_commands(command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else list(arguments)
    options = make_parser().parse_args(words)
    options.words = words
    try:
        with termination_as_exit(), written():
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
        hint = error.diag.message_hint or hint_for_denied(options.dsn, error)
        for more in (error.diag.message_detail, hint):
            if more:
                note(more)
        return NO
    except KeyboardInterrupt:
        note("flowfabric: interrupted")
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # the reader of our output has gone (| head); keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
