import { writeReleases } from "../releases.js";
import { Counter } from "upstream/packages/embla-carousel/src/components/Counter.ts";
import { DragHandler } from "upstream/packages/embla-carousel/src/components/DragHandler.ts";
import { Limit } from "upstream/packages/embla-carousel/src/components/Limit.ts";
import { NumberStore } from "upstream/packages/embla-carousel/src/components/NumberStore.ts";
import { ScrollTarget } from "upstream/packages/embla-carousel/src/components/ScrollTarget.ts";
import { ScrollTo } from "upstream/packages/embla-carousel/src/components/ScrollTo.ts";

// Five pages of 390 pt. The touch ends at once, and its tracker returns the velocity of the release.
const snaps = [0, -390, -780, -1170, -1560];
const positions = Object.fromEntries(snaps.map((snap, index) => [index, snap]));
const fluent = new Proxy({}, { get: (_, name) => (name === "duration" ? () => 25 : () => fluent) });
const events = { createEvent: () => ({ emit: () => true }) };

writeReleases({ positions, range: [-1560, 0] }, ({ from, at, velocity }) => {
  const handlers = {};
  const node = {
    addEventListener: (type, handler) => (handlers[type] = handler),
    removeEventListener() {},
    ownerDocument: {},
  };
  const target = NumberStore(at);
  const location = NumberStore(at);
  const current = Counter(4, Number(from), false);
  const limit = Limit(-1560, 0);
  const scrollTarget = ScrollTarget(false, snaps, 1950, limit, target);
  const animation = { start() {}, update() {}, render() {} };
  const scrollTo = ScrollTo(
    animation, current, Counter(4, 0, false), fluent, scrollTarget, target, events,
  );
  const tracker = {
    init() {},
    readPoint: () => 0,
    pointerDown: () => 0,
    pointerMove: () => 0,
    pointerUp: () => (Math.abs(velocity / 1000) > 0.1 ? velocity / 1000 : 0),
  };
  const axis = { cross: "y", scroll: "x", direction: (n) => n };
  const handler = DragHandler(
    true, axis, node, target, tracker, location, animation, scrollTo, fluent, scrollTarget, current,
    events, { measure: (percent) => (390 * percent) / 100 }, false, 10, false, 0.68,
  );
  handler.init({ document: {}, MouseEvent: class {} });
  const touch = { target: { nodeName: "DIV" }, touches: [{}], cancelable: true };
  handlers.touchstart(touch);
  handlers.touchend(touch);
  return String(current.get());
});
