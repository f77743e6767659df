"""Commands that run something for longer: a worker, and the demo."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import re
import sys

from ..worker import App
from ..worker.declarations import Declaration
from ..worker.probes import PortError
from ..worker.report import JsonFormatter
from .output import NO, OK, TROUBLE, CommandError, answer, note
from .parsing import AddCommand, number_argument
from .target import find_target


def worker(options: argparse.Namespace) -> int:
    logging.basicConfig(
        stream=sys.stderr,
        level=options.log_level.upper(),
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    if options.log_format == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    app = load_app(options.app)
    overrides = {
        name: value
        for name in ("concurrency", "drain_s", "metrics_port", "metrics_host")
        if (value := getattr(options, name)) is not None
    }
    if options.lane:
        overrides["lanes"] = options.lane
    try:
        settings = app.settings(**overrides)
    except (TypeError, ValueError) as error:
        raise CommandError(str(error), status=TROUBLE) from None
    target = find_target(options.dsn)
    target.client_connection().close()  # out of reach, or not installed, is reported here
    note(f"worker {app.name}: lanes {', '.join(settings.lanes)}")
    run = app.drain if options.once else app.run
    try:
        statistics = run(target.conninfo, **overrides)
    except PortError as error:
        raise CommandError(str(error), status=TROUBLE) from None
    answer(
        options,
        statistics.as_dict(),
        ", ".join(f"{name} {count}" for name, count in statistics.as_dict().items()),
    )
    status = OK
    if options.once and app.ended_by:
        # some of the executions that were due have not run
        status = 128 + app.ended_by
    elif statistics.left:
        status = NO
    if statistics.left:
        note(f"worker {app.name}: {statistics.left} handlers did not end, and were handed back")
        # not by way of the interpreter: it would wait for what they do
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def load_app(name: str) -> App:
    """MODULE:APP, where a module may lie in the current directory."""
    module_name, _, attribute = name.partition(":")
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", name):
        raise CommandError(
            f"{name} does not name an application",
            hint="Write MODULE:APP, the module with its whole name: mails.worker:app.",
            status=TROUBLE,
        )
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise CommandError(f"module {module_name} does not exist", status=TROUBLE) from None
    app = getattr(module, attribute, None)
    if not isinstance(app, App):
        raise CommandError(f"{name} is not a flowfabric.worker.App", status=TROUBLE)
    if not app.handlers:
        raise CommandError(
            f'the application "{app.name}" has no handler',
            hint="Register one: @app.handler before a function.",
            status=TROUBLE,
        )
    return app


def load_declaration(name: str) -> Declaration:
    """MODULE:APP.KIND."""
    module, _, rest = name.partition(":")
    attribute, _, kind = rest.partition(".")
    app_name = f"{module}:{attribute}"
    app = load_app(app_name)
    if kind not in app.declarations:
        known = ", ".join(sorted(app.declarations))
        raise CommandError(
            f"{app_name} has no handler for kind {kind!r}", hint=f"It has: {known}", status=TROUBLE
        )
    return app.declarations[kind]


def demo(options: argparse.Namespace) -> int:
    try:
        from ..demo import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "rich":
            raise
        raise CommandError(
            f"the demo needs the package {error.name}", hint="pip install 'flowfabric[demo]'"
        ) from None
    if options.dsn is None:
        return run(None, as_json=options.json)
    target = find_target(options.dsn)
    target.connect().close()  # out of reach is reported here, as everywhere
    return run(target.conninfo, as_json=options.json)


def add_commands(command: AddCommand) -> None:
    working = command("worker", worker, "run the handlers of an application until SIGTERM")
    working.add_argument("app", metavar="MODULE:APP", help="where the flowfabric.worker.App is")
    working.add_argument(
        "--lane", action="append", metavar="LANE", help="instead of the lanes of the app"
    )
    working.add_argument(
        "--concurrency", type=number_argument(1, 10_000), metavar="N", help="handlers at a time"
    )
    working.add_argument(
        "--drain-s", type=float, metavar="S", help="seconds that handlers may take to end"
    )
    working.add_argument(
        "--metrics-port",
        type=number_argument(0, 65535),
        metavar="N",
        help="answer /metrics, /healthz and /readyz there",
    )
    working.add_argument(
        "--metrics-host", metavar="ADDRESS", help="the address for them; default: 127.0.0.1"
    )
    working.add_argument("--once", action="store_true", help="run due executions, and end")
    working.add_argument(
        "--log-level",
        default="warning",
        choices=["debug", "info", "warning", "error"],
        help="info has a line for each start and end; default: warning",
    )
    working.add_argument(
        "--log-format", default="text", choices=["text", "json"], help="default: text"
    )
    command("demo", demo, "show a crash and a takeover in 20 seconds; needs no database")
