import { writeReleases } from "../releases.js";
import { DrawerSwipeSession } from "upstream/packages/machines/drawer/src/utils/drawer-session.ts";

const positions = { full: 20, half: 417, tip: 607 };
const height = 667;
const points = ["tip", "half", "full"].map((value) => ({
  value,
  height: height - positions[value],
  offset: positions[value],
}));

writeReleases({ positions, range: [0, 667] }, ({ from, at, velocity }) => {
  const session = new DrawerSwipeSession({ preventDragOnScroll: () => false });
  session.dragOffset = at;
  session.session.getReleaseVelocity = () => velocity;
  if (session.shouldDismissOnRelease(height, points, positions[from])) return "gone";
  const start = points.find((point) => point.value === from);
  return session.resolveSnapPointOnRelease(points, start, false, height) ?? "gone";
});
