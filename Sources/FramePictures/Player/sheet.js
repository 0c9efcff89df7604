// On a phone, the settings of the mode Try are on a sheet over the curves. The sheet is a live surface of the engine,
// in the scenario `sheet`: a drag of its handle moves it as a drag moves the sheet of a run.
const drawer = { engine: null, rests: [], target: "half", drag: null };

function wireDrawer() {
  const handle = element("handle");
  handle.onpointerdown = (event) => {
    if (event.button > 0 || drawer.drag || !drawer.rests.length) return;
    if (drawer.engine.ask(`live drawer\n${drawerRequest()}`).error) return;
    try { handle.setPointerCapture(event.pointerId); } catch { /* a synthetic pointer cannot be captured */ }
    const begun = Object.assign(newHand("drawer"), { size: [innerWidth, innerHeight], began: event.timeStamp });
    drawer.drag = { begun, pointer: event.pointerId, from: event.clientY };
    sample(begun, event.pointerId, 0, event.clientX, event.clientY, true);
    requestAnimationFrame(moveDrawer);
  };
  handle.onpointermove = (event) => {
    const { drag } = drawer;
    if (drag?.pointer !== event.pointerId) return;
    drag.isMoved ||= Math.abs(event.clientY - drag.from) > 6;
    for (const one of event.getCoalescedEvents?.() ?? [event]) {
      sample(drag.begun, event.pointerId, Math.round((one.timeStamp - drag.begun.began) * 1000), one.clientX, one.clientY);
    }
  };
  handle.onpointerup = handle.onpointercancel = (event) => {
    const { drag } = drawer;
    if (drag?.pointer === event.pointerId) lift(drag.begun, event.pointerId, Math.round((event.timeStamp - drag.begun.began) * 1000));
  };
  // A tap or the key Enter moves the sheet to its next position.
  handle.onclick = () => {
    if (drawer.drag?.isMoved || !drawer.rests.length) return;
    drawer.drag = null;
    const index = drawer.rests.findIndex((rest) => rest.name === drawer.target);
    restDrawer(drawer.rests[(index + 1) % drawer.rests.length].name);
  };
  addEventListener("resize", () => { if (openDrawer()) restDrawer(drawer.target); });
}

const drawerRequest = () => `scenario sheet\nfrom set\nscreen ${innerWidth}x${innerHeight}\nset start ${drawer.target}\n`;

// Shows the handle, and finds the positions of the sheet on this screen; returns false if the page has no engine or is
// not as narrow as a phone.
function openDrawer() {
  const isPhone = matchMedia("(max-width: 700px) and (min-height: 501px), (max-width: 499px)").matches;
  element("handle").hidden = !isPhone || !engine?.isThere;
  if (!isPhone || !engine?.isThere) return false;
  drawer.engine ??= engine.another();
  const begun = Object.assign(newHand("drawer"), { size: [innerWidth, innerHeight] });
  // The decision of a short drag contains the positions of rest on this screen.
  for (let step = 0; step < 8; step++) sample(begun, 0, 16000 * step, innerWidth / 2, innerHeight - 20 - 5 * step, step === 0);
  lift(begun, 0, 130000);
  if (!drawer.engine || drawer.engine.ask(storing(begun)).error) return false;
  const { picture } = drawer.engine.ask(`replay drawer\n${drawerRequest()}`);
  const { candidates } = picture?.events.find((event) => event.decision)?.decision ?? {};
  drawer.rests = (candidates ?? []).filter((one) => isNumber(one.y) && one.y < innerHeight).map(({ target, y }) => ({ name: target, top: y }))
    .sort((a, b) => b.top - a.top);
  return drawer.rests.length > 0;
}

function moveDrawer() {
  const { drag } = drawer;
  if (!drag) return;
  const { begun } = drag, lines = begun.lines.slice(begun.sent);
  begun.sent = begun.lines.length;
  if (lines.length) drawer.engine.ask(["events", ...lines]);
  const micros = Math.max(begun.micros, Math.round((performance.now() - begun.began) * 1000));
  const { frame, resting, error } = drawer.engine.ask(`advance ${micros}`);
  if (frame) element("side").style.transform = `translateY(${frame.y}px)`;
  const isOver = error || resting && !begun.slots.size || micros - begun.micros > 5e6;
  if (!isOver) return requestAnimationFrame(moveDrawer);
  const gap = (rest) => Math.abs(rest.top - (frame?.y ?? 0));
  restDrawer(frame ? drawer.rests.toSorted((a, b) => gap(a) - gap(b))[0].name : drawer.target);
  // Forget the drag only now: its click event, which comes before the surface is at rest, must still find it.
  drawer.drag = null;
}

// Puts the sheet at one of its positions. The room below the last setting lets the user scroll this setting into view.
function restDrawer(name) {
  const rest = drawer.rests.find((one) => one.name === name) ?? drawer.rests[0];
  drawer.target = rest.name;
  document.body.style.setProperty("--sheet", `${rest.top}px`);
  element("side").style.transform = `translateY(${rest.top}px)`;
  element("tab-whatif").style.paddingBottom = `${rest.top}px`;
  element("handle").setAttribute("aria-label", `Settings: ${rest.name}. Press to move them`);
}
