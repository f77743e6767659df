"""Sessions: see session.py. The server and its databases come from the conftest above."""

from __future__ import annotations

from typing import Any

import pytest
from test_db import OWNER

from .session import OpenSession, Session


@pytest.fixture(params=["sync", "async"])
async def open_session(request: pytest.FixtureRequest, connect: Any, aconnect: Any) -> OpenSession:
    """Opens sessions: open_session(user, autocommit=False, ...), in autocommit unless told."""

    async def open_one(user: str = OWNER, **options: Any) -> Session:
        options = {"autocommit": True} | options
        if request.param == "sync":
            return Session.of(connect(user, **options))
        return Session.of(await aconnect(user, **options))

    return open_one


@pytest.fixture
async def session(open_session: OpenSession) -> Session:
    """A session in autocommit mode."""
    return await open_session()
