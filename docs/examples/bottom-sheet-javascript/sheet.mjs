// A bottom sheet: it follows the finger, and after a release a spring moves it to one of three
// heights. Times are in microseconds; y is the distance of the upper edge from the top.
import { serve } from "../../adapters/flickbook-subject.mjs";

const setting = (key, standard, unit, min, max, meaning) =>
  ({ key, default: standard, unit, min, max, meaning });
const settings = [
  setting("flick", 300, "pt/s", 1, 10000, "The lowest speed of a flick."),
  setting("projection", 0.2, "s", 0, 2, "The time by which the velocity is projected."),
  setting("window", 0.1, "s", 0.01, 1, "The time over which the velocity is the mean."),
  setting("response", 0.4, "s", 0.05, 2, "The time in which the spring responds."),
  setting("dampingRatio", 0.8, "", 0.2, 3, "The damping ratio of the spring."),
  setting("step", 0, "s", 0, 0.02, "The step of an explicit integrator; 0 is the exact motion."),
];

class Sheet {
  constructor(settings, { screen: [, height], report }) {
    Object.assign(this, settings, { height, report, phase: "resting", velocity: 0, time: 0 });
    const detent = (name, shown) => ({ name, y: height - shown });
    this.detents = [detent("tip", 96), detent("half", height * 0.5), detent("full", height * 0.92)];
    this.target = this.detents[0];
    this.y = this.pulled = this.target.y;
    this.fingers = new Map();
    this.samples = [];
  }

  touch({ time, contact, phase, y }) {
    if (phase === "began") {
      if (this.fingers.size === 0) this.grab(time);
      this.fingers.set(contact, y);
      this.anchor();
    } else if (phase === "moved" && this.fingers.has(contact)) {
      this.fingers.set(contact, y);
      this.drag(time, this.grabbed + this.middle() - this.start);
    } else if (this.fingers.delete(contact)) {
      if (this.fingers.size > 0) this.anchor();
      else this.release(time, phase === "cancelled");
    }
  }

  // Several fingers move the sheet by their middle. It does not jump when a finger comes or goes.
  anchor() { Object.assign(this, { grabbed: this.pulled, start: this.middle() }); }
  middle() { return [...this.fingers.values()].reduce((sum, y) => sum + y, 0) / this.fingers.size; }

  pan({ time, phase, dy }) {
    if (phase === "began") this.grab(time);
    else if (phase === "moved") this.drag(time, this.pulled + dy);
    else this.release(time, phase === "cancelled");
  }

  frame(time) {
    this.advance(time);
    const { y, velocity, phase, target } = this;
    return { y, vy: velocity, phase, target: target.name, targetY: target.y };
  }

  // A touch stops a moving sheet where it is.
  grab(time) {
    this.advance(time);
    this.isCaught = this.phase === "settling";
    Object.assign(this, { phase: "pressed", velocity: 0, samples: [] });
    this.pulled = this.unstretched(this.y);
  }

  drag(time, pulled) {
    this.phase = "dragging";
    this.pulled = pulled;
    this.y = this.stretched(pulled);
    // Samples with the same time belong to one report of the touchscreen.
    if (this.samples.at(-1)?.time === time) this.samples.pop();
    this.samples.push({ time, y: pulled });
  }

  release(time, isCancelled) {
    const isTap = this.phase === "pressed" && !this.isCaught;
    this.phase = isTap ? "resting" : "settling";
    if (isTap) return;
    const velocity = isCancelled ? 0 : this.meanVelocity(time);
    this.target = this.decide(velocity);
    this.report("decision", { target: this.target.name, velocityY: velocity });
    this.velocity = velocity * this.slope(this.pulled);
    this.time = time;
  }

  meanVelocity(time) {
    const recent = this.samples.filter((sample) => sample.time >= time - this.window * 1e6);
    if (recent.length < 2) return 0;
    const [first, last] = [recent[0], recent.at(-1)];
    return ((last.y - first.y) / (last.time - first.time)) * 1e6;
  }

  // Picks the detent nearest to the projected position. A flick never moves the sheet back.
  decide(velocity) {
    const projected = this.y + velocity * this.projection;
    const isFlick = Math.abs(velocity) >= this.flick;
    const isAhead = ({ y }) => (y - this.inside(this.y)) * velocity >= 0;
    const distance = ({ y }) => Math.abs(y - projected);
    return this.detents
      .filter((detent) => !isFlick || isAhead(detent))
      .reduce((best, detent) => (distance(detent) < distance(best) ? detent : best));
  }

  // A rubber band: beyond the first and the last detent, the sheet moves less than the finger.
  inside(y) { return Math.min(Math.max(y, this.detents[2].y), this.detents[0].y); }
  stretched(y) {
    const pull = y - this.inside(y);
    return this.inside(y) + (0.55 * pull) / (1 + (0.55 * Math.abs(pull)) / this.height);
  }
  unstretched(y) {
    const shown = y - this.inside(y);
    return this.inside(y) + shown / 0.55 / (1 - Math.abs(shown) / this.height);
  }
  slope(y) {
    const pull = Math.abs(y - this.inside(y));
    return pull === 0 ? 1 : 0.55 / (1 + (0.55 * pull) / this.height) ** 2;
  }

  advance(time) {
    if (this.phase !== "settling") return;
    const step = this.step * 1e6;
    if (step === 0) this.spring(time - this.time);
    else while (this.time + step <= time) this.integrate(step);
    if (Math.abs(this.y - this.target.y) > 0.005 || Math.abs(this.velocity) > 0.05) return;
    Object.assign(this, { phase: "resting", y: this.target.y, velocity: 0 });
  }

  // The exact motion of a damped spring; above a damping ratio of 1, it does not oscillate.
  spring(duration) {
    const seconds = duration / 1e6;
    const rate = (2 * Math.PI) / this.response;
    const loss = this.dampingRatio * rate;
    const root = Math.sqrt(Math.abs(rate ** 2 - loss ** 2));
    const left = Math.exp(-loss * seconds);
    const [offset, velocity] = [this.y - this.target.y, this.velocity];
    let [cos, sin] = [1, seconds];
    if (loss < rate) [cos, sin] = [Math.cos(root * seconds), Math.sin(root * seconds) / root];
    if (loss > rate) [cos, sin] = [Math.cosh(root * seconds), Math.sinh(root * seconds) / root];
    this.y = this.target.y + left * (offset * cos + (velocity + loss * offset) * sin);
    this.velocity = left * (velocity * cos - (rate ** 2 * offset + loss * velocity) * sin);
    this.time += duration;
  }

  integrate(step) {
    const rate = (2 * Math.PI) / this.response;
    const offset = this.y - this.target.y;
    const acceleration = -rate * (rate * offset + 2 * this.dampingRatio * this.velocity);
    this.velocity += (acceleration * step) / 1e6;
    this.y += (this.velocity * step) / 1e6;
    this.time += step;
  }
}

serve({
  name: "bottom-sheet",
  version: "1",
  axes: ["y"],
  targets: ["tip", "half", "full"],
  settings,
  create: (settings, run) => new Sheet(settings, run),
});
