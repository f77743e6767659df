"""The settings of `flowfabric web`, checked as a whole."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field
from pathlib import Path

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


class SettingsError(ValueError):
    """Settings that contradict each other, or would be unsafe."""


@dataclass(frozen=True)
class Settings:
    conninfo: str
    host: str = "127.0.0.1"
    port: int = 8080
    # a Unix socket instead of host and port
    socket: str | None = None
    # the path under which a proxy shows the pages
    base: str = ""
    # names by which browsers may address the page, beside those of the loopback
    allowed_hosts: tuple[str, ...] = ()
    # the header in which a proxy names the person, and the one with the person's role or roles
    person_header: str | None = None
    role_header: str | None = None
    # the peers that may set these headers
    proxies: tuple[Network, ...] = ()
    # name:role:hash, a line each: see people.py
    users: Path | None = None
    # the roles of the database that a person may get, the first that fits; none: that of the login
    roles: tuple[str, ...] = ()
    # the role in which signed links are answered; none: that of the login
    approval_role: str | None = None
    # whether everybody who reaches the address may use it
    is_open: bool = False
    # whether /metrics is answered without a login, in the role of the login itself
    has_open_metrics: bool = False
    # only the pages of signed links
    approvals_only: bool = False
    # seconds between two looks of a page that shows what happens
    interval_s: float = 2.0
    statement_timeout_ms: int = 5_000
    connections: int = 8
    # of each client, after six times as many at once; changes are a sixth of it
    requests_per_s: float = 20.0
    # signs forms and messages; processes behind one address share it
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def __post_init__(self) -> None:
        if self.person_header and self.users:
            raise SettingsError("people come from a header or from a file of users, not from both")
        if self.role_header and not self.person_header:
            raise SettingsError("a header with roles needs a header with the person")
        if self.role_header and not self.roles:
            raise SettingsError("a header with roles needs a list of the roles that it may name")
        is_private = self.socket is not None or _is_loopback(self.host)
        knows_people = self.person_header or self.users or self.approvals_only
        if not (is_private or knows_people or self.is_open):
            raise SettingsError(
                f"at {self.host} everybody in the network could use this page: people need a login"
            )
        if len(self.secret) < 16:
            raise SettingsError("the secret has less than 16 bytes")

    def is_host_allowed(self, host: str) -> bool:
        """Whether the page may be addressed by this name: other sites can bend theirs to us."""
        known = {*LOOPBACK_NAMES, *self.allowed_hosts}
        return "*" in known or host in known or (host == self.host and host not in ("", "0.0.0.0"))

    def is_proxy(self, peer: str | None) -> bool:
        """Whether the headers of this peer are believed; the peer of a Unix socket has no name."""
        if peer is None:
            return self.socket is not None
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in network for network in self.proxies)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
