import { writeReleases } from "../releases.js";
import { useSnapPoints } from "upstream/src/use-snap-points.ts";

// The hook runs once for each release, with the React of stubs/react.js.
// The gap below half is long, so that a flick over 40 % of the window is not over half of the gap.
const positions = { full: 20, half: 60, tip: 640 };
const height = 667;
const names = ["tip", "half", "full"];
const snapPoints = names.map((name) => `${height - positions[name]}px`);
globalThis.window = { innerHeight: height, innerWidth: 375, addEventListener() {} };
globalThis.HTMLElement = class {};

writeReleases({ positions, range: [20, 667] }, ({ from, at, velocity }) => {
  let target = from;
  let closed = false;
  const hook = useSnapPoints({
    activeSnapPointProp: snapPoints[names.indexOf(from)],
    setActiveSnapPointProp: (point) => (target = names[snapPoints.indexOf(point)]),
    snapPoints,
    drawerRef: { current: null },
    overlayRef: { current: null },
    fadeFromIndex: snapPoints.length - 1,
    onSnapPointChange() {},
    direction: "bottom",
    snapToSequentialPoint: false,
  });
  hook.onRelease({
    draggedDistance: positions[from] - at,
    closeDrawer: () => (closed = true),
    velocity: Math.abs(velocity) / 1000,
    dismissible: true,
  });
  return closed ? "gone" : target;
});
