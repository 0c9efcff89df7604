// Runs GNOME Shell's own swipe tracker on the events of libinput, and prints how it would switch workspaces.
//
//   node gnome.cjs SWIPE_TRACKER.js < SWIPES
//
// SWIPE_TRACKER.js is swipeTracker.js of GNOME Shell 43 or newer. Each line of SWIPES is a JSON list of events of the
// oracle, for one recording. Each line of the output is the effect of the first swipe of the recording, or null:
// {"began": µs, "released": µs, "velocity": units/ms, "progress", "target", "duration": ms}. There are three
// workspaces, and the middle workspace, 0, is shown. The shell scrolls naturally, which is its default: fingers that
// move to the left show the next workspace, 1.
'use strict'
const fs = require('fs')
const readline = require('readline')

// Stand-ins for the imports of the tracker: constants, and base classes that can connect and emit. The tracker's
// scroll, touch and drag gestures are created too, but get no events.
class Base {
  constructor (...values) { this._init(...values) }
  _init () { this.handlers = {} }
  connect (name, handler) { (this.handlers[name] ??= []).push(handler) }
  emit (name, ...values) { for (const handler of this.handlers[name] ?? []) handler(this, ...values) }
  connectObject () {}
  add_action_full () {}
  notify () {}
  cancel () {}
  set_n_touch_points () {}
  set_threshold_trigger_edge () {}
  bind_property (from, to, property) { if (to && this[from] !== undefined) to[property] = this[from] }
  bind_property_full () {}
}
// A stand-in for any name at any depth, for types, flags and enumerations that the tracker only passes on.
const anything = new Proxy(function () {}, { get: () => anything, apply: () => anything })
const others = (names) => new Proxy(names, { get: (target, name) => name in target ? target[name] : anything })
const phases = { BEGIN: 0, UPDATE: 1, END: 2, CANCEL: 3 }
const Clutter = others({
  Orientation: { HORIZONTAL: 0, VERTICAL: 1 },
  EventType: { TOUCHPAD_SWIPE: 1 },
  TouchpadGesturePhase: phases,
  TextDirection: { LTR: 1, RTL: 2 },
  get_default_text_direction: () => 1,
  GestureAction: Base,
  PanGesture: Base
})
const GObject = others({ Object: Base, registerClass: (properties, type) => type ?? properties })
const Gio = { Settings: class { get_boolean () { return true } } } // natural-scroll
const Rectangle = class {}
const Main = { actionMode: 1 }
const Params = { parse: (values, defaults) => ({ ...defaults, ...values }) }
globalThis.imports = {
  gi: { Clutter, Gio, GObject, Meta: { Rectangle } }, ui: { main: Main }, misc: { params: Params }
}
globalThis.global = {
  screen_height: 1080,
  stage: new Base(),
  display: Object.assign(new Base(), { get_monitor_index_for_rect: () => 0 })
}
Math.clamp = (value, low, high) => Math.max(low, Math.min(high, value))

// Version 43 uses `imports`; newer versions are modules, whose imports become the parameters of a function.
const text = fs.readFileSync(process.argv[2], 'utf8').replace(/^import .*$/gm, '').replace(/^export /gm, '')
const isModule = !/\bimports\.gi\b/.test(text)
const names = isModule ? ['Clutter', 'Gio', 'GObject', 'Mtk', 'Main', 'Params'] : []
const values = isModule ? [Clutter, Gio, GObject, { Rectangle }, Main, Params] : []
const SwipeTracker = new Function(...names, `${text}\nreturn SwipeTracker`)(...values)

// The shell gets times in whole milliseconds, so its answer depends on the fraction of a millisecond at which a swipe
// begins. Flickbook does not know this fraction, and lets each swipe begin at a whole millisecond. The same is done
// here: `phase` is subtracted from all times.
function workspaces (events, phase = 0) {
  const options = { allowDrag: false, allowScroll: false }
  const tracker = new SwipeTracker(new Base(), Clutter.Orientation.HORIZONTAL, 1, options)
  const gesture = tracker._touchpadGesture
  gesture.enabled = true
  gesture.orientation = Clutter.Orientation.HORIZONTAL
  let now = 0
  let began = null
  let progress = 0
  let velocity = 0
  let result = null
  const history = tracker._history
  const mean = history.calculateVelocity.bind(history)
  history.calculateVelocity = () => (velocity = mean())
  tracker.connect('begin', () => {
    began ??= now
    tracker.confirmSwipe(1920, [-1, 0, 1], 0, 0)
  })
  tracker.connect('update', (_, value) => { progress = value })
  tracker.connect('end', (_, duration, target) => {
    result ??= { began, released: now, velocity, progress, target, duration }
  })
  for (const event of events) {
    const name = event.event.replace('swipe', '')
    if (!event.event.startsWith('swipe') || result) continue
    const stage = phases[event.cancelled ? 'CANCEL' : name.toUpperCase() || 'UPDATE']
    now = event.time
    gesture._handleEvent(null, {
      type: () => Clutter.EventType.TOUCHPAD_SWIPE,
      get_gesture_phase: () => stage,
      get_touchpad_gesture_finger_count: () => event.fingers,
      get_time: () => Math.floor((now - phase) / 1000),
      get_coords: () => [0, 0],
      // Mutter stores deltas as 32-bit floating-point numbers.
      get_gesture_motion_delta_unaccelerated: () => [Math.fround(event.rawX ?? 0), Math.fround(event.rawY ?? 0)]
    })
  }
  return phase || !result ? result : workspaces(events, result.began % 1000 || 1000)
}

readline.createInterface({ input: process.stdin }).on('line', line => {
  console.log(JSON.stringify(workspaces(JSON.parse(line))))
})
