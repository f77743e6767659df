"""A small HTTP server in a thread of its own: /metrics, /healthz and /readyz of a worker.

It answers also while a handler blocks the event loop, and can say so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# an answer: the status, and a text
Answer = Callable[[], tuple[int, str]]

# how long a client may take to send its request
REQUEST_S = 5.0


class Probes:
    """Answers GET requests by path, from `start` to `end`."""

    def __init__(self, host: str, port: int, answers: Mapping[str, Answer]) -> None:
        class Handler(BaseHTTPRequestHandler):
            timeout = REQUEST_S

            def do_GET(self) -> None:
                answer = answers.get(self.path.split("?")[0])
                status, text = answer() if answer else (404, "not found\n")
                body = text.encode()
                self.send_response(status)
                self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def version_string(self) -> str:
                return "flowfabric"

            def log_message(self, *_: object) -> None:
                """Nothing: probes come every second."""

        self._server = ThreadingHTTPServer((host, port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="flowfabric probes", daemon=True
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
