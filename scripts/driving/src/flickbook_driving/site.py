"""The site of a page under test: files that the driver serves, or a server on this machine.

The page reaches no other address. The browser sends every request through a proxy that does not
exist, except those to the allowed addresses.
"""

from __future__ import annotations

import http.server
import ipaddress
import mimetypes
import os
import secrets
import shutil
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flickbook_driving.failure import USAGE, Failure
from flickbook_driving.program import Program

# A cookie that scripts of the page cannot read. Without it, every user of the machine could read
# the files while the page is under test.
COOKIE = "flickbook"

# How often a server is asked whether it answers, and the longest wait for one answer, in s.
_ASK_SECONDS = 0.1
_ANSWER_SECONDS = 5.0

_PORTS = {"http": 80, "https": 443}


class Site:
    """The address of a page, and its server.

    - page: A file inside `root`, or an address.
    - command: Starts the server; run by the shell, in `root`.
    - allowed: Further addresses that the page may reach.
    - limit: The time in seconds in which the server has to answer.
    """

    def __init__(
        self, page: str, root: Path, command: str | None, allowed: list[str], limit: float
    ) -> None:
        self._page = page
        self._root = root.resolve()
        self._command = command
        self._limit = limit
        self._files: _FileServer | None = None
        self._program: Program | None = None
        # Nobody listens at this port, and nobody else can while it is bound.
        self._nowhere = socket.socket()
        self._nowhere.bind(("127.0.0.1", 0))
        addresses = [_address(each) for each in allowed]
        if "://" in page:
            own = _address(page)
            if own not in addresses and not _is_of_this_machine(page):
                raise Failure(
                    page,
                    "the address is not on this machine",
                    f"allow it with --allow {own}",
                    USAGE,
                )
            self.url = page
        else:
            if command is not None:
                raise Failure(
                    page,
                    "a page that is a file needs no server",
                    "name the address of the page at the server, or leave out --server",
                    USAGE,
                )
            path = _file_inside(self._root, page)
            self._files = _FileServer(self._root)
            own = f"127.0.0.1:{self._files.port}"
            self.url = f"http://{own}/{urllib.parse.quote(str(path))}"
        self.origin = own
        self._addresses = [own, *addresses]

    @property
    def flags(self) -> list[str]:
        """The arguments with which the browser reaches only the allowed addresses."""
        port = self._nowhere.getsockname()[1]
        hosts = {each.rpartition(":")[0] for each in self._addresses} | {"127.0.0.1"}
        excluded = ", ".join(f"EXCLUDE {host.strip('[]')}" for host in sorted(hosts))
        return [
            f"--proxy-server=http://127.0.0.1:{port}",
            # <-loopback> takes this machine from the addresses that need no proxy.
            f"--proxy-bypass-list=<-loopback>;{';'.join(self._addresses)}",
            # A name can be looked up without a request, which would reach a server of names.
            f"--host-resolver-rules=MAP * ~NOTFOUND, {excluded}",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--disable-quic",
        ]

    @property
    def cookie(self) -> dict[str, Any] | None:
        """The cookie that the browser needs to read the files; None if there is none."""
        if self._files is None:
            return None
        return {
            "name": COOKIE,
            "value": self._files.secret,
            "url": self.url,
            "httpOnly": True,
            "sameSite": "Strict",
        }

    def start(self) -> None:
        """Starts the server and waits until it answers; does nothing if it runs."""
        if self._command is None:
            return
        if self._program is not None and not self._program.is_running:
            self._program.close()
            self._program = None
        if self._program is None:
            self._program = Program()
            try:
                self._program.start(["/bin/sh", "-c", self._command], folder=str(self._root))
            except OSError as error:
                raise Failure(
                    self._command,
                    f"the server cannot be started ({error.strerror})",
                    "check the folder of --root",
                ) from None
            self._wait(self._program)

    def _wait(self, program: Program) -> None:
        end = time.monotonic() + self._limit
        command = str(self._command)
        # No proxy of the environment is used for an address of this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while True:
            if not program.is_running:
                raise Failure(
                    command,
                    f"the server does not run: {program.ending()}{program.quoted_output()}",
                    "start it by hand, and look for the reason",
                )
            left = end - time.monotonic()
            if left <= 0:
                quoted = program.quoted_output()
                # The next run starts it again.
                self._program = None
                program.close()
                raise Failure(
                    command,
                    f"the server did not answer at {self.url} within {self._limit:g} s{quoted}",
                    "correct the address of the page, or give the server more time with --limit",
                )
            try:
                with opener.open(self.url, timeout=min(left, _ANSWER_SECONDS)):
                    return
            except urllib.error.HTTPError:
                return  # It answers; the browser reports the status.
            except (OSError, ValueError):
                time.sleep(_ASK_SECONDS)

    def close(self) -> None:
        """Ends the server."""
        self._nowhere.close()
        if self._files is not None:
            self._files.close()
        if self._program is not None:
            self._program.close()


class _FileServer:
    """Serves the files of a folder to who has the cookie."""

    def __init__(self, root: Path) -> None:
        self.secret = secrets.token_urlsafe()
        secret = self.secret

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:  # noqa: N802 - a name of the library
                self._answer()

            def do_HEAD(self) -> None:  # noqa: N802
                self._answer()

            def _answer(self) -> None:
                cookies = [part.strip() for part in self.headers.get("Cookie", "").split(";")]
                path = _requested(root, self.path)
                if f"{COOKIE}={secret}" not in cookies:
                    self._send(HTTPStatus.FORBIDDEN, None)
                elif path is None:
                    self._send(HTTPStatus.NOT_FOUND, None)
                else:
                    self._send(HTTPStatus.OK, path)

            def _send(self, status: HTTPStatus, path: Path | None) -> None:
                try:
                    file = open(path, "rb") if path is not None else None
                except OSError:
                    status, file = HTTPStatus.NOT_FOUND, None
                self.send_response(status)
                size = os.fstat(file.fileno()).st_size if file is not None else 0
                self.send_header("Content-Length", str(size))
                # A file may change between two runs.
                self.send_header("Cache-Control", "no-store")
                if path is not None:
                    self.send_header("Content-Type", _type(path))
                self.end_headers()
                if file is not None:
                    with file:
                        if self.command == "GET":
                            shutil.copyfileobj(file, self.wfile)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                pass  # The browser has ended, or reports that it got no answer.

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _requested(root: Path, target: str) -> Path | None:
    """Returns the file that a request names; None if it is no file inside the folder."""
    name = urllib.parse.unquote(urllib.parse.urlsplit(target).path)
    try:
        path = (root / name.lstrip("/")).resolve()
        if path.is_dir():
            path = (path / "index.html").resolve()
        # A link that leads out of the folder has been followed before.
        return path if path.is_relative_to(root) and path.is_file() else None
    except (OSError, ValueError):
        return None


def _type(path: Path) -> str:
    known = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
    found = known.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return found or "application/octet-stream"


def _file_inside(root: Path, page: str) -> Path:
    """Returns the path of the page relative to the folder."""
    path = Path(page).resolve()
    if not path.is_file():
        raise Failure(page, "found no such file", "name an HTML file or an address", USAGE)
    if not path.is_relative_to(root):
        raise Failure(
            page,
            f"the file is not inside '{root}'",
            "name a folder that contains it with --root",
            USAGE,
        )
    return path.relative_to(root)


def _address(text: str) -> str:
    """Returns the host and the port of an address: localhost:5173."""
    try:
        parts = urllib.parse.urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        host = port = None
    if not host or port is None or set(host) & set(" ;,*<>"):
        raise Failure(
            text,
            "this is no address",
            "write an address such as http://localhost:5173",
            USAGE,
        )
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _is_of_this_machine(url: str) -> bool:
    host = urllib.parse.urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
