#!/usr/bin/env python3
"""Serves a page with `flickbook view --serve`, and tests the server with raw connections and with Chromium and Firefox.

Usage: check_serve.py FLICKBOOK; run by scripts/tests/serve.
"""

import asyncio
import hashlib
import json
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import page_drags
from page_browsers import Chromium, Firefox

RECORDING = "Recordings/sheet/catch-in-flight/recording.yml"
REQUESTS = 100_000
failures = []


def check(is_right, what):
    """Records the failure `what` unless `is_right`."""
    if not is_right:
        failures.append(what)


def heed_signals():
    """Resets the signals that nohup ignores, because the server inherits them and then, rightly, survives its
    terminal."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


class Server:
    """A running `flickbook view --serve`, which records into the folder `drags` of a new folder."""

    def __init__(self, flickbook, folder, address="127.0.0.1", *options):
        self.folder = folder
        folder.mkdir()
        shutil.copy(RECORDING, folder / "flick.yml")
        self.process = subprocess.Popen(
            [flickbook, "view", "flick.yml", "--scenario", "sheet", "--serve", address, *options], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_signals)
        self.url = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://([\d.]+):(\d+)/([0-9a-f]{32})", self.url)
        if not match:
            raise RuntimeError(f"no address: {self.url} {self.process.stderr.read()}")
        self.host, self.port, self.token = match[1], int(match[2]), match[3]
        self.cookie = None

    def connect(self):
        return socket.create_connection((self.host, self.port), 60)

    def send(self, request, *, end=False):
        """Sends bytes and returns the whole response: its status, its header fields and its body."""
        with self.connect() as client:
            try:
                client.sendall(request)
                if end:
                    client.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # The server may refuse a request before it is sent completely.
            response = received(client)
        head, _, body = response.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:])
        status = int(lines[0].split(" ")[1]) if lines[0].startswith("HTTP/1.1 ") else 0
        return status, fields, body

    def request(self, method="GET", path="/", body=None, cookie=True, host=None, fields=()):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'{self.host}:{self.port}'}", *fields]
        if cookie and self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + (body or b"")

    def status(self, *rest, **options):
        return self.send(self.request(*rest, **options))[0]

    def enter(self):
        """Opens the address with the token, as the first client."""
        status, fields, _ = self.send(self.request(path=f"/{self.token}"))
        check(status == 200, f"the first client gets {status}")
        self.cookie = fields["Set-Cookie"].split(";")[0]
        check({"HttpOnly", "SameSite=Strict"} <= set(fields["Set-Cookie"].split("; ")), f"the cookie: {fields}")

    def memory(self):
        """Returns the memory of the process in kB, and the number of its descriptors."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]), len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def files(self):
        """Returns all files in the folder, relative to it."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if not path.is_dir())

    def stop(self, number=signal.SIGTERM):
        """Ends the server with a signal; returns its exit status."""
        self.process.send_signal(number)
        return self.process.wait(30)


def received(client):
    """Returns everything that a socket receives until its end."""
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        parts.append(b" RESET")
    return b"".join(parts)


def test_access(flickbook, folder):
    """Tests the token, the cookie, the host, the paths and the methods."""
    page = folder / "page.html"
    subprocess.run([flickbook, "view", "flick.yml", "--scenario", "sheet", "-o", page], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    server = Server(flickbook, folder / "plain")
    for path in ("/", f"/{server.token[:-1]}", "/recordings", "/../etc/passwd", "/favicon.ico"):
        check(server.status(path=path) == 403, f"{path} without the token is not refused")
    for method in ("HEAD", "POST", "OPTIONS", "PUT"):
        check(server.status(method, f"/{server.token}") == 403, f"{method} uses the token")
    for host in ("evil.example", f"evil.example:{server.port}", f"localhost:{server.port}", server.host):
        check(server.status(path=f"/{server.token}", host=host) == 403, f"the host {host} is not refused")
    server.enter()
    check(server.status(path=f"/{server.token}", cookie=False) == 403, "a second client with the token is not refused")
    for _ in range(3):
        status, fields, body = server.send(server.request())
        check(status == 200 and body == page.read_bytes(),
              f"the first client gets another page than view writes: {status}, {len(body)} bytes")
    policy = re.search(rb'http-equiv="Content-Security-Policy" content="([^"]*)"', body)[1].decode()
    check(fields["Content-Security-Policy"] == f"{policy}; frame-ancestors 'none'", f"the policy: {fields}")
    check("connect-src" not in policy, "a page without --record-into may make requests")
    for name, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
                        ("Cache-Control", "no-store")):
        check(fields.get(name) == value, f"{name}: {fields.get(name)}")
    check(server.status(host=f"evil.example:{server.port}") == 403, "a foreign host with the cookie is not refused")
    for path in ("/..", "/../flick.yml", "/flick.yml", "/%2e%2e/", "//", "/recordings", "/favicon.ico"):
        check(server.status(path=path) == 404, f"{path} is not 404")
    for method in ("HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW"):
        check(server.status(method) == 405, f"{method} is not 405")
    check(server.stop(signal.SIGINT) == 0, "the exit status after SIGINT is not 0")
    check(server.files() == ["flick.yml"], f"files: {server.files()}")


def test_recordings(flickbook, folder):
    """Tests that recordings are parsed, numbered and private, and that nothing else is written."""
    server = Server(flickbook, folder, "127.0.0.1", "--record-into", "drags")
    server.enter()
    text = pathlib.Path(RECORDING).read_bytes()
    (folder / "drags/touch-2.yml").write_text("mine")
    (folder / "drags/touch-3.yml").symlink_to("../outside.yml")
    for name in ("touch-1.yml", "touch-4.yml"):
        status, _, body = server.send(server.request("POST", "/recordings?name=../x.yml", text))
        check(status == 201 and body.decode() == f"{name}\n", f"{name}: {status} {body}")
        check((folder / "drags" / name).read_bytes() == text, f"{name} has other bytes")
        check((folder / "drags" / name).stat().st_mode & 0o777 == 0o600, f"{name} is readable by others")
    own = f"Origin: http://{server.host}:{server.port}"
    check(server.status("POST", "/recordings", text, fields=[own]) == 201, "the page may not send recordings")
    for origin in (f"http://{server.host}:{server.port + 1}", "null", "http://evil.example"):
        status = server.status("POST", "/recordings", text, fields=[f"Origin: {origin}"])
        check(status == 403, f"the origin {origin} gives {status}")
    check(server.status("POST", "/recordings", text, cookie=False) == 403, "a recording without the cookie is accepted")
    wrong = [b"", b"hello", text[:200], text[:-30], b"\0" * 4096, b"# libinput record\n" + b"a: " * 100_000]
    wrong += [b"[" * 100_000, text.replace(b"devices:", b"devices: &a [*a]", 1), text.replace(b"EV_", b"\xff", 1)[:500]]
    for body in wrong:
        status, _, words = server.send(server.request("POST", "/recordings", body))
        check(status == 400 and words, f"{body[:40]} gives {status} {words[:80]}")
    head = server.request("POST", "/recordings", b"").replace(b"Content-Length: 0", b"Content-Length: 99999999999999999999")
    check(server.send(head)[0] == 413, "a body with a length of 20 digits is not 413")
    check(server.status("POST", "/recordings", bytes((16 << 20) + 1)) == 413, "a body above 16 MB is not 413")
    check(server.status("POST", "/recordings", bytes(16 << 20)) == 400, "a body of 16 MB is not read")
    check(server.send(server.request("POST", "/recordings"))[0] == 411, "a body without a length is not 411")
    expected = ["drags/touch-1.yml", "drags/touch-2.yml", "drags/touch-3.yml", "drags/touch-4.yml", "drags/touch-5.yml"]
    check(server.files() == sorted(expected + ["flick.yml"]), f"files: {server.files()}")
    check((folder / "drags/touch-2.yml").read_text() == "mine", "an existing file was overwritten")
    # If the folder cannot be written any more, the page gets an error without the path.
    shutil.rmtree(folder / "drags")
    status, _, body = server.send(server.request("POST", "/recordings", text))
    check(status == 500 and b"drags" not in body, f"without the folder: {status} {body}")
    check(server.stop() == 0, "the exit status after SIGTERM is not 0")
    errors = server.process.stderr.read()
    check("drags" in errors, f"the terminal does not show why a recording was not written: {errors}")


def test_limits(flickbook, folder):
    """Tests large heads, slow clients, many connections and many requests."""
    server = Server(flickbook, folder, "127.0.0.1", "--record-into", "drags")
    check(server.status(fields=["X: " + "x" * 16_384]) == 431, "a head above 16 kB is not 431")
    check(server.send(b"x" * 20_000)[0] == 431, "20 kB without an end are not 431")
    check(server.send(b"\x16\x03\x01\x02\x00\r\n\r\n")[0] == 400, "TLS is not 400")
    check(server.send(b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")[0] == 501, "chunks are not 501")
    check(server.send(server.request(), end=True)[0] == 403, "a client that closes its half gets no response")
    server.enter()
    # 40 clients send nothing or a part of a request. The server serves at most 16 at once; a browser must still get a
    # page.
    begun = time.monotonic()
    clients = [server.connect() for _ in range(40)]
    for number, client in enumerate(clients):
        client.sendall(server.request("POST", "/recordings", b"x")[:number * 4])
    descriptors = []
    while len(descriptors) < 3:
        time.sleep(0.1)
        descriptors.append(server.memory()[1])
    check(max(descriptors) < 32, f"40 clients take {descriptors} descriptors")
    check(server.status() == 200, "no page after slow clients")
    waited = time.monotonic() - begun
    check(waited < 5, f"40 slow clients delay a page by {waited:.1f} s")
    for client in clients:
        client.close()
    # The server must neither wait for a client that reads nothing nor end when this client disconnects.
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect((server.host, server.port))
    deaf.sendall(server.request())
    check(server.status() == 200, "a client that reads nothing blocks the others")
    deaf.close()
    print(f"serve: 40 slow clients delay a browser by {waited:.1f} s")
    many_requests(server)
    check(server.stop() == 0, "the exit status is not 0")
    check(server.files() == ["flick.yml"], f"files: {server.files()}")


def many_requests(server):
    """Tests that memory and descriptors do not depend on the number of requests."""
    kinds = [server.request(cookie=False), server.request(path="/../x"), server.request("PUT"), b"GET\r\n\r\n"]
    expected = [403, 404, 405, 400]

    def ask(count):
        wrong = 0
        for number in range(count):
            with socket.socket() as client:
                client.connect((server.host, server.port))
                client.sendall(kinds[number % 4])
                wrong += client.recv(4096)[9:12] != b"%d" % expected[number % 4]
        return wrong

    ask(2000)
    before = server.memory()
    begun = time.monotonic()
    wrong = ask(REQUESTS)
    seconds = time.monotonic() - begun
    after = server.memory()
    # The server closes the last connections only after their clients.
    deadline = time.monotonic() + 15
    while after[1] > before[1] and time.monotonic() < deadline:
        time.sleep(0.1)
        after = server.memory()
    check(wrong == 0, f"{wrong} of {REQUESTS} requests get another status")
    check(after[0] - before[0] < 2048, f"{REQUESTS} requests raise the memory from {before[0]} to {after[0]} kB")
    check(after[1] <= before[1], f"{REQUESTS} requests raise the descriptors from {before[1]} to {after[1]}")
    print(f"serve: {REQUESTS} requests take {seconds:.1f} s and raise the memory by {after[0] - before[0]} kB")


def test_ends(flickbook, folder):
    """Tests that a signal during a transfer leaves no part of a file, and SIGKILL leaves nothing outside of the
    folder."""
    text = pathlib.Path(RECORDING).read_bytes()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
        server = Server(flickbook, folder / number.name, "127.0.0.1", "--record-into", "drags")
        server.enter()
        check(server.status("POST", "/recordings", text) == 201, "a recording is not stored")
        half = server.connect()
        half.sendall(server.request("POST", "/recordings", text)[:-100])
        check(server.status() == 200, "no page during a transfer")
        status = server.stop(number)
        check(status == (-9 if number == signal.SIGKILL else 0), f"the exit status after {number.name} is {status}")
        half.close()
        check(server.files() == ["drags/touch-1.yml", "flick.yml"], f"{number.name} leaves {server.files()}")
        try:
            server.connect().close()
            check(False, "the port is open after the end")
        except ConnectionRefusedError:
            pass
    # Kill the server while it writes: each file is complete or absent.
    server = Server(flickbook, folder / "busy", "127.0.0.1", "--record-into", "drags")
    server.enter()
    for _ in range(50):
        client = server.connect()
        client.sendall(server.request("POST", "/recordings", text))
    server.stop(signal.SIGKILL)
    for path in server.folder.joinpath("drags").glob("*.yml"):
        check(path.read_bytes() == text, f"{path.name} is incomplete after SIGKILL")
    others = [name for name in server.files() if not name.startswith("drags/") and name != "flick.yml"]
    check(not others, f"SIGKILL leaves files outside of the folder: {others}")
    # The same port can be used again at once.
    again = Server(flickbook, folder / "again", f"127.0.0.1:{server.port}")
    check(again.port == server.port, "the port cannot be used again")
    taken = subprocess.run([flickbook, "view", again.folder / "flick.yml", "--scenario", "sheet", "--serve",
                            f"127.0.0.1:{server.port}"], capture_output=True, text=True)
    check(taken.returncode == 74 and "another program uses this port" in taken.stderr, f"a taken port: {taken}")
    again.stop()


def test_terminal(flickbook, folder):
    """Tests that a terminal shows the address and its QR code, and that no process gets the address as an argument."""
    folder.mkdir()
    shutil.copy(RECORDING, folder / "flick.yml")
    tools = folder / "tools"
    tools.mkdir()
    real = shutil.which("qrencode")
    (tools / "qrencode").write_text(f'#!/bin/sh\necho "$*" >> {folder}/arguments\nexec {real} "$@"\n')
    (tools / "qrencode").chmod(0o755)
    for path, has_code in ((f"{tools}:/usr/bin:/bin", True), ("/nowhere", False)):
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execve(flickbook, ["flickbook", "view", "flick.yml", "--scenario", "sheet", "--serve"],
                      {"PATH": path, "TERM": "xterm", "LANG": "C.UTF-8"})
        output = b""
        while b"Ctrl-C" not in output and select.select([terminal], [], [], 60)[0]:
            output += os.read(terminal, 65536)
        os.write(terminal, b"\x03")
        _, status = os.waitpid(child, 0)
        os.close(terminal)
        found = re.search(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}", output.decode())
        check(bool(found) and os.waitstatus_to_exitcode(status) == 0, f"the terminal shows {output}")
        check(("█" in output.decode() or "▀" in output.decode()) == has_code, f"a QR code with PATH={path}: {output[:200]}")
        if has_code:
            drawn = subprocess.run([real, "--type=ANSIUTF8", "--level=L", found[0]], capture_output=True, text=True).stdout
            shown = output.decode().replace("\r\n", "\n")
            check(drawn and drawn in shown, "the QR code is not that of the address")
            check(found[0] not in (folder / "arguments").read_text(), "the address is an argument of qrencode")


class Address:
    """An address in place of the path of a page."""

    def __init__(self, url):
        self.url = url

    def as_uri(self):
        return self.url


# In the page: waits for the note about the newest drag; returns its text, and the frames of the drag.
NOTE = """(async () => {
  let note = "";
  for (let waited = 0; waited < 200 && !/Not saved|has saved/.test(note); waited++) {
    await new Promise((done) => setTimeout(done, 50));
    note = kept[0].receipt.textContent ?? "";
  }
  // Texts are announced after 150 ms.
  await new Promise((done) => setTimeout(done, 300));
  const answer = engine.ask(`replay ${kept[0].name}\\n${kept[0].request.now}`);
  return JSON.stringify({ note, isShown: element("tab-touch").textContent.includes(note), isSecure: isSecureContext,
    error: answer.error ?? null, command: commandOf(fileName(kept[0]), kept[0].request.now), text: recordingFile(kept[0]),
    words: element("tab-touch").textContent, said: element("says").textContent,
    frames: new TextDecoder().decode(engine.file("frames.jsonl")) });
})()"""


async def ready(browser, condition):
    """Waits until an expression is true in the page, which may be loading."""
    for _ in range(600):
        try:
            if await browser.evaluate(condition):
                return
        except RuntimeError:
            pass  # The page was replaced during the call.
        await asyncio.sleep(0.05)
    raise RuntimeError(f"never true in the page: {condition}")


async def drag(browser, kind):
    """Drags on the open page; returns the note of the page, and the result of the drag."""
    place = json.loads(await browser.evaluate(page_drags.READY % -1))
    points = [(round(place["left"] + x * place["scale"]), round(place["top"] + y * place["scale"]))
              for x, y in page_drags.PATH]
    await browser.drag(kind, points)
    await ready(browser, f"kept.length > {place['count']}")
    return json.loads(await browser.evaluate(NOTE))


async def test_browser(browser, flickbook, folder, address):
    """Tests that drags in a browser become files, and that replays of these files give the frames of the page."""
    server = Server(flickbook, folder, address, "--record-into", "drags")
    loaded = "document.readyState === 'complete' && typeof kept === 'object' && runs.length > 0"
    profile = folder / "profile"
    profile.mkdir()
    await browser.start(str(profile))
    await browser.show(1280, 800)
    try:
        base = f"http://{server.host}:{server.port}"
        # Open the address from a page of another site, like a link in a mail.
        await browser.open(Address("data:text/html,<a>elsewhere</a>"))
        await browser.evaluate(f"void (location.href = '{server.url}')")
        await ready(browser, loaded)
        where = await browser.evaluate("location.href")
        check(where == f"{base}/", f"the address line shows {where}")
        for number, kind in enumerate(("mouse", "touch"), 1):
            answer = await drag(browser, kind)
            name = f"touch-{number}.yml"
            check(answer["note"] == f"The server has saved the recording as {name}.", f"the note is {answer['note']!r}")
            check(answer["isShown"] and "sends each drag" in answer["words"], f"the tab shows {answer['words']}")
            check(name in answer["said"], f"announced: {answer['said']}")
            path = folder / "drags" / name
            check(path.read_text() == answer["text"], f"{name} has other bytes than the page")
            run = folder / f"run-{number}"
            subprocess.run([pathlib.Path(flickbook).resolve(), *shlex.split(answer["command"])[1:], "-o", run],
                           cwd=folder / "drags", check=True, stdout=subprocess.DEVNULL)
            frames = hashlib.sha256((run / "frames.jsonl").read_bytes()).hexdigest()
            check(frames == hashlib.sha256(answer["frames"].encode()).hexdigest(),
                  f"the frames of {name} differ from those of the page")
        print(f"serve: {browser.name} at {server.host} ({'' if answer['isSecure'] else 'not '}a secure context), drags with mouse and "
              "finger have the frames of the command")
        if browser.name == "chromium":
            await browser.socket.call("Page.reload", browser.session)
        else:
            await browser.socket.call("browsingContext.reload", context=browser.context)
        await ready(browser, f"{loaded} && performance.getEntriesByType('navigation')[0].type === 'reload'")
        check(await browser.evaluate("location.href.split('#')[0]") == f"{base}/", "a reload shows another page")
        found = [line for line in browser.trouble(Address(f"{base}/"))
                 if line not in (f"the page requests {base}/recordings", f"the page requests {server.url}")
                 # Firefox looks for an icon, which the policy blocks before a request.
                 and not (browser.name == "firefox" and f"blocks {base}/favicon.ico" in line)
                 and not (browser.name == "firefox" and f"(img-src) at {base}/favicon.ico" in line)]
        check(not found, f"{browser.name}: {found}")
        check(await browser.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'blocked')") == "blocked",
              "the page reaches another server")
        server.stop()
        answer = await drag(browser, "mouse")
        check(answer["note"].startswith("Not saved by the server: "), f"without a server: {answer['note']!r}")
    finally:
        browser.process.terminate()
        browser.process.wait()
        server.process.kill()


def own_address():
    """Returns an address of this machine that is not a loopback address; None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def main():
    flickbook = str(pathlib.Path(sys.argv[1]).resolve())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="flickbook-serve-"))
    try:
        shutil.copy(RECORDING, folder / "flick.yml")
        test_access(flickbook, folder)
        test_recordings(flickbook, folder / "recordings")
        test_limits(flickbook, folder / "limits")
        (folder / "ends").mkdir()
        test_ends(flickbook, folder / "ends")
        test_terminal(flickbook, folder / "terminal")
        asyncio.run(test_browser(Chromium(), flickbook, folder / "chromium", "127.0.0.1"))
        asyncio.run(test_browser(Firefox(), flickbook, folder / "firefox", "127.0.0.1"))
        if address := own_address():
            asyncio.run(test_browser(Chromium(), flickbook, folder / "network", address))
            everywhere = Server(flickbook, folder / "everywhere", "0.0.0.0")
            check(everywhere.host != "0.0.0.0", "0.0.0.0 is printed as an address")
            everywhere.enter()
            check(everywhere.status() == 200, "no page at an address of 0.0.0.0")
            check(everywhere.status(host=f"0.0.0.0:{everywhere.port}") == 403, "the host 0.0.0.0 is not refused")
            everywhere.stop()
        else:
            print("serve: skipped: this machine has only the loopback address")
        for failure in failures:
            print(f"serve: {failure}", file=sys.stderr)
        if not failures:
            print("serve: the server keeps its rules")
        return 1 if failures else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
