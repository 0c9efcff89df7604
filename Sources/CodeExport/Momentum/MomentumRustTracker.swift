// The tracker of scroll events in Rust.

extension Momentum {
  var rustTracker: String {
    let (shown, unlimited, slope) = rustBand
    return """
      /// Follows the scroll events of one gesture, along one axis.
      #[derive(Clone, Debug)]
      pub struct Tracker {
          low: f64,
          high: f64,
      \(limits == .rubberBand ? "    /// The distance that an overscroll approaches, in px.\n    view: f64,\n" : "")\
          /// The position that the content would have without limits, in px.
          unlimited: f64,
          /// The times in s and the distances in px of the last events, the newest last.
          events: Vec<(f64, f64)>,
      }

      impl Default for Tracker {
          fn default() -> Tracker {
              Tracker::new()
          }
      }

      impl Tracker {
          /// Content at 0 px without limits.
          pub fn new() -> Tracker {
              Tracker::with_limits(0.0, f64::NEG_INFINITY, f64::INFINITY, 1.0)
          }

          /// Content at `position` px that rests between `low` and `high` px, in a view with a length of `view` px.
          ///
          /// A limit that is not finite has no effect. \(viewMeaning)
          pub fn with_limits(position: f64, low: f64, high: f64, \(limits == .rubberBand ? "" : "_")view: f64) -> Tracker {
              let (low, high) = ordered(low, high);
      \(limits == .rubberBand ? "        let view = if view > 0.0 { view.min(BOUND) } else { 1.0 };\n" : "")\
              let mut tracker =
                  Tracker { low, high, \(limits == .rubberBand ? "view, " : "")unlimited: 0.0, events: Vec::new() };
              tracker.unlimited = tracker.unlimited_position(bounded(position));
              tracker
          }

          /// Moves the content by `delta` px at `time` s, the time of a scroll event.
          ///
          /// The start of the gesture is an event with a delta of 0, if its time is known. A number that is not finite is
          /// ignored, and a time before the last one counts as the last one.
          pub fn push(&mut self, time: f64, delta: f64) {
              if !time.is_finite() || !delta.is_finite() {
                  return;
              }
              self.unlimited = bounded(self.unlimited + delta);
      \(limits == .forgetful ? "        self.unlimited = self.position();\n" : "")\
              match self.events.last_mut() {
                  Some(last) if time <= last.0 => last.1 += delta,
                  _ => self.events.push((time, delta)),
              }
      \(rustForgetting)
          }

          /// The position of the content now, in px; beyond a limit, it moves less than the fingers.
          pub fn position(&self) -> f64 {
      \(shown)
          }

          /// Returns the motion after the fingers lift at `time` s, the time of the event that ends the scroll.
          pub fn end(&self, time: f64) -> Fling {
              let velocity = self.velocity(time);
              // A slow release does not throw the content.
              let thrown =
                  if velocity.abs() > MIN_SPEED { velocity.max(-MAX_SPEED).min(MAX_SPEED) } else { 0.0 };
              Fling::new(self.position(), thrown * self.slope(thrown), self.low, self.high)
          }

          /// Returns the velocity of the fingers when they lift at `time` s, in px/s.
          pub fn velocity(&self, time: f64) -> f64 {
              let newest = match self.events.last() {
                  Some(last) => last.0,
                  None => return 0.0,
              };
              let time = if time > newest { time } else { newest };
      \(rustEstimator)
          }

          /// Returns the position without limits at which the content is shown at `position`.
          fn unlimited_position(&self, position: f64) -> f64 {
      \(unlimited)
          }

          /// Returns the velocity of the content, as a fraction of that of the fingers.
          fn slope(&self, \(isRigid ? "velocity" : "_"): f64) -> f64 {
      \(slope)
          }
      }

      """
  }

  private var rustBand: (shown: String, unlimited: String, slope: String) {
    switch limits {
    case .free: ("        self.unlimited", "        position", "        1.0")
    case .stop, .forgetful:
      (
        "        self.unlimited.max(self.low).min(self.high)",
        "        position.max(self.low).min(self.high)",
        """
                let is_stopped = self.unlimited <= self.low && velocity < 0.0
                    || self.unlimited >= self.high && velocity > 0.0
                    || self.unlimited != self.position();
                if is_stopped { 0.0 } else { 1.0 }
        """
      )
    case .half:
      (
        """
                let limit = self.unlimited.max(self.low).min(self.high);
                limit + (self.unlimited - limit) / 2.0
        """,
        """
                let limit = position.max(self.low).min(self.high);
                limit + (position - limit) * 2.0
        """,
        "        if self.unlimited == self.position() { 1.0 } else { 0.5 }"
      )
    case .rubberBand:
      (
        """
                let limit = self.unlimited.max(self.low).min(self.high);
                let pulled = self.unlimited - limit;
                limit + pulled * STIFFNESS / (1.0 + STIFFNESS * pulled.abs() / self.view)
        """,
        """
                let limit = position.max(self.low).min(self.high);
                let shown = (position - limit).abs();
                // Content at the end of the rubber band counts as slightly closer.
                let left = ((self.view - shown) / self.view).max(f64::EPSILON);
                limit + (shown.min(self.view) / left / STIFFNESS).copysign(position - limit)
        """,
        """
                let limit = self.unlimited.max(self.low).min(self.high);
                let pulled = (self.unlimited - limit).abs();
                let divisor = 1.0 + STIFFNESS * pulled / self.view;
                if pulled > 0.0 { STIFFNESS / divisor / divisor } else { 1.0 }
        """
      )
    }
  }

  /// The lines that forget old events.
  private var rustForgetting: String {
    switch estimator.rule {
    case .mean:
      """
              // One event before the window stays.
              let old = self.events.iter().take_while(|event| time - event.0 > WINDOW).count();
              self.events.drain(..old.saturating_sub(1));
      """
    case .blend(let weights):
      """
              let old = self.events.len().saturating_sub(\(weights.count + 1));
              self.events.drain(..old);
      """
    case .scrollView:
      """
              let old = self.events.len().saturating_sub(4);
              self.events.drain(..old);
      """
    }
  }

  /// The rest of the body of the function `velocity`; the lines before it ensure that `time` is not before the newest
  /// event.
  private var rustEstimator: String {
    switch estimator.rule {
    case .mean(let hasOlder, let countsFirst, let endsWithRelease):
      let end =
        "            if time - at > WINDOW + 1e-9 {\n                break;\n            }\n"
      let step =
        countsFirst
        ? "            moved += delta;\n"
        : "            moved += step;\n            step = delta;\n"
      return """
                // The window is a nanosecond longer here, because times are rounded.
                let (mut moved, mut oldest) = (0.0, \(endsWithRelease ? "time" : "newest"));
        \(countsFirst ? "" : "        // The first movement began before the window.\n        let mut step = 0.0;\n")\
                for &(at, delta) in self.events.iter().rev() {
        \(hasOlder ? "" : end)\
        \(step)\
                    oldest = at;
        \(hasOlder ? end : "")\
                }
                let span = \(endsWithRelease ? "time" : "newest") - oldest;
                if span > 0.0 { bounded(moved / span) } else { 0.0 }
        """
    case .blend(let weights):
      let sum = weights.enumerated().map { "\($1) * segment(\($0))" }.joined(separator: " + ")
      return rustSegments(isInclusive: false) + "        bounded(\(sum))"
    case .scrollView:
      return rustSegments(isInclusive: true) + """
                let newer = 0.2 * segment(0) + 0.8 * segment(1);
                let older = 0.2 * segment(1) + 0.8 * segment(2);
                bounded(if older == 0.0 { newer } else { 0.25 * newer + 0.75 * older })
        """
    }
  }

  /// Returns Rust lines: a return of 0 if the fingers rested, and the closure `segment`, the velocity of a movement.
  private func rustSegments(isInclusive: Bool) -> String {
    let rest = """
              if time - newest \(isInclusive ? ">=" : ">") LONGEST_REST {
                  return 0.0;
              }

      """
    return (estimator.seconds.isFinite ? rest : "        let _ = time;\n") + """
              // The velocity of a movement, counted from the newest; the first event has no known start.
              let segment = |index: usize| {
                  let mut events = self.events.iter().rev().skip(index);
                  match (events.next(), events.next()) {
                      (Some(event), Some(before)) => event.1 / (event.0 - before.0),
                      _ => 0.0,
                  }
              };

      """
  }
}
