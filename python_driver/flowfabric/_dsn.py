"""Reading connection strings, without repeating what is in them."""

from __future__ import annotations

import re
from urllib.parse import unquote

import psycopg
from psycopg.conninfo import conninfo_to_dict

# where a connection string is, if none is given; behind these libpq's own variables
DSN_VARIABLES = ("FF_DATABASE_URL", "DATABASE_URL")


class UnreadableDsnError(ValueError):
    """A connection string that libpq would not read as it was meant. The message quotes nothing."""

    hint = (
        "It reads postgresql://user:password@host:5432/database or host=... dbname=...; "
        "in a URL, special characters of a password are percent-encoded (@ is %40, / is %2F)."
    )


def read_dsn(dsn: str, source: str = "the application") -> dict[str, str | int | None]:
    """The parameters of a connection string, also of a URL as SQLAlchemy writes it.

    libpq quotes what it cannot read, and then a password may stand in the message. So nothing that
    it would misread gets as far as that.
    """
    refusal = UnreadableDsnError(f"the connection string of {source} cannot be read")
    dsn = re.sub(r"^(postgres(?:ql)?)\+\w+://", r"\1://", dsn.strip())
    try:
        values = dict(conninfo_to_dict(dsn))
    except psycopg.ProgrammingError:
        raise refusal from None
    if match := re.match(r"postgres(?:ql)?://([^?]*)@", dsn):
        _, _, password = match[1].partition(":")
        if unquote(password) != (values.get("password") or ""):
            raise refusal
    port, host = (str(values.get(name) or "") for name in ("port", "host"))
    if not re.fullmatch(r"[\d,]*", port) or "@" in host:
        raise refusal
    return values
