"""Browsers that open a page from a file, drag on it, and report its requests and errors."""

import asyncio
import json
import pathlib
import re
import subprocess
import time

import websockets


class Socket:
    """A connection with numbered calls; events that arrive before an answer are collected in `events`."""

    def __init__(self, socket):
        self.socket, self.number, self.events = socket, 0, []

    async def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        await self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(await asyncio.wait_for(self.socket.recv(), 240))
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']} {answer.get('message', '')}")
            else:
                return answer["result"]


class Chromium:
    name = "chromium"
    held: set[int] = set()

    async def start(self, profile):
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = pathlib.Path(profile, "DevToolsActivePort")
        for _ in range(600):
            if port.exists() and len(port.read_text().splitlines()) == 2:
                break
            time.sleep(0.1)
        number, path = port.read_text().splitlines()
        self.socket = Socket(
            await websockets.connect(f"ws://127.0.0.1:{number}{path}", max_size=None))
        target = await self.socket.call("Target.createTarget", url="about:blank")
        attached = await self.socket.call(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Runtime", "Network", "Log", "Page"):
            await self.socket.call(f"{domain}.enable", self.session)

    async def show(self, width, height, finger=False, density=0, **features):
        """Sets the size of the window, touch support, and media features such as color_scheme="dark"."""
        await self.socket.call(
            "Emulation.setDeviceMetricsOverride", self.session, width=width, height=height,
            deviceScaleFactor=density, mobile=False)
        await self.socket.call("Emulation.setTouchEmulationEnabled", self.session, enabled=finger, maxTouchPoints=5)
        await self.socket.call(
            "Emulation.setEmulatedMedia", self.session,
            features=[{"name": f"prefers-{name.replace('_', '-')}" if name != "forced_colors" else "forced-colors",
                       "value": value} for name, value in features.items()])

    async def picture(self):
        """Returns a screenshot, as a PNG in base64."""
        return (await self.socket.call("Page.captureScreenshot", self.session, format="png"))["data"]

    async def open(self, page):
        self.socket.events = []
        await self.socket.call("Page.navigate", self.session, url=page.as_uri())
        while await self.evaluate("document.readyState === 'complete' && !!window.Engine || "
                                  "document.readyState === 'complete' && typeof Engine") is False:
            await asyncio.sleep(0.05)

    async def evaluate(self, text):
        result = await self.socket.call(
            "Runtime.evaluate", self.session, expression=text, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{result['exceptionDetails']}")
        return result["result"].get("value")

    async def give(self, text, files):
        """Chooses files in the file input that an expression returns."""
        result = await self.socket.call("Runtime.evaluate", self.session, expression=text)
        await self.socket.call("DOM.setFileInputFiles", self.session, files=[str(file) for file in files],
                               objectId=result["result"]["objectId"])

    async def nodes(self):
        """Returns the accessibility tree, as a list of nodes."""
        return (await self.socket.call("Accessibility.getFullAXTree", self.session))["nodes"]

    async def evaluate_in_frame(self, text):
        """Evaluates an expression in the only frame of the page."""
        created = [event["params"]["context"] for event in self.socket.events
                   if event.get("method") == "Runtime.executionContextCreated"]
        tree = await self.socket.call("Page.getFrameTree", self.session)
        frame = tree["frameTree"]["childFrames"][0]["frame"]["id"]
        context = [one["id"] for one in created if one["auxData"].get("frameId") == frame][-1]
        result = await self.socket.call(
            "Runtime.evaluate", self.session, expression=text, awaitPromise=True, returnByValue=True,
            contextId=context)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{result['exceptionDetails']}")
        return result["result"].get("value")

    async def press(self, key):
        """Presses a key of the keyboard; `key` is its name in the DOM."""
        # Only a key with a text presses a button.
        text = {"Enter": "\r", " ": " "}.get(key)
        for state in ("keyDown", "keyUp"):
            await self.socket.call("Input.dispatchKeyEvent", self.session, type=state, key=key, code=key,
                                   windowsVirtualKeyCode={"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                                                          "ArrowDown": 40, "Tab": 9, "Enter": 13, " ": 32}.get(key, 0),
                                   **({"text": text} if text and state == "keyDown" else {}))

    async def point(self, kind, state, x, y):
        """Sends an event of a mouse or a finger at a place of the window; `state` is "down", "move" or "up"."""
        if kind == "mouse":
            await self.socket.call(
                "Input.dispatchMouseEvent", self.session, x=x, y=y, button="left", clickCount=1,
                type={"down": "mousePressed", "move": "mouseMoved", "up": "mouseReleased"}[state],
                buttons=0 if state == "up" else 1)
        else:
            await self.socket.call(
                "Input.dispatchTouchEvent", self.session,
                type={"down": "touchStart", "move": "touchMove", "up": "touchEnd"}[state],
                touchPoints=[] if state == "up" else [{"x": x, "y": y}])

    async def fingers(self, places, when=None):
        """Puts fingers at places of the window, by number, and lifts all others; `when` is a time since the epoch."""
        kind = "touchEnd" if not places else "touchMove" if set(places) <= self.held else "touchStart"
        self.held = set(places)
        await self.socket.call(
            "Input.dispatchTouchEvent", self.session, type=kind,
            touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in places.items()],
            **({"timestamp": when} if when else {}))

    async def drag(self, kind, points):
        await self.touch(kind == "touch")
        for index, place in enumerate(points + points[-1:]):
            await self.point(kind, "down" if index == 0 else "up" if index == len(points) else "move", *place)

    async def touch(self, is_there):
        """Adds a touchscreen to the window, or removes it."""
        await self.socket.call("Emulation.setTouchEmulationEnabled", self.session, enabled=is_there)

    def trouble(self, page):
        found = []
        for event in self.socket.events:
            params = event.get("params", {})
            if event.get("method") == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if url.split("#")[0] != page.as_uri() and not url.startswith(("data:", "blob:", "about:")):
                    found.append(f"the page requests {url}")
            elif event.get("method") == "Runtime.exceptionThrown":
                found.append(f"error: {params['exceptionDetails']}")
            elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(f"error: {params['entry']['text']}")
            elif event.get("method") == "Runtime.consoleAPICalled" and params["type"] == "error":
                found.append(f"error: {params['args']}")
        return found


class Firefox:
    name = "firefox"
    held: set[int] = set()

    async def start(self, profile):
        pathlib.Path(profile, "user.js").write_text(
            'user_pref("remote.active-protocols", 1);\n'
            'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("browser.shell.checkDefaultBrowser", false);\n')
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", profile,
             "--remote-debugging-port", "0", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        address = None
        for line in self.process.stderr:
            match = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if match:
                address = match.group(1)
                break
        self.socket = Socket(await websockets.connect(f"{address}/session", max_size=None))
        await self.socket.call("session.new", capabilities={})
        tree = await self.socket.call("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]
        await self.socket.call(
            "session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        # Firefox does not report policy violations as errors of the page.
        await self.socket.call(
            "script.addPreloadScript", functionDeclaration="""() => addEventListener("securitypolicyviolation",
              (event) => console.error(`policy: ${event.effectiveDirective} blocks ${event.blockedURI}`))""")

    async def open(self, page):
        self.socket.events = []
        await self.evaluate("window.isLeft = true")
        await self.socket.call(
            "browsingContext.navigate", context=self.context, url=page.as_uri(), wait="complete")
        # Firefox sometimes answers before it has replaced the document of the previous page.
        here = "`${document.URL.split('#')[0]} ${document.readyState} ${window.isLeft ?? false}`"
        for _ in range(500):
            if await self.evaluate(here) == f"{page.as_uri()} complete false":
                break
            await asyncio.sleep(0.02)

    async def evaluate(self, text):
        result = await self.socket.call(
            "script.evaluate", expression=text, awaitPromise=True, target={"context": self.context})
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return result["result"].get("value")

    async def give(self, text, files):
        result = await self.socket.call(
            "script.evaluate", expression=text, awaitPromise=False, target={"context": self.context})
        await self.socket.call("input.setFiles", context=self.context, files=[str(file) for file in files],
                               element={"sharedId": result["result"]["sharedId"]})

    async def evaluate_in_frame(self, text):
        """Evaluates an expression in the only frame of the page."""
        tree = await self.socket.call("browsingContext.getTree", root=self.context)
        page, self.context = self.context, tree["contexts"][0]["children"][0]["context"]
        try:
            return await self.evaluate(text)
        finally:
            self.context = page

    async def show(self, width, height, **_):
        await self.socket.call("browsingContext.setViewport", context=self.context,
                               viewport={"width": width, "height": height})

    async def picture(self):
        return (await self.socket.call("browsingContext.captureScreenshot", context=self.context))["data"]

    async def press(self, key):
        letter = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
                  "Tab": "\ue004", "Enter": "\ue007"}.get(key, key)
        await self.socket.call(
            "input.performActions", context=self.context,
            actions=[{"type": "key", "id": "keys", "actions": [
                {"type": kind, "value": letter} for kind in ("keyDown", "keyUp")]}])

    async def point(self, kind, state, x, y):
        move = {"type": "pointerMove", "x": x, "y": y}
        actions = {"down": [move, {"type": "pointerDown", "button": 0}], "move": [move],
                   "up": [{"type": "pointerUp", "button": 0}]}[state]
        await self.socket.call(
            "input.performActions", context=self.context,
            actions=[{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}])

    async def fingers(self, places, when=None):
        """Puts fingers at places of the window, by number, and lifts all others; ignores `when`."""
        moves: dict = {number: {"type": "pointerMove", "x": x, "y": y} for number, (x, y) in places.items()}
        actions: dict = {number: [moves[number], {"type": "pointerDown", "button": 0}] for number in set(places) - self.held}
        actions |= {number: [moves[number]] for number in set(places) & self.held}
        actions |= {number: [{"type": "pointerUp", "button": 0}] for number in self.held - set(places)}
        self.held = set(places)
        # Of fingers that move in one call, Firefox reports only the first.
        for number, one in actions.items():
            await self.socket.call(
                "input.performActions", context=self.context,
                actions=[{"type": "pointer", "id": f"finger {number}", "parameters": {"pointerType": "touch"},
                          "actions": one}])

    async def touch(self, is_there):
        pass

    async def drag(self, kind, points):
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0 if index == 0 else 10}
                 for index, (x, y) in enumerate(points)]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        await self.socket.call(
            "input.performActions", context=self.context,
            actions=[{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}])

    def trouble(self, page):
        found = []
        for event in self.socket.events:
            params = event.get("params", {})
            if event.get("method") == "network.beforeRequestSent":
                url = params["request"]["url"]
                ours = params.get("context") == self.context
                if ours and url.split("#")[0] != page.as_uri() and not url.startswith(("data:", "blob:", "about:")):
                    found.append(f"the page requests {url}")
            elif event.get("method") == "log.entryAdded" and params.get("level") == "error":
                found.append(f"error: {params.get('text')}")
        return found
