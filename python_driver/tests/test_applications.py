"""A client on the connection or session that an application has, of SQLAlchemy or Django."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import django
import django.db
import psycopg
import pytest
import sqlalchemy
from django.conf import settings
from flowfabric import AsyncClient, Client, LeaseRevoked, TransactionDoomed
from pydantic import BaseModel
from sqlalchemy.ext import asyncio as sqlalchemy_async
from sqlalchemy.orm import Session, scoped_session, sessionmaker

PARAMETERS = ("host", "port", "dbname", "user", "password")


@dataclass
class Mail:
    to: str
    price: Decimal


class Model(BaseModel):
    at: UUID


ID = UUID("0192f0a0-1111-7111-8111-123456789012")


@pytest.fixture
def url(dsn: str) -> sqlalchemy.URL:
    parts = psycopg.conninfo.conninfo_to_dict(dsn)
    return sqlalchemy.URL.create(
        "postgresql+psycopg",
        username=str(parts["user"]),
        database=str(parts["dbname"]),
        query={"host": str(parts["host"]), "port": str(parts["port"])},
    )


@pytest.fixture
def engine(url: sqlalchemy.URL) -> Iterator[sqlalchemy.Engine]:
    engine = sqlalchemy.create_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture
def django_connection(dsn: str) -> Iterator[Any]:
    parts = psycopg.conninfo.conninfo_to_dict(dsn)
    if not settings.configured:
        settings.configure(USE_TZ=True)
        django.setup()
    connections = django.db.utils.ConnectionHandler(
        {
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": parts["dbname"],
                "USER": parts["user"],
                "HOST": parts["host"],
                "PORT": parts["port"],
            }
        }
    )
    yield connections["default"]
    connections.close_all()


def count(connect: Callable[..., Any]) -> int:
    [(number,)] = connect().execute("select count(*) from flowfabric.ff_executions").fetchall()
    return int(number)


def submit(client: Client) -> None:
    """A submission, and an answer with JSON and instants in it."""
    made = client.create_execution("l", Mail("ada", Decimal("1.10")), tags={"mail.kind": "first"})
    described = client.describe_execution(made.execution_id)
    assert described
    assert described.input == {"to": "ada", "price": "1.10"}
    assert described.tags == {"mail.kind": "first"}
    assert described.created_at.tzinfo


def test_a_session_of_sqlalchemy(engine: sqlalchemy.Engine, connect: Any) -> None:
    with Session(engine) as session:
        client = Client(session)
        submit(client)
        session.execute(sqlalchemy.text("select 1"))
        assert count(connect) == 0, "it is in the transaction of the session"
        session.commit()
        assert count(connect) == 1
        submit(client)
        session.rollback()
        assert count(connect) == 1
        # the next transaction may have another connection of the pool
        session.get_bind().dispose()  # type: ignore[union-attr]
        submit(client)
        session.commit()
    assert count(connect) == 2
    with pytest.raises(TypeError, match="begin a transaction"):
        client.transaction()


def test_a_scoped_session(engine: sqlalchemy.Engine, connect: Any) -> None:
    session = scoped_session(sessionmaker(engine))
    submit(Client(session))
    session.commit()
    session.remove()
    assert count(connect) == 1


def test_a_connection_of_sqlalchemy(engine: sqlalchemy.Engine, connect: Any) -> None:
    with engine.connect() as connection:
        client = Client(connection)
        submit(client)
        connection.commit()
        submit(client)
    assert count(connect) == 1, "a submission without a commit is rolled back"
    with engine.begin() as connection:
        submit(Client(connection))
    assert count(connect) == 2


async def test_asyncio_of_sqlalchemy(url: sqlalchemy.URL, connect: Any) -> None:
    engine = sqlalchemy_async.create_async_engine(url)
    async with sqlalchemy_async.AsyncSession(engine) as session:
        client = AsyncClient(session)
        await client.create_execution("l", Model(at=ID))
        assert count(connect) == 0
        await session.commit()
        assert count(connect) == 1
        await client.create_execution("l")
        await session.rollback()
    async with engine.connect() as connection:
        await AsyncClient(connection).create_execution("l")
        await connection.commit()
        await AsyncClient(connection).create_execution("l")
    assert count(connect) == 2
    with pytest.raises(TypeError, match="begin a transaction"):
        client.transaction()
    await engine.dispose()


def test_a_connection_of_django(django_connection: Any, connect: Any) -> None:
    client = Client(django_connection)
    submit(client)
    assert count(connect) == 1, "Django is in autocommit mode"
    django_connection.set_autocommit(False)
    submit(client)
    assert count(connect) == 1
    django_connection.rollback()
    submit(client)
    django_connection.commit()
    assert count(connect) == 2
    with django_connection.cursor() as cursor:
        cursor.execute("select '{}'::jsonb")
        assert cursor.fetchone() == ("{}",), "for Django's own cursors JSON stays text"


def test_a_lost_lease_dooms_the_transaction(engine: sqlalchemy.Engine, connect: Any) -> None:
    operator = Client(connect(autocommit=True))
    operator.create_execution("l")
    claimed = operator.claim("l", "w", "w-1")
    assert claimed
    operator.revoke_lease(claimed.execution_id)
    with Session(engine) as session:
        with pytest.raises(LeaseRevoked):
            Client(session).complete(claimed.handle)
        with pytest.raises(sqlalchemy.exc.DatabaseError) as refused:
            session.commit()
    assert isinstance(refused.value.orig, TransactionDoomed)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("dbname=mine", r"not builtins\.str: connect first, with psycopg\.connect"),
        (None, "not builtins.NoneType"),
        (sqlalchemy.create_engine("postgresql+psycopg://"), "pass a connection, from its connect"),
        (SimpleNamespace(), "not types.SimpleNamespace"),
    ],
)
@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_anything_else_is_refused(client: Any, given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        client(given)


async def test_the_other_client_is_named(connect: Any, aconnect: Any) -> None:
    with pytest.raises(TypeError, match=": AsyncClient takes that"):
        Client(await aconnect())
    with pytest.raises(TypeError, match=": Client takes that"):
        AsyncClient(connect())


def test_another_driver_is_refused() -> None:
    engine = sqlalchemy.create_engine("sqlite://")
    with engine.connect() as connection, pytest.raises(TypeError, match="needs psycopg 3"):
        Client(connection).create_execution("l")
    engine.dispose()


def test_json_of_an_application_is_encoded(connect: Any) -> None:
    client = Client(connect(autocommit=True))
    made = client.create_executions("l", [Mail("ada", Decimal(2)), {"models": [Model(at=ID)]}])
    described = [client.describe_execution(item.execution_id) for item in made if item.execution_id]
    assert [item.input for item in described if item] == [
        {"to": "ada", "price": "2"},
        {"models": [{"at": str(ID)}]},
    ]
    with pytest.raises(TypeError, match="object is not JSON"):
        client.create_execution("l", object())
