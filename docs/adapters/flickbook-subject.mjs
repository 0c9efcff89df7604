// Runs JavaScript as a subject of Flickbook: a program under test that speaks JSON lines on its
// standard input and output. Copy this file into your project; it needs only Node 18 or newer.
//
//     serve({ name, targets, settings, create })    a surface, which answers with its position
//     serveRule({ name, settings, decide })         a rule, which answers with a target
//
// The protocol is described in docs/subject-protocol.md of Flickbook.

import { readSync, writeSync } from "node:fs";
import { performance } from "node:perf_hooks";

const protocol = "flickbook-subject/1";
const thisFile = import.meta.url;
const realSetImmediate = globalThis.setImmediate;

/**
 * Serves a surface until the standard input ends.
 *
 * `create(settings, { screen, rate, seed, report })` returns an object for one run, with the
 * methods that it needs: `touch(line)`, `pan(line)`, `gap(line)` and `command(line)` receive the
 * lines of the protocol, and `frame(time)` returns the state at a time in microseconds, such as
 * `{ y: 422, phase: "resting" }`. `report(event, details)` reports an event, such as a decision.
 *
 * During a run, `requestAnimationFrame`, `setTimeout`, `setInterval`, `performance.now` and
 * `Date.now` follow the time of the lines, and `Math.random` follows the seed. Promises that need
 * no other source of time are resolved before the next line.
 */
export async function serve({ create, ...description }) {
  const clock = new Clock();
  clock.install();
  const defaults = defaultValues(description.settings);
  let surface = null;
  const fail = (error) => {
    surface = null;
    write({ type: "error", message: messageOf(error) });
  };
  process.on("unhandledRejection", fail);

  async function answer(line) {
    if (line.type === "hello") return write({ type: "hello", protocol, ...description });
    if (line.type === "reset") {
      clock.reset();
      seedRandom(line.seed ?? 0);
      const report = (event, details) => {
        write({ type: "event", event, time: clock.time, ...details });
      };
      const { screen, rate, seed } = line;
      surface = create({ ...defaults, ...line.settings }, { screen, rate, seed, report });
      return turn();
    }
    // After an error, nothing is answered until the next run.
    if (!surface) return;
    if (line.type === "frames") {
      for (const time of line.times) {
        await clock.drawFrame(time);
        if (!surface) return;
        write({ type: "frame", time, ...surface.frame(time) });
      }
    } else if (line.type === "end") {
      write({ type: "end" });
      surface = null;
    } else if (["touch", "pan", "gap", "command"].includes(line.type)) {
      await clock.advance(line.time);
      surface?.[line.type]?.(line);
      await turn();
    }
  }

  for (const lines of batches()) {
    for (const line of lines) {
      try {
        await answer(parsed(line));
      } catch (error) {
        fail(error);
      }
    }
    flush();
  }
}

/**
 * Serves a rule until the standard input ends.
 *
 * `decide(release)` receives a `release` line, and returns the name of a candidate, or an object
 * with `target` and `reason`.
 */
export function serveRule({ decide, ...description }) {
  const defaults = defaultValues(description.settings);
  console = new console.Console(process.stderr);
  for (const lines of batches()) {
    for (const text of lines) {
      try {
        const line = parsed(text);
        if (line.type === "release") {
          line.settings = { ...defaults, ...line.settings };
          const choice = decide(line);
          const answer = typeof choice === "string" ? { target: choice } : choice;
          if (typeof answer?.target !== "string") throw new Error("decide returned no target");
          write({ type: "target", ...answer });
        } else if (line.type === "hello") {
          write({ type: "hello", protocol, kind: "rule", ...description });
        }
      } catch (error) {
        write({ type: "error", message: messageOf(error) });
      }
    }
    flush();
  }
}

// Lines.

let output = "";

function write(line) {
  output += JSON.stringify(line) + "\n";
}

function flush() {
  const bytes = Buffer.from(output);
  output = "";
  for (let sent = 0; sent < bytes.length; ) sent += untilReady(() => writeSync(1, bytes, sent));
}

// Reads all lines that have arrived. Reading without a stream makes an answer three times as fast.
function* batches() {
  const buffer = Buffer.alloc(65536);
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const count = untilReady(() => readSync(0, buffer));
    if (count === 0) return;
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
    const lines = text.split("\n");
    text = lines.pop();
    yield lines;
  }
}

// Repeats a system call while a pipe is not ready, if its other end has made it non-blocking.
function untilReady(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

// Returns an object without a type for lines that are no object; they are ignored.
function parsed(text) {
  if (text.trim() === "") return {};
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error(`this line is not JSON: ${text.slice(0, 100)}`);
  }
}

function defaultValues(settings = []) {
  return Object.fromEntries(settings.map((setting) => [setting.key, setting.default]));
}

// Returns the message of an error, with the place in the user's file at which it was thrown.
function messageOf(error) {
  const lines = String(error?.stack ?? "").split("\n");
  const place = lines.find((line) => /^ +at .*file:/.test(line) && !line.includes(thisFile));
  return String(error) + (place ? ` (${place.match(/[^/(]+:\d+:\d+/)[0]})` : "");
}

// Time.

// Lets promises resolve.
function turn() {
  return new Promise((resolve) => realSetImmediate(resolve));
}

class Clock {
  time = 0; // in microseconds
  lastId = 0;
  timers = new Map();
  frameCallbacks = new Map();

  reset() {
    this.time = 0;
    this.timers.clear();
    this.frameCallbacks.clear();
  }

  // Runs the timers that are due until `time`, in the order of their times.
  async advance(time) {
    for (;;) {
      let due = null;
      for (const timer of this.timers.values()) {
        if (timer.time <= time && !(due?.time <= timer.time)) due = timer;
      }
      if (!due) break;
      this.time = Math.max(this.time, due.time);
      if (due.repeats) due.time += due.interval;
      else this.timers.delete(due.id);
      due.callback(...due.parameters);
      await turn();
    }
    this.time = time;
  }

  // Runs the callbacks of `requestAnimationFrame`; those that they request wait for the next frame.
  async drawFrame(time) {
    await this.advance(time);
    const lastId = this.lastId;
    for (const [id, callback] of this.frameCallbacks) {
      if (id > lastId) break;
      this.frameCallbacks.delete(id);
      callback(time / 1000);
    }
    await turn();
  }

  // Replaces the functions that depend on the clock of the machine.
  install() {
    const start = (repeats) => (callback, milliseconds = 0, ...parameters) => {
      // As in browsers, an interval is at least 1 ms, so that time advances.
      const interval = Math.max(Number(milliseconds) || 0, repeats ? 1 : 0) * 1000;
      const id = ++this.lastId;
      const time = this.time + interval;
      this.timers.set(id, { id, time, interval, repeats, callback, parameters });
      return id;
    };
    const stop = (id) => void this.timers.delete(id);
    const milliseconds = () => this.time / 1000;
    performance.now = milliseconds;
    Date.now = () => Date.UTC(2020, 0, 1) + Math.floor(milliseconds());
    Object.assign(globalThis, {
      requestAnimationFrame: (callback) => {
        this.frameCallbacks.set(++this.lastId, callback);
        return this.lastId;
      },
      cancelAnimationFrame: (id) => void this.frameCallbacks.delete(id),
      setTimeout: start(false),
      setInterval: start(true),
      clearTimeout: stop,
      clearInterval: stop,
      // Standard output is for the lines of the protocol.
      console: new console.Console(process.stderr),
    });
  }
}

// Replaces `Math.random` by the generator "mulberry32", which a seed determines.
function seedRandom(seed) {
  let state = seed;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
