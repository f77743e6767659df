"""Sessions: see session.py. The server and its databases come from the conftest above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from flowfabric.calls import FUNCTIONS
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


def never_null(row: Any) -> list[str]:
    hints = get_type_hints(row).items()
    return [name for name, hint in hints if hint is not Any and NoneType not in get_args(hint)]


def rows_of(answer: Any) -> Iterator[Any]:
    items = answer if isinstance(answer, list) else [answer]
    return (item for item in items if is_dataclass(item))


@pytest.fixture(autouse=True)
def _null_only_where_the_comment_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at every answer in these tests: a field that is null has a comment that explains it."""

    def watch(decode: Any) -> Any:
        def decoded(rows: Any) -> Any:
            answer = decode(rows)
            for row in rows_of(answer):
                null = [name for name in never_null(type(row)) if getattr(row, name) is None]
                assert null == [], f"null in {row}"
            return answer

        return decoded

    for function in FUNCTIONS.values():
        watched = replace(function.answer, decode=watch(function.answer.decode))
        monkeypatch.setattr(function, "answer", watched)
