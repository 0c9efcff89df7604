package import FrameLogs
import GestureReplay
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
import TouchInput
import VelocityEstimation

/// A stroke along the vertical axis of a scroll view.
package struct MomentumStroke: Sendable {
  /// The position of the content at the start, in points.
  package var start: Double
  /// The movements: the times since the touch-down in microseconds, and the distances in points.
  package var events: [(microseconds: Int64, delta: Double)]
  /// The time of the release, in microseconds since the touch-down.
  package var release: Int64

  /// Creates a stroke.
  package init(start: Double, events: [(microseconds: Int64, delta: Double)], release: Int64) {
    (self.start, self.events, self.release) = (start, events, release)
  }
}

/// Strokes and their frames in Flickbook's own scroll view, as a test of the exported code.
package struct MomentumVectors: Sendable {
  /// The lower limit of the content, in points; the upper limit is zero.
  package static let low = -2_000.0
  /// The length of the view, in points.
  package let view: Double
  private let tuning: ScrollScenario.Tuning
  private let screen: Screen
  private let estimator: MomentumEstimator

  /// Creates the vectors of the settings of a scroll view; nil for other settings, and if no momentum is exported.
  package init?(_ source: CodeSource) {
    guard source.scenario == ScrollScenario.name, let momentum = try? Momentum(source),
      var tuning = try? ScrollScenario.resolved(source.request).tuning
    else { return nil }
    estimator = momentum.estimator
    screen = Screen(size: source.screen)
    view = source.screen.y.value
    // Content that scrolls only along the vertical axis.
    tuning.content = Planar(x: source.screen.x, y: Points(view - Self.low))
    tuning.alwaysBounces = (false, false)
    self.tuning = tuning
  }

  /// Returns the frames and events of `stroke` at 120 Hz, up to the rest of the content.
  package func replay(_ stroke: MomentumStroke) -> (frames: [Frame], events: [RunEvent]) {
    var tuning = tuning
    tuning.start = Position(x: .zero, y: Points(-stroke.start))
    var replay = Replay(
      ScrollScenario(tuning: tuning, screen: screen), rate: FrameRate(framesPerSecond: 120),
      originMicroseconds: 0)
    func receive(_ event: TouchEvent, at microseconds: Int64) {
      replay.receive(TimedHandEvent(microseconds: microseconds, event: event))
    }
    var velocity = (try? Estimator.named(estimator.text)) ?? .none
    var pan = Pan(number: 1, origin: nil, location: nil, translation: .zero, fingers: 2)
    velocity.receive(PanSample(microseconds: 0, position: .zero))
    receive(.touchDown(at: nil), at: 0)
    receive(.panBegan(pan), at: 0)
    for event in stroke.events {
      pan.translation.y = pan.translation.y + Points(event.delta)
      velocity.receive(
        PanSample(
          microseconds: event.microseconds, position: Position(x: .zero, y: pan.translation.y)))
      receive(.panChanged(pan, live: velocity.live()), at: event.microseconds)
    }
    receive(
      .panEnded(pan, velocity.released(atMicroseconds: stroke.release)), at: stroke.release)
    receive(.touchUp, at: stroke.release)
    _ = replay.finish()
    return (replay.frames, replay.events)
  }

  /// The events of a stroke as the code receives them.
  ///
  /// The start of the gesture is a movement by zero, unless the estimator ignores the touch-down.
  package func received(_ stroke: MomentumStroke) -> [(microseconds: Int64, delta: Double)] {
    (estimator.skipsTouchDown ? [] : [(0, 0)]) + stroke.events
  }
}

extension MomentumVectors {
  /// The tested strokes, which together cover releases between the edges and beyond an edge, a throw back from beyond
  /// an edge, and a slow release.
  static let strokes: [MomentumStroke] = [
    stroke(from: -1_250, (12, every: 8, 14), rest: 9),
    stroke(from: -300, (30, every: 8, 10), rest: 5),
    stroke(from: -60, (25, every: 12, 11), rest: 60),
    stroke(from: -10, (20, every: 9, 9), (0, every: 203, 1), (-35, every: 8, 3), rest: 7),
    stroke(from: -1_970, (-22, every: 10, 12), rest: 11),
    stroke(from: -400, (1, every: 47, 8), rest: 30),
  ]

  /// Returns a stroke with several parts of equal movements.
  ///
  /// A part has the distance of each movement in points, the interval between movements in milliseconds, and the number
  /// of movements. The stroke is released `rest` milliseconds after the last movement.
  private static func stroke(
    from start: Double, _ parts: (Double, every: Int64, Int)..., rest: Int64
  ) -> MomentumStroke {
    var events: [(microseconds: Int64, delta: Double)] = []
    var time: Int64 = 0
    for part in parts {
      for _ in 0..<part.2 {
        time += part.every * 1_000
        events.append((time, part.0))
      }
    }
    return MomentumStroke(start: start, events: events, release: time + rest * 1_000)
  }

  /// The numbers of a stroke in a table: the movements, the duration, and the states of frames after the release.
  private struct Row {
    var stroke: MomentumStroke
    var events: [[Double]]
    var release: Double
    var duration: Double
    var states: [[Double]] = []
  }

  private var rows: [Row] {
    Self.strokes.map { stroke in
      let (frames, events) = replay(stroke)
      let release = Double(stroke.release) / 1e6
      let rest = events.last { $0.kind == .settled }?.time.value ?? release
      let after = frames.filter { $0.time.value >= release }
      // Choose frames that are close to each other at first, where the motion changes most.
      let chosen = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256].filter { $0 < after.count }
      return Row(
        stroke: stroke,
        events: received(stroke).map { [Double($0.microseconds) / 1e6, $0.delta] },
        release: release, duration: rest - release,
        states: chosen.map { index in
          let frame = after[index]
          return [
            frame.time.value - release, frame.position.y.value, frame.velocity.y.value,
          ]
        })
    }
  }

  private func tuples(
    _ numbers: [[Double]], _ open: String, _ close: String, indent: String
  ) -> String {
    numbers.map { indent + open + $0.map { "\($0)" }.joined(separator: ", ") + close + "," }
      .joined(separator: "\n")
  }

  /// The tests in Rust, for `rustc --test` or `cargo test`.
  var rust: String {
    let rows = rows.map { row in
      """
              Stroke {
                  start: \(row.stroke.start),
                  events: &[
      \(tuples(row.events, "(", ")", indent: "                "))
                  ],
                  release: \(row.release),
                  duration: \(row.duration),
                  states: &[
      \(tuples(row.states, "(", ")", indent: "                "))
                  ],
              },
      """
    }.joined(separator: "\n")
    return """
      #[cfg(test)]
      mod tests {
          use super::*;

          struct Stroke {
              /// The position of the content at the start, in px.
              start: f64,
              /// Times in s and distances in px.
              events: &'static [(f64, f64)],
              /// The time of the release, and the duration from there, in s.
              release: f64,
              duration: f64,
              /// Times after the release in s, positions in px and velocities in px/s, as Flickbook computed them.
              states: &'static [(f64, f64, f64)],
          }

          #[test]
          fn motions_are_those_of_flickbook() {
              for stroke in &STROKES {
                  let mut tracker = Tracker::with_limits(stroke.start, \(Self.low), 0.0, \(view));
                  for &(time, delta) in stroke.events {
                      tracker.push(time, delta);
                  }
                  let fling = tracker.end(stroke.release);
                  assert!((fling.duration - stroke.duration).abs() < 1e-9, "duration {}", fling.duration);
                  for &(time, position, velocity) in stroke.states {
                      assert!((fling.position(time) - position).abs() < 1e-9, "{} px", position);
                      assert!((fling.velocity(time) - velocity).abs() < 1e-9, "{} px/s", velocity);
                  }
              }
          }

          const STROKES: [Stroke; \(Self.strokes.count)] = [
      \(rows)
          ];
      }
      """
  }

  /// The test in C++, as a program.
  var cpp: String {
    let rows = rows.map { row in
      """
          {
              \(row.stroke.start),
              {
      \(tuples(row.events, "{", "}", indent: "            "))
              },
              \(row.release),
              \(row.duration),
              {
      \(tuples(row.states, "{", "}", indent: "            "))
              },
          },
      """
    }.joined(separator: "\n")
    return """
      // A test: c++ -std=c++17 -x c++ -DSCROLL_MOMENTUM_TEST FILE && ./a.out
      #ifdef SCROLL_MOMENTUM_TEST
      #include <cstdio>

      struct Stroke {
        /// The position of the content at the start, in px.
        double start;
        /// Times in s and distances in px.
        std::vector<std::vector<double>> events;
        /// The time of the release, and the duration from there, in s.
        double release;
        double duration;
        /// Times after the release in s, positions in px and velocities in px/s, as Flickbook computed them.
        std::vector<std::vector<double>> states;
      };

      int main() {
        const std::vector<Stroke> strokes = {
      \(rows)
        };
        int failures = 0;
        const auto check = [&](double found, double expected, double tolerance) {
          if (std::abs(found - expected) < tolerance) return;
          ++failures;
          std::printf("%.17g instead of %.17g\\n", found, expected);
        };
        for (const Stroke &stroke : strokes) {
          scroll_momentum::Tracker tracker(stroke.start, \(Self.low), 0.0, \(view));
          for (const auto &event : stroke.events) tracker.push(event[0], event[1]);
          const auto fling = tracker.end(stroke.release);
          check(fling.duration, stroke.duration, 1e-9);
          for (const auto &state : stroke.states) {
            check(fling.position(state[0]), state[1], 1e-9);
            check(fling.velocity(state[0]), state[2], 1e-9);
          }
        }
        return failures == 0 ? 0 : 1;
      }
      #endif
      """
  }
}
