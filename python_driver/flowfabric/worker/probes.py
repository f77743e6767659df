"""A small HTTP server in a thread of its own: /metrics, /healthz and /readyz of a worker.

It answers also while a handler blocks the event loop, and can say so.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import Any

from .report import log

# an answer: the status, and a text
Answer = Callable[[], tuple[int, str]]

# how long a client may be silent before it has sent its request
REQUEST_S = 5.0
# of more connections the oldest is closed: slow clients do not keep probes out
MAX_CONNECTIONS = 32


class PortError(OSError):
    """The address for metrics cannot be used."""


class Probes:
    """Answers GET requests by path, from `start` to `end`."""

    def __init__(self, host: str, port: int, answers: Mapping[str, Answer]) -> None:
        class Handler(BaseHTTPRequestHandler):
            timeout = REQUEST_S

            def do_GET(self) -> None:
                answer = answers.get(self.path.split("?")[0])
                status, text = answer() if answer else (404, "not found\n")
                body = text.encode(errors="replace")
                self.send_response(status)
                self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def version_string(self) -> str:
                return "flowfabric"

            def log_message(self, *_: object) -> None:
                """Nothing: probes come every second."""

        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            self._server = _new_server(family, (host, port), Handler)
        except OSError as error:
            text = error.strerror or str(error)
            raise PortError(f"metrics cannot be served at {host}:{port}: {text}") from None
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.1,), name="flowfabric probes", daemon=True
        )

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()


def _new_server(
    family: socket.AddressFamily, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]
) -> ThreadingTCPServer:
    class Server(ThreadingTCPServer):
        address_family = family
        allow_reuse_address = True
        daemon_threads = True
        block_on_close = False
        request_queue_size = 2 * MAX_CONNECTIONS

        def process_request(self, request: Any, client_address: Any) -> None:
            _open.append(request)
            if len(_open) > MAX_CONNECTIONS:
                with contextlib.suppress(OSError):
                    _open.popleft().shutdown(socket.SHUT_RDWR)
            super().process_request(request, client_address)

        def close_request(self, request: Any) -> None:
            with contextlib.suppress(ValueError):
                _open.remove(request)
            super().close_request(request)

        def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
            log.debug("a request for metrics failed", exc_info=True)

    _open: deque[socket.socket] = deque()
    return Server(address, handler)
