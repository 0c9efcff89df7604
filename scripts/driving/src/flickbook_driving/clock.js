// Replaces the clock and the timers of a page, so that the driver can set the time, and observes the page in each
// frame. Without `begin`, the clock and the timers stay as they are. Frames of the same origin in the page follow its
// clock, each with a time origin of its own.
//
// Chromium has a virtual clock of its own, but while it stands still, scroll snapping and some frames wait forever.
(() => {
  "use strict";
  const realNow = Performance.prototype.now;
  const real = {
    now: () => realNow.call(performance),
    date: Date,
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
  };
  const timers = new Map();
  // The time in ms after the time origin of the page, and the difference to the time since 1970.
  let stopped = false, time = 0, since1970 = 0, lastId = 0, order = 0;
  // The time of the page minus that of Chromium. Their frames are equally long.
  let offset = 0;

  function now() {
    if (!stopped) return real.now();
    // Touches are delivered ahead of the frame that shows them. Their handlers have the time of the touch.
    const event = window.event;
    return event instanceof UIEvent && event.isTrusted && event.timeStamp > time ? event.timeStamp : time;
  }

  // The times of the touches that the driver has sent. Chromium rounds the times of events with a random part.
  const roughStamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  const nearest = 4;
  let expected = [];
  const stamps = new WeakMap();
  function stamp(event) {
    const rough = roughStamp.call(event);
    if (!stopped) return rough;
    let exact = stamps.get(event);
    if (exact === undefined) {
      // Events that are not input have the time of the page.
      exact = time;
      if (event instanceof UIEvent && event.isTrusted) {
        const distance = (one) => Math.abs(one - rough - offset);
        const found = expected.reduce((best, one) => (distance(one) < distance(best) ? one : best), Infinity);
        exact = distance(found) < nearest ? found : rough + offset;
      }
      stamps.set(event, exact);
    }
    return exact;
  }
  Object.defineProperty(Event.prototype, "timeStamp", {
    configurable: true, enumerable: true, get() { return stamp(this); },
  });

  function start(timer) {
    if (!stopped) timer.handle = real.setTimeout(() => fire(timer), Math.max(0, timer.due - real.now()));
  }

  function fire(timer) {
    if (!timers.has(timer.id)) return;
    if (timer.period === null) timers.delete(timer.id);
    else {
      timer.due += timer.period;
      timer.order = ++order;
      start(timer);
    }
    try {
      if (typeof timer.work === "function") timer.work.apply(window, timer.values);
      else (0, eval)(String(timer.work));
    } catch (error) {
      reportError(error);
    }
  }

  function add(work, delay, period, values) {
    lastId += 1;
    const timer = { id: lastId, work, values, period, due: now() + delay, order: ++order, handle: 0 };
    timers.set(timer.id, timer);
    start(timer);
    return timer.id;
  }

  function remove(id) {
    const timer = timers.get(Number(id));
    if (timer === undefined) return;
    real.clearTimeout(timer.handle);
    timers.delete(timer.id);
  }

  const delayOf = (value) => Math.max(0, Number(value) || 0);
  window.setTimeout = (work, delay, ...values) => add(work, delayOf(delay), null, values);
  // An interval of 0 would never let the clock go on.
  window.setInterval = (work, delay, ...values) => {
    const period = Math.max(1, delayOf(delay));
    return add(work, period, period, values);
  };
  window.clearTimeout = window.clearInterval = remove;

  // The page's callbacks for the next frame. They are called by one callback of Chromium, so that the page is observed
  // after the last of them, also after one that a handler has requested at the beginning of the frame.
  const frameWork = new Map();
  let observe = null, observed = null, isHidden = false;
  window.requestAnimationFrame = (work) => {
    frameWork.set((lastId += 1), work);
    return lastId;
  };
  window.cancelAnimationFrame = (id) => frameWork.delete(Number(id));
  function frame(frameTime) {
    real.requestAnimationFrame(frame);
    if (isHidden) return;
    if (stopped) offset = time - frameTime;
    const some = [...frameWork.keys()];
    for (const id of some) {
      // A callback can cancel one that follows in the same frame.
      const work = frameWork.get(id);
      if (work === undefined) continue;
      frameWork.delete(id);
      try {
        work.call(window, stopped ? time : frameTime);
      } catch (error) {
        reportError(error);
      }
    }
    if (observe !== null) observed = read();
  }

  // Keeps the main thread busy until the driver terminates the loop, and reports to the driver that it does; see page.py.
  // The loop must not call anything: V8 does not end a compiled loop with calls.
  const reportHold = window.__flickbookHolds;
  delete window.__flickbookHolds;
  function hold() {
    reportHold("");
    for (;;);
  }
  let holdsAtKey = false;
  window.addEventListener("keyup", (event) => {
    if (!holdsAtKey || !event.isTrusted) return;
    holdsAtKey = false;
    event.stopImmediatePropagation();
    hold();
  }, { capture: true });

  let scrolls = 0, framed = null;
  const scrolled = () => { scrolls += 1; };
  // Begins the frames of the document. A frame in a page begins with an empty document, and the next one keeps this
  // global object, but not its callbacks.
  function attend() {
    if (framed === document) return;
    framed = document;
    real.requestAnimationFrame(frame);
    window.addEventListener("scroll", scrolled, { capture: true, passive: true });
  }
  attend();

  // Returns the values of the expression. Those that are not numbers are described, because JSON has no NaN.
  function read() {
    const plain = (each) =>
      each === null || each === undefined ? null
      : typeof each === "number" && Number.isFinite(each) ? each
      : { found: typeof each === "string" ? JSON.stringify(each) : String(each), kind: typeof each };
    try {
      const value = observe.expression();
      if (typeof value !== "object" || value === null) return { single: plain(value) };
      const found = {};
      for (const name of observe.names) if (name in value) found[name] = plain(value[name]);
      return { found, unknown: Object.keys(value).filter((name) => !observe.names.includes(name)) };
    } catch (error) {
      return { error: String(error?.stack ?? error) };
    }
  }

  // Animations have the clock of the page, too.
  function convert(prototype, name, toPage) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, {
      ...property,
      get() { return toPage(this, property.get.call(this)); },
      set: property.set && function set(value) {
        property.set.call(this, typeof value === "number" ? value - offset : value);
      },
    });
  }
  convert(AnimationTimeline.prototype, "currentTime", (timeline, raw) =>
    stopped && timeline === document.timeline && typeof raw === "number" ? time : raw);
  convert(Animation.prototype, "startTime", (animation, raw) =>
    animation.timeline === document.timeline && typeof raw === "number" ? raw + offset : raw);

  Performance.prototype.now = now;
  window.Date = class Date extends real.date {
    constructor(...values) {
      if (values.length === 0 && stopped) super(since1970 + now());
      else super(...values);
    }
    static now() { return stopped ? Math.floor(since1970 + now()) : real.date.now(); }
  };

  // Waits for the tasks that the page has posted by messages, with which libraries render after an event. Otherwise a
  // busy computer would run them after the next frame. Some pages post a message in each such task.
  const mostRounds = 8;
  const channel = new MessageChannel(), post = channel.port2.postMessage.bind(channel.port2);
  let hasPosted = false, wake = null;
  channel.port1.onmessage = () => wake();
  for (const target of [MessagePort.prototype, window]) {
    const original = target.postMessage;
    target.postMessage = function postMessage(...values) {
      hasPosted = true;
      return original.apply(this, values);
    };
  }
  async function tasks() {
    for (let round = 0; hasPosted && round < mostRounds; round += 1) {
      hasPosted = false;
      await new Promise((resolve) => {
        wake = resolve;
        post(null);
      });
    }
  }

  // The time of the parent at which a frame in the page began, in ms.
  let birth = 0;

  // The clocks of the frames in this page; null if a frame has another origin.
  const driven = "__flickbookClock";
  function allClocks() {
    const found = [];
    for (let index = 0; index < window.length; index += 1) {
      try {
        found.push(window[index][driven] ?? null);
      } catch {
        found.push(null);
      }
    }
    return found;
  }
  const clocks = () => allClocks().filter((other) => other?.isStopped);

  const clock = {
    get isStopped() { return stopped; },
    get birth() { return birth; },
    // Returns the time of this clock, and its beginning since 1970, to a frame that begins now.
    now: () => ({ time, since1970 }),
    // Stops the clock of a page, or makes that of a frame in a page follow the page.
    begin(seed) {
      if (window === top) return clock.stop(seed, Math.floor((real.date.now() - real.now()) / 1000) * 1000);
      try {
        const above = parent[driven];
        if (!above?.isStopped) return;
        const at = above.now();
        birth = at.time;
        clock.stop(seed, at.since1970 + at.time);
      } catch { /* The page has another origin, so the frame keeps the clock of the system. */ }
    },
    // Stops the clock at the beginning of the page, and makes the random numbers the same in each run. The time since
    // 1970 has whole seconds in a page, so that times that are cut to milliseconds are the same in each run, too.
    stop(seed, began) {
      since1970 = began;
      stopped = true;
      let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
      // Source: Marsaglia, Xorshift RNGs (2003), with the shifts 13, 17 and 5.
      Math.random = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        state >>>= 0;
        return state / 2 ** 32;
      };
    },
    // Hides the next frames from the page, or shows them again.
    hide(hides) {
      isHidden = hides;
      for (const other of clocks()) other.hide(hides);
    },
    // Takes the times of touches that the driver will send, and forgets old ones.
    expect(times) {
      expected = [...expected.filter((each) => each > time - 1000), ...times];
      for (const other of clocks()) other.expect(times.map((each) => each - other.birth));
    },
    // Holds the main thread in the next frame, and then in the handler of a key event, which the page does not see.
    hold() {
      real.requestAnimationFrame(() => {
        clock.holdAtKey(true);
        hold();
      });
    },
    holdAtKey(holds) {
      holdsAtKey = holds;
      for (const other of clocks()) other.holdAtKey(holds);
    },
    // Advances the clock, and runs the timers that are due, in the order of their times.
    // If `hides`, the page does not see the next frame.
    async advance(to, hides) {
      attend();
      isHidden = hides;
      await tasks();
      for (;;) {
        let first = null;
        for (const timer of timers.values()) {
          if (timer.due > to) continue;
          const earlier = first === null || timer.due < first.due;
          if (earlier || (timer.due === first.due && timer.order < first.order)) first = timer;
        }
        if (first === null) break;
        time = Math.max(time, first.due);
        fire(first);
        // Promises that the timer has fulfilled, and tasks that it has posted, go first.
        await null;
        await tasks();
      }
      time = Math.max(time, to);
      for (const other of clocks()) await other.advance(to - other.birth, hides);
    },
    get scrolls() { return clocks().reduce((sum, other) => sum + other.scrolls, scrolls); },
    // Returns the number of frames in the page that keep the clock of the system.
    get strangers() {
      return allClocks().reduce((sum, other) => sum + (other?.isStopped ? other.strangers : 1), 0);
    },
    // Observes an expression in each frame.
    observe(expression, names) { observe = { expression, names }; },
    // Returns what was observed in the last frame, and how often something has scrolled.
    take() {
      if (observe === null) return null;
      const last = observed ?? read();
      observed = null;
      return { ...last, scrolls: clock.scrolls, strangers: stopped ? clock.strangers : 0 };
    },
  };
  // Not enumerable, so that a page that lists its globals does not find it.
  Object.defineProperty(window, "__flickbookClock", { value: clock });
})();
