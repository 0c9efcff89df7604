import FrameLogs
import Quantities

@testable import FramePictures

/// A surface that is dragged along a parabola, and after the release moves to its target.
struct SampleMotion {
  var scenario = "sheet"
  var count = 120
  var start = Position(x: .zero, y: Points(700))
  var rest = Position(x: .zero, y: Points(400))
  var restName = "half"
  var phase = Phase.settling

  /// The run, at 120 frames per second, released after a third of its frames.
  var run: Run {
    let rate = FrameRate(framesPerSecond: 120)
    let release = count / 3
    let frames = (0..<count).map { index in
      let fraction = Double(index) / Double(max(count - 1, 1))
      let isHeld = index < release
      let done = fraction * fraction * (3 - 2 * fraction)
      let position = start + (rest - start) * done
      return Frame(
        index: index, time: rate.time(ofFrame: index), phase: isHeld ? .dragging : phase,
        touching: isHeld, position: position,
        velocity: Velocity(
          x: PointsPerSecond((rest - start).x.value * 6 * fraction * (1 - fraction)),
          y: PointsPerSecond((rest - start).y.value * 6 * fraction * (1 - fraction))),
        target: rest, progress: done,
        own: Self.own(
          finger: isHeld ? (position.x.value + 20, position.y.value + 30) : nil))
    }
    return Run(
      header: [
        LogField("scenario", .text(scenario)), LogField("preset", .text("flickbook")),
        LogField("screenWidth", .number(390)), LogField("screenHeight", .number(844)),
      ],
      rate: rate,
      ownFields: Self.own(finger: nil).descriptions, frames: frames,
      events: events(rate, release: release), ending: .rested)
  }

  /// The additional fields of a frame with a surface of 120 × 80 pt.
  static func own(finger: (x: Double, y: Double)?) -> FieldValues {
    FieldValues(
      ["fingerX", "fingerY", "width", "height"].map { FieldDescription($0, unit: "pt", "") },
      [
        finger.map { .number($0.x) } ?? .none, finger.map { .number($0.y) } ?? .none,
        .number(120), .number(80),
      ])
  }

  private func events(_ rate: FrameRate, release: Int) -> [RunEvent] {
    let candidates = [("start", start), (restName, rest)].map { name, position in
      LogValue.fields([
        LogField("target", .text(name)), LogField("x", .number(position.x.value)),
        LogField("y", .number(position.y.value)), LogField("distance", .number(1)),
      ])
    }
    let released = rate.time(ofFrame: release)
    return [
      RunEvent(time: .zero, kind: .touchDown), RunEvent(time: released, kind: .panEnded),
      RunEvent(
        time: released, kind: .decision,
        payload: [
          LogField("velocityX", .number(0)), LogField("velocityY", .number(-1_200)),
          LogField("projectedX", .number(50)), LogField("projectedY", .number(300)),
          LogField("from", .text("start")), LogField("target", .text(restName)),
          LogField("reason", .text("projected")), LogField("candidates", .list(candidates)),
        ]),
      RunEvent(time: rate.time(ofFrame: max(count - 2, 0)), kind: .settled),
    ]
  }

  /// A sheet, and a window that crosses the screen.
  static let sheet = SampleMotion().run
  static let window = SampleMotion(
    scenario: "pip", start: Position(x: Points(300), y: Points(740)),
    rest: Position(x: Points(85), y: Points(112)), restName: "topLeft"
  ).run

  /// Runs that no replay produces: no frames, a single frame, numbers that are not finite, and huge
  /// numbers.
  static let oddRuns: [Run] = {
    var broken = SampleMotion.window
    broken.frames[40].position.x = Points(.nan)
    broken.frames[41].position.y = Points(.infinity)
    broken.frames[42].velocity.y = PointsPerSecond(-1e300)
    broken.frames[43].time = Seconds(.nan)
    broken.frames[44].target = Position(x: Points(-1e300), y: Points(.nan))
    broken.frames[45].own = FieldValues()
    broken.frames[46].phase = Phase(rawValue: "\u{1b}[31m<b>&\"'\n]]>")
    broken.events[0].time = Seconds(.infinity)
    broken.header = [
      LogField("scenario", .text("</script><script>alert(1)</script>\u{1b}[2J")),
      LogField("screenWidth", .number(1e300)), LogField("screenHeight", .number(-1)),
    ]
    var nothing = broken
    nothing.frames = []
    var still = SampleMotion.sheet
    still.frames = Array(repeating: still.frames[0], count: 3)
    still.events = []
    return [broken, nothing, still, SampleMotion(count: 1).run, SampleMotion(count: 2).run]
  }()
}
