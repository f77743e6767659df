"""Transactions that the driver refuses to commit.

A lost lease dooms the transaction it was lost in. The server aborts the transaction of a refused
call, but a savepoint takes that back, and then the worker's business rows could be committed
although another worker owns the execution by now. A call that ended the work once before
(`is_replay`) does the same: the transaction is sent again after its commit got no reply, and the
business rows of the first one exist.

psycopg has no hook for a commit. Every commit of its own (`commit()`, the end of a `with` block of
a connection or of `transaction()`, `tpc_prepare()`) is sent by the private method `_exec_command`
of the connection, so a connection in a doomed transaction, and no other, carries one of ours, which
rolls back and raises instead. It is removed with the end of the transaction. That may also come as
text, in `execute("rollback")`; so the private method `_start_query`, which every cursor calls
first, looks whether the transaction has ended. `pgconn`, which is public, cannot be replaced: the C
implementation needs a real one. `flowfabric` therefore requires a psycopg whose minor version is
tested (test_psycopg_versions.py); test_doomed_transactions.py commits in every way there is.

A commit as text, `execute("commit")`, is not seen: it commits after a savepoint swallowed the loss.
"""

from __future__ import annotations

from typing import Any

from psycopg import BaseConnection, Error
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from psycopg.sql import Composable

from ._refusals import (
    FlowFabricError,
    LeaseLost,
    TransactionDoomed,
    TransactionRepeated,
    translate,
)

_NO_TRANSACTION = (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)


def refusal_of(connection: BaseConnection[Any], error: Error) -> FlowFabricError | None:
    """FlowFabric's own exception, if the error is one; a lost lease also dooms the transaction."""
    refusal = translate(error, connection.info.encoding)
    if isinstance(refusal, LeaseLost):
        doom_lost(connection, refusal)
    return refusal


def doom_lost(connection: BaseConnection[Any], loss: LeaseLost) -> None:
    """Make the open transaction, if there is one, never commit: a lease was lost in it."""
    refusal = TransactionDoomed(info=loss.pgresult, encoding=connection.info.encoding)
    refusal.__cause__ = loss
    _doom(connection, refusal)


def doom_repeated(connection: BaseConnection[Any], answer: object) -> None:
    """Make the open transaction, if there is one, never commit: its work was committed before."""
    refusal = TransactionRepeated()
    refusal.answer = answer
    _doom(connection, refusal)


def _doom(connection: BaseConnection[Any], refusal: FlowFabricError) -> None:
    is_open = connection.pgconn.transaction_status not in _NO_TRANSACTION
    if is_open and "_flowfabric_guard" not in vars(connection):
        _Guard(connection, refusal).install()


class _Guard:
    def __init__(self, connection: BaseConnection[Any], refusal: FlowFabricError) -> None:
        self._connection = connection
        self._refusal = refusal
        self._exec_command = connection._exec_command
        self._start_query = connection._start_query

    def install(self) -> None:
        vars(self._connection).update(
            _flowfabric_guard=self,
            _exec_command=self.exec_command,
            _start_query=self.start_query,
        )

    def remove(self) -> None:
        for name in ("_flowfabric_guard", "_exec_command", "_start_query"):
            vars(self._connection).pop(name, None)

    def exec_command(self, command: Any, *args: Any, **kwargs: Any) -> PQGen[Any]:
        """Send a command of psycopg's own, but refuse a commit."""
        text = command.as_bytes(self._connection) if isinstance(command, Composable) else command
        if self._is_over() or text == b"ROLLBACK":
            self.remove()
        elif text == b"COMMIT" or text.startswith(b"PREPARE TRANSACTION"):
            yield from self._refuse()
        return (yield from self._exec_command(command, *args, **kwargs))

    def start_query(self) -> PQGen[None]:
        """Begin the execution of a statement, perhaps of the first one after the transaction."""
        if self._is_over():
            self.remove()
        return (yield from self._start_query())

    def _is_over(self) -> bool:
        return self._connection.pgconn.transaction_status in _NO_TRANSACTION

    def _refuse(self) -> PQGen[None]:
        self.remove()
        self._connection._tpc = None  # a two-phase transaction has ended, too, and was not prepared
        yield from self._connection._rollback_gen()
        raise self._refusal
