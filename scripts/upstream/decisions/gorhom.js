import { writeReleases } from "../releases.js";
import { snapPoint } from "upstream/src/utilities/snapPoint.ts";

const positions = { full: 20, half: 417, tip: 607 };
const points = [607, 417, 20];

writeReleases({ positions, range: [-100, 700] }, ({ at, velocity }) => {
  const picked = snapPoint(at, velocity, points);
  return Object.keys(positions).find((name) => positions[name] === picked);
});
