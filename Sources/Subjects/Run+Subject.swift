import FrameLogs
import GestureReplay
import Quantities
import Surfaces
import TouchInput

extension Run {
  /// Creates the run of a surface from its answers, without a header.
  ///
  /// Missing values are filled in. A velocity is the change of the position since the previous frame. The target is the
  /// position under a finger, and otherwise the position where the motion ends. A decision is the name of the target in
  /// the first frame after the release. The surface has settled at the first frame at rest.
  ///
  /// A page seldom reports decisions, and uses its own names for phases. A decision is then reported with the velocity
  /// of the first frame after the release. A phase with an unknown name counts as dragging while a finger is down, and
  /// as settling otherwise.
  init(
    _ answers: SurfaceAnswers, _ inputs: SubjectInputs, _ description: SubjectDescription,
    rate: FrameRate
  ) {
    let reported = answers.events
    var hand = HandStates(inputs)
    let hasFinger = description.fields.contains { [fingerX.key, fingerY.key].contains($0.key) }
    let fingers = hasFinger ? [] : [fingerX, fingerY]
    let own = fingers + description.fields
    var frames: [Frame] = []
    frames.reserveCapacity(answers.frames.count)
    for answer in answers.frames {
      var frame = answer.frame
      hand.advance(to: frame.time)
      frame.touching = hand.isTouching
      if description.clock == .driven, !Self.knownPhases.contains(frame.phase) {
        frame.phase = frame.touching ? .dragging : .settling
      }
      let finger =
        hasFinger ? [] : [LogValue(hand.position?.x), LogValue(hand.position?.y)]
      frame.own = FieldValues(own, finger + answer.own)
      frames.append(frame)
    }
    Self.fillVelocities(of: &frames, rate)
    Self.fillTargets(of: &frames)
    var events = inputs.events + reported
    if !reported.contains(where: { $0.kind == .decision }) {
      events += Self.decisions(in: answers, after: inputs.releases, description, frames)
    }
    if !reported.contains(where: { $0.kind == .settled }) { events += Self.arrivals(in: frames) }
    let inOrder = events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    self.init(
      header: [], rate: rate, ownFields: own, frames: frames, events: inOrder.map(\.element),
      ending: answers.ending)
  }

  private static let knownPhases: Set<Phase> = [.resting, .pressed, .dragging, .settling, .gone]

  /// Returns a decision for each release after which a frame names a target.
  ///
  /// If a page has named positions but moves to another position, the decision has that position, from `frames`.
  private static func decisions(
    in answers: SurfaceAnswers, after releases: [Seconds], _ description: SubjectDescription,
    _ frames: [Frame]
  ) -> [RunEvent] {
    releases.compactMap { time in
      let first = frames.firstIndex { $0.time >= time } ?? frames.endIndex
      let later = answers.frames[first...]
      var target = later.first { !($0.target ?? "").isEmpty }?.target
      if description.clock == .driven, !description.targets.isEmpty, first < frames.endIndex {
        let place = frames[first].target
        let sides = (description.hasX ? [place.x] : []) + (description.hasY ? [place.y] : [])
        target = target ?? sides.map { "\(plain($0.value.rounded())) pt" }.joined(separator: ", ")
      }
      guard let target else { return nil }
      var payload = [LogField("target", .text(target))]
      if description.clock == .driven, let velocity = later.first?.frame.velocity {
        for (key, value) in [
          ("velocityX", velocity.x.value), ("velocityY", velocity.y.value),
        ] where !value.isNaN {
          payload.append(LogField(key, .number(value)))
        }
      }
      return RunEvent(time: time, kind: .decision, payload: payload)
    }
  }

  /// Returns an event for each frame in which the surface has come to rest.
  private static func arrivals(in frames: [Frame]) -> [RunEvent] {
    zip(frames, frames.dropFirst()).compactMap { before, after in
      guard before.phase == .settling, after.phase == .resting else { return nil }
      return RunEvent(
        time: after.time, kind: .settled,
        payload: [
          LogField("x", .number(after.position.x.value)),
          LogField("y", .number(after.position.y.value)),
        ])
    }
  }

  /// Sets each velocity that the subject did not report to the change of the position since the previous frame.
  ///
  /// Later frames are not used, so that a changed position in one frame cannot change the velocity of the frame before.
  private static func fillVelocities(of frames: inout [Frame], _ rate: FrameRate) {
    for index in frames.indices {
      let before = frames[max(0, index - 1)].position
      let change = frames[index].position - before
      if frames[index].velocity.x.value.isNaN {
        frames[index].velocity.x = PointsPerSecond(change.x.value * rate.framesPerSecond)
      }
      if frames[index].velocity.y.value.isNaN {
        frames[index].velocity.y = PointsPerSecond(change.y.value * rate.framesPerSecond)
      }
    }
  }

  private static func fillTargets(of frames: inout [Frame]) {
    var rest = frames.last?.position ?? .zero
    for index in frames.indices.reversed() {
      if frames[index].touching { rest = frames[index].position }
      if index + 1 < frames.count, frames[index + 1].touching, !frames[index].touching {
        rest = frames[index].position
      }
      if frames[index].target.x.value.isNaN { frames[index].target.x = rest.x }
      if frames[index].target.y.value.isNaN { frames[index].target.y = rest.y }
    }
  }
}

extension LogValue {
  fileprivate init(_ points: Points?) { self = points.map { .number($0.value) } ?? .none }
}

/// Reads the state of the hand at increasing times.
private struct HandStates {
  private let hand: ArraySlice<TimedHandEvent>
  private let origin: Int64
  private var rest: ArraySlice<TimedHandEvent>
  private(set) var isTouching = false
  /// The position of the finger; nil on a touchpad, and if no finger is down.
  private(set) var position: Position?

  init(_ inputs: SubjectInputs) {
    (hand, origin) = (inputs.hand[...], inputs.originMicroseconds)
    rest = hand
  }

  mutating func advance(to time: Seconds) {
    while let next = rest.first, .microseconds(next.microseconds &- origin) <= time {
      rest = rest.dropFirst()
      switch next.event {
      case .touchDown(let position): (isTouching, self.position) = (true, position)
      case .touchMoved(let pan), .panBegan(let pan), .panChanged(let pan, _):
        position = pan.location
      case .touchUp, .touchCancelled: (isTouching, position) = (false, nil)
      case .force, .panEnded, .panCancelled, .gap: break
      }
    }
  }
}

extension SubjectInputs {
  /// The times at which a pan ended.
  var releases: [Seconds] {
    hand.compactMap { timed in
      switch timed.event {
      case .panEnded, .panCancelled: seconds(timed.microseconds)
      default: nil
      }
    }
  }

  /// The touches and pans as events of a run, without velocities, which the subject estimates itself.
  var events: [RunEvent] {
    var position: Position?
    // The end of a touch with a pan is the end of the pan.
    var isPan = false
    func fields(_ position: Position?) -> [LogField] {
      [
        LogField(fingerX.key, LogValue(position?.x)), LogField(fingerY.key, LogValue(position?.y)),
      ]
    }
    func number(of pan: Pan) -> LogField { LogField("pan", .integer(pan.number)) }
    return hand.compactMap { timed in
      func event(_ kind: RunEvent.Kind, _ payload: [LogField]) -> RunEvent {
        RunEvent(time: seconds(timed.microseconds), kind: kind, payload: payload)
      }
      func end(_ kind: RunEvent.Kind, _ pan: Pan) -> RunEvent {
        event(
          kind,
          [
            number(of: pan), LogField("translationX", .number(pan.translation.x.value)),
            LogField("translationY", .number(pan.translation.y.value)),
          ] + fields(pan.location))
      }
      switch timed.event {
      case .touchDown(let at):
        (position, isPan) = (at, false)
        return event(.touchDown, fields(at))
      case .panBegan(let pan):
        (position, isPan) = (pan.location, true)
        return event(
          .panBegan,
          [number(of: pan), LogField("fingers", .integer(pan.fingers))] + fields(position))
      case .touchMoved(let pan), .panChanged(let pan, _):
        position = pan.location
        return nil
      case .panEnded(let pan, _): return end(.panEnded, pan)
      case .panCancelled(let pan, _): return end(.panCancelled, pan)
      case .touchUp: return isPan ? nil : event(.touchUp, fields(position))
      case .touchCancelled: return isPan ? nil : event(.touchCancelled, fields(position))
      case .gap(let count):
        return event(.gap, [LogField("resynchronizedEvents", .integer(count))])
      case .force: return nil
      }
    }
  }

  private func seconds(_ microseconds: Int64) -> Seconds {
    .microseconds(max(0, microseconds &- originMicroseconds))
  }
}
