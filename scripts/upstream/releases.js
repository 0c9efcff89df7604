// Random releases, and the table with the target that a library picks for each of them.
//
// A file in decisions/ calls `writeReleases` with the positions of its surface and a function that returns the name of
// the target of one release. Numbers are whole, so that a table has no rounding errors of its own.

import { writeFileSync } from "node:fs";

/** SplitMix64, as in Flickbook's SeededGenerator. */
function generator(seed) {
  const mask = (1n << 64n) - 1n;
  let state = BigInt(seed);
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((mixed ^ (mixed >> 31n)) >> 11n) / 2 ** 53;
  };
}

/**
 * Writes the table that the arguments of the program name: OUT SEED COUNT NOTE…
 *
 * `positions` maps the names of the positions to points; positive is down or right. A release is at a whole point in
 * `range`. Half of the speeds are below 600 pt/s, where most thresholds are. With `duration`, a release also has a time.
 */
export function writeReleases({ positions, range, fastest = 5000, duration = false }, target) {
  const [out, seed, count, ...notes] = process.argv.slice(2);
  const random = generator(seed);
  const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
  const names = Object.keys(positions);
  const lines = [
    ...notes.map((note) => `# ${note}`),
    `from,at,velocity${duration ? ",duration" : ""},to`,
  ];
  for (let index = 0; index < Number(count); index += 1) {
    const from = names[whole(0, names.length - 1)];
    const at = whole(...range);
    const bound = random() < 0.5 ? 600 : fastest;
    const velocity = whole(-bound, bound);
    const milliseconds = duration ? whole(1, 600) : undefined;
    const to = target({ from, at, velocity, milliseconds });
    const time = duration ? [String(milliseconds / 1000)] : [];
    lines.push([from, at, velocity, ...time, to].join(","));
  }
  writeFileSync(out, lines.join("\n") + "\n");
}
