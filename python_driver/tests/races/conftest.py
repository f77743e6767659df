"""Sessions for races, with the business table that workers write to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from psycopg.rows import namedtuple_row
from test_db import OWNER

from .racing import Connection, Open

# No statement of a race takes long, on a busy machine either; one that waits for another session
# does.
STATEMENT_TIMEOUT = "-c statement_timeout=20s"


@pytest.fixture
def open_session(connect: Callable[..., Connection]) -> Open:
    """Opens sessions, in autocommit: open_session(), open_session(IMPATIENT)."""
    connect(OWNER, autocommit=True).execute(
        "create table public.work_done (execution_id uuid not null, lease_epoch bigint not null)"
    )

    def open_one(options: str = STATEMENT_TIMEOUT) -> Connection:
        return connect(OWNER, options=options, autocommit=True, row_factory=namedtuple_row)

    return open_one


@pytest.fixture
def open_impatient(open_session: Callable[[str], Connection]) -> Open:
    """Opens sessions that fail when they wait for another one."""
    return lambda: open_session("-c statement_timeout=3s -c lock_timeout=1s")
