"""Tests that the policy of a page blocks all network requests and injected scripts."""

import asyncio
import json

# In the page: tries every kind of network request, at an address that answers; returns the results.
TRIES = """(async () => {
  const address = "http://127.0.0.1:%d/";
  const blocked = new Set();
  addEventListener("securitypolicyviolation", (event) => blocked.add(event.effectiveDirective));
  let fetched = "blocked";
  try { await fetch(address + "fetch", { mode: "no-cors" }); fetched = "sent"; } catch { /* as it should be */ }
  const image = new Image();
  image.src = address + "image";
  const script = document.createElement("script");
  script.src = address + "script";
  const inline = document.createElement("script");
  inline.textContent = "window.wasInjected = true";
  const style = document.createElement("style");
  style.textContent = `body { background: url(${address}style) }`;
  const frame = document.createElement("iframe");
  frame.src = address + "frame";
  document.body.append(image, script, inline, style, frame);
  try { navigator.sendBeacon(address + "beacon", "x"); } catch { /* as it should be */ }
  try { new WebSocket(address.replace("http", "ws") + "socket"); } catch { /* as it should be */ }
  // A busy browser reports the frame late; what is blocked is compared with EXPECTED.
  for (let turn = 0; turn < 100 && (turn < 5 || blocked.size < 5); turn += 1) {
    await new Promise((done) => setTimeout(done, 100));
  }
  for (const element of [image, script, inline, style, frame]) element.remove();
  return JSON.stringify({ fetched, wasInjected: window.wasInjected === true, blocked: [...blocked] });
})()"""

EXPECTED = {"connect-src", "img-src", "script-src-elem", "style-src-elem", "frame-src"}


async def failures(browser):
    """Returns the requests that the open page could make, and whether it ran an injected script."""
    asked = []

    async def answer(reader, writer):
        asked.append((await reader.readline()).decode(errors="replace").strip())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        said = json.loads(await browser.evaluate(TRIES % port))
    found = [f"the page requests {line}" for line in asked]
    if said["fetched"] != "blocked" or said["wasInjected"]:
        found.append(f"a script could reach the network or run: {said}")
    if missing := EXPECTED - set(said["blocked"]):
        found.append(f"not blocked by the policy: {sorted(missing)}")
    return found
