import FrameLogs
import Quantities

/// A frame at `y`; unless given, all other values are those of a surface at rest.
func frame(
  _ index: Int, y: Double, vy: Double = 0, target: Double = 0, phase: Phase = .settling,
  rate: FrameRate = FrameRate(framesPerSecond: 100), own: [LogField] = []
) -> Frame {
  Frame(
    index: index, time: rate.time(ofFrame: index), phase: phase, touching: phase == .dragging,
    position: Position(x: .zero, y: Points(y)),
    velocity: Velocity(x: .zero, y: PointsPerSecond(vy)),
    target: Position(x: .zero, y: Points(target)), progress: y / 100,
    own: FieldValues(own))
}

extension FieldValues {
  /// Creates values from fields, without descriptions of their meaning.
  init(_ fields: [LogField]) {
    self.init(fields.map { FieldDescription($0.key, "") }, fields.map(\.value))
  }
}

/// A run of frames and events at 100 frames per second.
func run(
  _ frames: [Frame], _ events: [RunEvent] = [], ownFields: [FieldDescription] = [],
  ending: Run.Ending = .rested
) -> Run {
  Run(
    header: [LogField("scenario", .text("sheet"))], rate: FrameRate(framesPerSecond: 100),
    ownFields: ownFields, frames: frames, events: events, ending: ending)
}

/// An event at `seconds`.
func event(
  _ kind: RunEvent.Kind, at seconds: Double, _ payload: [LogField] = []
) -> RunEvent {
  RunEvent(time: Seconds(seconds), kind: kind, payload: payload)
}

/// A decision for the target `half` with two candidates.
func decision(
  at seconds: Double, velocity: Double = 100, reason: String = "projected", distance: Double = 5
) -> RunEvent {
  let candidates = [("half", distance), ("full", 300)].map { name, distance in
    LogValue.fields([
      LogField("target", .text(name)), LogField("distance", .number(distance)),
    ])
  }
  return event(
    .decision, at: seconds,
    [
      LogField("velocityY", .number(velocity)), LogField("target", .text("half")),
      LogField("reason", .text(reason)), LogField("candidates", .list(candidates)),
    ])
}
