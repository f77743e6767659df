"""`flowfabric web`: the pages."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import hashlib
import ipaddress
import logging
import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .output import OK, TROUBLE, CommandError, note
from .parsing import AddCommand, number_argument
from .target import find_target

if TYPE_CHECKING:
    from ..web import Settings

SECRET_VARIABLE = "FF_WEB_SECRET"
LOOPBACK = ("127.0.0.0/8", "::1/128")


def web(options: argparse.Namespace) -> int:
    try:
        from ..web import Settings, SettingsError, serve
        from ..web.people import hash_password
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in ("jinja2", "starlette", "uvicorn"):
            raise
        raise CommandError(
            f"the pages need the package {error.name}", hint="pip install 'flowfabric[web]'"
        ) from None
    if options.hash_password:
        print(hash_password(_password()))
        return OK
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("flowfabric").setLevel(logging.INFO)
    target = find_target(options.dsn)
    try:
        settings = _settings(options, target.conninfo, Settings)
    except (SettingsError, OSError, ValueError) as error:
        raise CommandError(str(error), hint="flowfabric web --help", status=TROUBLE) from None
    target.client_connection().close()  # out of reach, or not installed, is reported here
    try:
        asyncio.run(serve(settings, on_start=lambda address: note(f"the pages are at {address}")))
    except OSError as error:
        raise CommandError(f"the pages cannot be served: {error}", status=TROUBLE) from None
    return OK


def _settings(options: argparse.Namespace, conninfo: str, make: type[Settings]) -> Settings:
    secret = os.environ.get(SECRET_VARIABLE)
    return make(
        conninfo=conninfo,
        host=options.host,
        port=options.port,
        socket=options.socket,
        base=options.base_path.rstrip("/"),
        allowed_hosts=tuple(options.allow_host),
        person_header=options.person_header,
        role_header=options.role_header,
        users=options.users,
        roles=tuple(options.role),
        approval_role=options.approval_role,
        is_open=options.open,
        has_open_metrics=options.open_metrics,
        approvals_only=options.approvals_only,
        interval_s=options.interval,
        proxies=tuple(ipaddress.ip_network(each) for each in options.proxy or LOOPBACK),
        # processes that share it take each other's forms
        secret=hashlib.sha256(secret.encode()).digest() if secret else secrets.token_bytes(32),
    )


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass("Password: ")
    if password != getpass.getpass("The same again: "):
        raise CommandError("these were two different passwords", status=TROUBLE)
    return password


def add_commands(command: AddCommand) -> None:
    serving = command("web", web, "show the installation as web pages")
    serving.add_argument("--host", default="127.0.0.1", help="the address to listen on: 127.0.0.1")
    serving.add_argument(
        "--port", type=number_argument(0, 65535), default=8080, metavar="N", help="8080"
    )
    serving.add_argument("--socket", metavar="PATH", help="a Unix socket instead of host and port")
    serving.add_argument(
        "--base-path", default="", metavar="PATH", help="the path under which a proxy shows them"
    )
    serving.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which browsers may address the pages; * for all",
    )
    serving.add_argument(
        "--role",
        action="append",
        default=[],
        metavar="ROLE",
        help="a role of the database that people may get (SET LOCAL ROLE); the first that fits",
    )
    serving.add_argument(
        "--person-header", metavar="NAME", help="the header in which the proxy names the person"
    )
    serving.add_argument(
        "--role-header", metavar="NAME", help="the header in which it names the person's roles"
    )
    serving.add_argument(
        "--proxy",
        action="append",
        metavar="NETWORK",
        help="the addresses of the proxy: 127.0.0.0/8 and ::1/128",
    )
    serving.add_argument(
        "--users", type=Path, metavar="FILE", help="people with passwords: name:role:hash a line"
    )
    serving.add_argument(
        "--hash-password", action="store_true", help="print the hash of a password, and end"
    )
    serving.add_argument(
        "--approval-role", metavar="ROLE", help="the role in which signed links are answered"
    )
    serving.add_argument(
        "--approvals-only", action="store_true", help="show nothing but the pages of signed links"
    )
    serving.add_argument(
        "--open",
        action="store_true",
        help="let everybody in the network use the pages, with all rights of the login",
    )
    serving.add_argument(
        "--open-metrics", action="store_true", help="answer /metrics without a login"
    )
    serving.add_argument(
        "--interval", type=float, default=2.0, metavar="S", help="seconds between two looks: 2"
    )
