"""Rights: headers of a proxy, passwords, roles; and forms of other sites, too many requests."""

from __future__ import annotations

import base64
import ipaddress
import socket
import stat
from pathlib import Path

import pytest
from flowfabric.web import Settings, SettingsError
from flowfabric.web.app import unix_socket
from flowfabric.web.people import hash_password, read_users, verify_password
from flowfabric.web.settings import Network

from .conftest import Serve, Site, dsn_of, served, token_in
from .world import World

PROXY: dict[str, object] = {
    "person_header": "X-Person",
    "role_header": "X-Roles",
    "roles": ("ff_operator", "ff_reader"),
}


def loopback() -> tuple[Network, ...]:
    return (ipaddress.ip_network("127.0.0.0/8"),)


# --- safe settings ---


def test_only_people_with_a_login_reach_pages_from_the_network() -> None:
    with pytest.raises(SettingsError, match="everybody in the network"):
        Settings("", host="0.0.0.0")
    with pytest.raises(SettingsError, match="not from both"):
        Settings("", person_header="X", users=Path("users"))
    with pytest.raises(SettingsError, match="list of the roles"):
        Settings("", person_header="X", role_header="Y")
    Settings("", host="0.0.0.0", is_open=True)
    Settings("", host="::1")
    Settings("", socket="/run/pages")


def test_a_page_has_the_names_that_it_was_given(serve: Serve, site: Site) -> None:
    """Another site may let its name point here: the browser would send its scripts' requests."""
    assert site.get("/", Host="evil.example").status == 421
    assert site.get("/", Host="localhost:1").status == 200
    assert site.get("/healthz", Host="10.0.0.7").status == 200
    named = serve(allowed_hosts=("pages.example",))
    assert named.get("/", Host="pages.example").status == 200


# --- a proxy ---


def test_the_proxy_names_the_person_and_the_role(serve: Serve, world: World) -> None:
    site = serve(proxies=loopback(), **PROXY)
    assert site.get("/").status == 401
    assert site.get("/", X_Person="ada").status == 403
    assert site.get("/", X_Person="ada", X_Roles="ff_owner").status == 403
    viewer = {"X_Person": "vic", "X_Roles": "guests, ff_reader"}
    operator = {"X_Person": "ada", "X_Roles": "ff_operator,ff_reader"}
    path = f"/executions/{world.ids['failed']}"
    seen = site.get(path, **viewer)
    assert seen.status == 200
    assert "vic" in seen.text
    assert "Replay" not in seen.text
    assert "Replay" in site.get(path, **operator).text


def test_headers_of_others_than_the_proxy_count_for_nothing(serve: Serve) -> None:
    site = serve(proxies=(), **PROXY)
    assert site.get("/", X_Person="ada", X_Roles="ff_reader").status == 403
    assert site.get("/healthz").status == 200


def test_metrics_may_be_open_to_a_scraper(serve: Serve) -> None:
    assert serve(proxies=(), **PROXY).get("/metrics").status == 403
    open_to_all = serve(proxies=(), has_open_metrics=True, **PROXY)
    assert open_to_all.get("/metrics", Host="10.0.0.7").status == 200
    assert open_to_all.get("/").status == 403


def test_a_name_is_read_as_utf_8(serve: Serve) -> None:
    site = serve(proxies=loopback(), **PROXY)
    connection = site.open()
    connection.putrequest("GET", "/lanes")
    connection.putheader("X-Person", "Zoë Ørsted".encode())
    connection.putheader("X-Roles", "ff_reader")
    connection.endheaders()
    assert "Zoë Ørsted" in connection.getresponse().read().decode()
    connection.close()


def test_a_socket_is_for_its_user_and_group(world: World, login: str, tmp_path: Path) -> None:
    """A client that opens it may name any person."""
    path = str(tmp_path / "web.sock")
    settings = Settings(
        dsn_of(world.connection, login), socket=path, person_header="X-Person", roles=("ff_reader",)
    )
    with served(settings):
        assert stat.S_IMODE(Path(path).stat().st_mode) == 0o660
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
            client.sendall(b"GET /lanes HTTP/1.0\r\nHost: localhost\r\nX-Person: ada\r\n\r\n")
            answer = b"".join(iter(lambda: client.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"ada" in answer
        with pytest.raises(OSError, match="another process"):
            unix_socket(path)
    assert not Path(path).exists()


def test_two_names_are_none(serve: Serve) -> None:
    site = serve(proxies=loopback(), **PROXY)
    connection = site.open()
    connection.putrequest("GET", "/")
    for name in ("ada", "eve"):
        connection.putheader("X-Person", name)
    connection.putheader("X-Roles", "ff_reader")
    connection.endheaders()
    assert connection.getresponse().status == 401
    connection.close()


def test_a_viewer_may_do_nothing_even_with_a_form(serve: Serve, world: World) -> None:
    site = serve(proxies=loopback(), **PROXY)
    viewer = {"X_Person": "vic", "X_Roles": "ff_reader"}
    path = f"/executions/{world.ids['failed']}"
    answer = site.send("/executions", f"{path}/replay", {"reason": "let me"}, **viewer)
    assert "permission denied for function ff_replay_execution" in answer.text.lower()
    assert world.client.read_execution_state(world.ids["failed"]) == "failed"


def test_what_a_person_does_is_recorded_with_the_name(serve: Serve, world: World) -> None:
    site = serve(proxies=loopback(), **PROXY)
    execution = world.client.create_execution("people", {}, delay_ms=3_600_000)
    path = f"/executions/{execution.execution_id}"
    operator = {"X_Person": "ada", "X_Roles": "ff_operator"}
    answer = site.send(path, f"{path}/cancel", {"reason": "not needed"}, **operator)
    assert "It is cancelled." in answer.text
    [entry] = [e for e in world.client.history(execution.execution_id) if e.what == "cancelled"]
    assert (entry.details or {})["actor"] == "ada"
    assert (entry.details or {})["role"] == "ff_operator"


# --- passwords ---


def _basic(name: str, password: str) -> dict[str, str]:
    token = base64.b64encode(f"{name}:{password}".encode()).decode()
    return {"Authorization": f"Basic {token}"}


@pytest.fixture
def users(tmp_path: Path) -> Path:
    path = tmp_path / "users"
    path.write_text(
        f"# people\nada:ff_operator:{hash_password('right')}\n"
        f"vic:ff_reader:{hash_password('also')}\n"
    )
    return path


def test_passwords_are_asked_for(serve: Serve, users: Path, world: World) -> None:
    site = serve(users=users, roles=("ff_operator", "ff_reader"))
    answer = site.get("/")
    assert answer.status == 401
    assert answer.headers["www-authenticate"].startswith("Basic")
    path = f"/executions/{world.ids['failed']}"
    assert "Replay" in site.get(path, **_basic("ada", "right")).text
    assert "Replay" not in site.get(path, **_basic("vic", "also")).text
    for name, password in (("ada", "wrong"), ("eve", "right"), ("", ""), ("ada", "")):
        assert site.get("/", **_basic(name, password)).status == 401
    assert site.get("/", Authorization="Basic !!!").status == 401
    assert site.get("/", Authorization="Bearer x").status == 401


def test_passwords_cannot_be_tried_out(serve: Serve, users: Path) -> None:
    site = serve(users=users, roles=("ff_operator", "ff_reader"))
    found = [site.get("/", **_basic("ada", f"guess {n}")).status for n in range(24)]
    assert found[0] == 401
    assert found[-1] == 429


def test_a_file_of_users_is_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "users"
    for line in ("ada:ff_operator:secret", "ada", f"ada:other:{hash_password('x')}", ":x:y"):
        path.write_text(f"{line}\n")
        with pytest.raises(ValueError, match="line 1"):
            read_users(path, ("ff_operator",))
    stored = hash_password("x")
    assert verify_password("x", stored)
    assert not verify_password("y", stored)
    assert stored != hash_password("x")


# --- forms of other sites, and too many requests ---


def test_forms_of_other_sites_are_refused(site: Site, world: World) -> None:
    path = f"/executions/{world.ids['failed']}/replay"
    token = token_in(site.get("/executions").text)
    assert site.post(path, {"reason": "x"}).status == 403
    assert site.post(path, {"reason": "x", "form_token": "0" * 64}).status == 403
    fields = {"reason": "x", "form_token": token}
    assert site.post(path, fields, Origin="https://evil.example").status == 403
    assert site.post(path, fields, Origin="null").status == 403
    assert site.post(path, fields, Sec_Fetch_Site="cross-site").status == 403
    # the token belongs to one session
    stolen = Site(site.server)
    stolen.get("/executions")
    assert stolen.post(path, fields).status == 403
    assert world.client.read_execution_state(world.ids["failed"]) == "failed"


def test_a_form_is_a_small_form(site: Site) -> None:
    headers = {"Content-Type": "application/json"}
    assert site.ask("POST", "/bulk/run", "{}", headers).status == 415
    assert site.post("/bulk/run", {"x": "y" * 300_000}).status == 413
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert site.ask("POST", "/bulk/run", "a=%ff", headers).status == 400
    many = "&".join(f"f{n}=1" for n in range(500))
    assert site.ask("POST", "/bulk/run", many, headers).status == 400


def test_too_many_requests_are_put_off(serve: Serve) -> None:
    site = serve()
    found = [site.get("/nothing").status for _ in range(200)]
    assert found[0] == 404
    assert 429 in found
    assert site.get("/healthz").status == 200


def test_the_cookie_of_the_session_stays_with_the_site(serve: Serve) -> None:
    site = serve(proxies=loopback(), **PROXY)
    answer = site.get("/", X_Person="a", X_Roles="ff_reader", X_Forwarded_Proto="https")
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Secure"):
        assert part in cookie
    assert "max-age" in answer.headers["strict-transport-security"]


def test_a_role_that_the_login_lacks_is_refused(serve: Serve, world: World) -> None:
    world.connection.execute("create role ff_web_stranger")
    try:
        answer = serve(roles=("ff_web_stranger",)).get("/")
        assert answer.status == 403
        assert "permission denied to set role" in answer.text
        answer = serve(roles=("no_such_role",)).get("/")
        assert 'role "no_such_role" does not exist' in answer.text.replace("&#34;", '"')
    finally:
        world.connection.execute("drop role ff_web_stranger")


def test_a_message_cannot_be_made_up(site: Site) -> None:
    forged = Site(site.server, {"flowfabric_message": "text=%7B%22kind%22%3A%22good%22%7D&sign=00"})
    assert forged.get("/").status == 200
    assert 'class="message' not in forged.get("/").text


def test_pages_of_a_reader_work_with_the_role_alone(serve: Serve) -> None:
    for role in ("ff_reader", "ff_operator", "ff_approver", "ff_producer", "ff_worker"):
        site = serve(roles=(role,))
        answer = site.get("/")
        assert answer.status == 200, role
        has_rights = role in ("ff_reader", "ff_operator")
        assert ("Your role may not see" in answer.text) != has_rights
        for path in ("/executions", "/flows", "/lanes", "/workers", "/events", "/limits"):
            assert site.get(path).status in ((200,) if has_rights else (200, 403)), (role, path)


def test_a_restricted_lane_stays_closed(serve: Serve, world: World) -> None:
    secret = world.client.create_execution("secret_lane", {"text": "hidden"})
    world.client.grant_lane("secret_lane", "ff_owner", ["submit", "claim", "read", "operate"])
    site = serve()
    for path in ("/", "/executions", "/lanes", "/events"):
        assert "secret_lane" not in site.get(path).text
    assert site.get(f"/executions/{secret.execution_id}").status in (403, 404)
    assert site.get("/lanes/secret_lane").status == 404
    world.client.cancel_execution(secret.execution_id, "the test is over")
