"""Transactions that the driver refuses to commit.

A lost lease dooms the transaction it was lost in. The server aborts the transaction of a refused
call, but a savepoint takes that back, and then the worker's business rows could be committed
although another worker owns the execution by now. A call that ended the work once before
(`is_replay`) does the same: the transaction is sent again after its commit got no reply, and the
business rows of the first one exist.

psycopg has no hook for a commit. Its own commits (`commit()`, the end of a `with` block of a
connection or of `transaction()`, `tpc_prepare()`) all go through the private method `_exec_command`
of the connection. So a connection has another one while it is in a doomed transaction, and only
then: it rolls back and raises. Where the transaction ends by text, `execute("rollback")`, the next
statement takes it away, in `_start_query`, which every cursor calls first. `flowfabric` requires a
psycopg whose minor version is tested (test_psycopg_versions.py); test_doomed_transactions.py
commits in every way there is.

A commit as text, `execute("commit")`, is not seen: it commits after a savepoint swallowed the loss.
"""

from __future__ import annotations

from typing import Any

from psycopg import BaseConnection, Error
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from psycopg.sql import Composable

from ._refusals import FlowFabricError, LeaseLost, TransactionDoomed, TransactionRepeated, translate


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
    own = vars(connection)
    if "_exec_command" in own or _is_idle(connection):
        return
    exec_command, start_query = connection._exec_command, connection._start_query

    def lift() -> None:
        own.pop("_exec_command", None)
        own.pop("_start_query", None)

    def guarded_command(command: Any, *args: Any, **kwargs: Any) -> PQGen[Any]:
        text = command.as_bytes(connection) if isinstance(command, Composable) else command
        if _is_idle(connection) or text == b"ROLLBACK":
            lift()
        elif text == b"COMMIT" or text.startswith(b"PREPARE TRANSACTION"):
            lift()
            connection._tpc = None  # a two-phase transaction ends, too, and is not prepared
            yield from connection._rollback_gen()
            raise refusal
        return (yield from exec_command(command, *args, **kwargs))

    def guarded_start() -> PQGen[None]:
        if _is_idle(connection):
            lift()
        yield from start_query()

    own.update(_exec_command=guarded_command, _start_query=guarded_start)


def _is_idle(connection: BaseConnection[Any]) -> bool:
    """Whether there is no transaction, or no connection any more."""
    status = connection.pgconn.transaction_status
    return status in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)
