"""The exceptions that the catalogue of errors does not have, and the choice of the right one."""

# ruff: noqa: N818 - the names are those of the catalogue

from __future__ import annotations

import json
from typing import Any, ClassVar

import psycopg


class FlowFabricError(psycopg.DatabaseError):
    """FlowFabric refused a call; it wrote nothing."""

    by_sqlstate: ClassVar[dict[str, type[FlowFabricError]]] = {}
    _refused_commit: ClassVar[str] = ""

    def __init_subclass__(cls, *, sqlstate: str | None = None) -> None:
        super().__init_subclass__()
        if sqlstate:
            cls.sqlstate = sqlstate
            cls.by_sqlstate[sqlstate] = cls

    @property
    def message(self) -> str:
        """The error in one line."""
        return self._refused_commit + (self.diag.message_primary or "")

    @property
    def detail(self) -> dict[str, Any]:
        """The ids and values of the error."""
        try:
            detail = json.loads(self.diag.message_detail or "{}")
        except ValueError:  # the wording of PostgreSQL itself
            return {}
        return detail if isinstance(detail, dict) else {}

    @property
    def hint(self) -> str | None:
        """A hint for the next step."""
        return self.diag.message_hint

    @property
    def symbol(self) -> str | None:
        """The name of the error in the catalogue."""
        return self.detail.get("symbol")

    def __str__(self) -> str:
        """The text of psycopg, without the functions that raised the error (`diag.context`)."""
        detail, hint = self.diag.message_detail, self.hint
        lines = [self.message, detail and f"DETAIL:  {detail}", hint and f"HINT:  {hint}"]
        return "\n".join(filter(None, lines))


class LeaseLost(FlowFabricError):
    """The caller does not hold the lease: stop working on the execution.

    The transaction in which a call raises this cannot be committed, not even where a savepoint
    swallowed it (see `TransactionDoomed`).
    """


class TransactionDoomed(LeaseLost):
    """A commit was refused, and rolled back: a lease was lost in the transaction.

    Its `__cause__` is the loss, whose sqlstate, symbol, detail and hint it shares.
    """

    _refused_commit = "the transaction was rolled back: "


class TransactionRepeated(FlowFabricError):
    """A commit was refused, and rolled back: a call in it returned that it is a repetition.

    The call ended the work before, in a transaction whose reply was lost. The business rows of that
    transaction exist, and this one would write them a second time, so nothing is left to do.
    `answer` is the result of the call. (A call that is made twice in one transaction is refused,
    too.) For transactions that may be repeated the clients have `accept_replays`.
    """

    answer: Any = None
    _refused_commit = "the transaction was rolled back: it repeats one that was committed before"


class InvalidArgument(FlowFabricError, psycopg.DataError):
    """An argument has a wrong value, or is null (SQLSTATE 22023, 22004)."""

    @property
    def argument(self) -> str:
        """The argument, by its name in SQL."""
        return str(self.detail["argument"])


def translate(error: psycopg.Error, encoding: str) -> FlowFabricError | None:
    """FlowFabric's exception for an error of the server; None: the error is not FlowFabric's."""
    sqlstate = error.sqlstate or ""
    if sqlstate.startswith("ZF"):
        # a newer server may know more codes; of those, too, ZF1xx mean that the lease is lost
        family = LeaseLost if sqlstate.startswith("ZF1") else FlowFabricError
        exception = FlowFabricError.by_sqlstate.get(sqlstate, family)
        return exception(info=error.pgresult, encoding=encoding)
    if sqlstate in ("22023", "22004"):
        refusal = InvalidArgument(info=error.pgresult, encoding=encoding)
        # these codes are PostgreSQL's: they are FlowFabric's only if the detail names an argument
        return refusal if "argument" in refusal.detail else None
    return None
