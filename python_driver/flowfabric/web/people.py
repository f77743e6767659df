"""The person behind a request: a name for the records of the engine, a role of the database.

Without settings everybody who reaches the loopback address is the login that the pages were given.
Behind a proxy its headers name the person and the role; a file of users has passwords.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request

from .settings import Settings

# of scrypt: 16 MiB and some 50 ms a password
_COST, _BLOCK = 2**14, 8
# how long a password that was right needs no hash again
_REMEMBERED_S = 600.0
MAX_NAME = 200


@dataclass(frozen=True)
class Person:
    """`name` is recorded as the actor of what the person does; no role is that of the login."""

    name: str | None = None
    role: str | None = None


def _utf8(text: str) -> str:
    """A header is read as Latin-1, and a name in it is mostly in UTF-8."""
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


class RefusedError(Exception):
    """This request is answered by this status, and by nothing of the page."""

    def __init__(self, status: int, text: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.headers = headers or {}


class People:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._users = read_users(settings.users, settings.roles) if settings.users else None
        self._key = secrets.token_bytes(32)
        self._known: dict[bytes, float] = {}

    def person_of(self, request: Request) -> Person:
        settings = self._settings
        if self._users is not None:
            return self._with_password(request)
        if settings.person_header is None:
            return Person(None, settings.roles[0] if settings.roles else None)
        if not settings.is_proxy(request.client.host if request.client else None):
            raise RefusedError(403, "This address is served through a proxy only.")
        names = request.headers.getlist(settings.person_header)
        name = _utf8(names[0]).strip() if len(names) == 1 else ""
        if not name or len(name) > MAX_NAME or not name.isprintable():
            raise RefusedError(401, "The proxy has not named a person.")
        return Person(name, self._role_of(request))

    def _role_of(self, request: Request) -> str | None:
        roles = self._settings.roles
        if self._settings.role_header is None:
            return roles[0] if roles else None
        named = {
            role.strip()
            for header in request.headers.getlist(self._settings.role_header)
            for role in header.split(",")
        }
        for role in roles:
            if role in named:
                return role
        raise RefusedError(403, "You have none of the roles that may use this page.")

    def _with_password(self, request: Request) -> Person:
        assert self._users is not None
        kind, _, encoded = request.headers.get("authorization", "").partition(" ")
        try:
            given = base64.b64decode(encoded.strip(), validate=True) if encoded else b""
            name, separator, password = given.decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            name, separator, password = "", "", ""
        if kind.lower() == "basic" and separator and self._is_right(name, password):
            return Person(name, self._users[name][0])
        raise RefusedError(
            401,
            "This page needs a name and a password.",
            {"WWW-Authenticate": 'Basic realm="FlowFabric", charset="UTF-8"'},
        )

    def _is_right(self, name: str, password: str) -> bool:
        assert self._users is not None
        now = time.monotonic()
        digest = hmac.digest(self._key, f"{name}:{password}".encode(), "sha256")
        if self._known.get(digest, 0.0) > now:
            return True
        # a name that nobody has takes as long
        _, stored = self._users.get(name, (None, _NOBODY))
        if not verify_password(password, stored) or name not in self._users:
            return False
        self._known = {known: until for known, until in self._known.items() if until > now}
        self._known[digest] = now + _REMEMBERED_S
        return True


# --- the file of users ---


def hash_password(password: str) -> str:
    """`scrypt$salt$digest`, for a line of the file."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_digest(password, salt).hex()}"


def verify_password(password: str, stored: str) -> bool:
    _, salt, digest = stored.split("$")
    return hmac.compare_digest(_digest(password, bytes.fromhex(salt)), bytes.fromhex(digest))


def _digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, dklen=32)


_NOBODY = f"scrypt${'00' * 16}${'00' * 32}"


def read_users(path: Path, roles: tuple[str, ...]) -> dict[str, tuple[str | None, str]]:
    """The role and the hash of each user; a line is `name:role:hash`, `#` begins a comment."""
    users: dict[str, tuple[str | None, str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, role, stored = (*line.strip().split(":"), "", "")[:3]
        kind, salt, digest = (*stored.split("$"), "", "")[:3]
        try:
            is_hash = (len(bytes.fromhex(salt)), len(bytes.fromhex(digest))) == (16, 32)
        except ValueError:
            is_hash = False
        if not name or kind != "scrypt" or not is_hash or line.count(":") != 2:
            raise ValueError(f"{path}, line {number}: it is not name:role:hash")
        if role and role not in roles:
            raise ValueError(f"{path}, line {number}: the role {role} is not in the list of roles")
        users[name] = (role or (roles[0] if roles else None), stored)
    return users
