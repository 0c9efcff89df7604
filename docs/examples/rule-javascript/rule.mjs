// A release rule: only a fast release after a long drag moves the surface to the next position.
import { serveRule } from "../../adapters/flickbook-subject.mjs";

function decide({ y, vy, startY, from, candidates, settings }) {
  const isFast = Math.abs(vy) > settings.speed;
  const isFar = Math.abs(y - startY) > settings.distance;
  if (!isFast || !isFar) return { target: from, reason: "tooShort" };
  const distance = (candidate) => Math.abs(candidate.y - y);
  const [next] = candidates
    .filter((candidate) => (candidate.y - y) * vy > 0)
    .sort((one, other) => distance(one) - distance(other));
  return { target: next?.name ?? from, reason: "flick" };
}

serveRule({
  name: "speed-and-distance",
  version: "1",
  settings: [
    { key: "speed", default: 500, unit: "pt/s", min: 0, max: 10000, meaning: "The least speed." },
    { key: "distance", default: 40, unit: "pt", min: 0, max: 1000, meaning: "The least distance." },
  ],
  decide,
});
