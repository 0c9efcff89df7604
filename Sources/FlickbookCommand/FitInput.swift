import Fitting
import Flickbook

/// The axis along which a motion is fitted, or is read from a video.
enum MotionAxis: String, CaseIterable {
  case x, y

  /// Chooses the axis along which a surface with these positions moves more.
  init(of x: [Double], _ y: [Double]) {
    func range(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    self = range(x) > range(y) || y.isEmpty ? .x : .y
  }
}

/// A motion that a fit reads: the rows of a table or the frames of a run, along one axis, and the touches.
struct FitInput {
  /// A touch of the surface.
  struct Touch {
    /// The time of the first contact, in seconds.
    var start: Double
    /// The time of the lift, in seconds.
    var end: Double
    /// The velocity of the finger at the lift along the axis, in pt/s; nil if it is not known.
    var velocity: Double?
    /// The positions of the finger along the axis, in points.
    var fingers: [(time: Double, position: Double)] = []
  }

  /// The name for output.
  var name: String
  var times: [Double]
  var positions: [Double]
  /// The touches, in order; nil if they are not known.
  var touches: [Touch]?

  /// The usual time between two rows, in seconds.
  var interval: Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// The time after a release in which the surface may still show the drag, in seconds.
  ///
  /// We chose two and a half rows, but at least 40 ms.
  var delay: Double { max(0.04, 2.5 * interval) }

  /// Returns the motions after the releases, or the whole motion if the touches are not known.
  ///
  /// - Parameter window: The range of times to use, in seconds, as the user chose it.
  /// - Returns: The motions, and the reasons why other motions are left out.
  func motions(
    in window: ClosedRange<Double>
  ) -> (motions: [ObservedThrow], left: [FitError]) {
    guard let touches, !touches.isEmpty else {
      do throws(FitError) {
        return ([try ObservedThrow(name, times: times, positions: positions, in: window)], [])
      } catch { return ([], [error]) }
    }
    var (motions, left) = ([ObservedThrow](), [FitError]())
    for (index, touch) in touches.enumerated() {
      let next = index + 1 < touches.count ? touches[index + 1].start : .infinity
      let start = max(touch.end + delay, window.lowerBound)
      let end = min(next, window.upperBound)
      guard start < end else { continue }
      let suffix = touches.count > 1 ? " \(index + 1)" : ""
      do throws(FitError) {
        motions.append(
          try ObservedThrow(
            name + suffix, times: times, positions: positions, in: start...end, isThrown: true))
      } catch { left.append(error) }
    }
    if motions.isEmpty, left.isEmpty {
      left = [
        FitError(.nothing, "\(name): no release lies between --from and --to; choose other times.")
      ]
    }
    return (motions, left)
  }

  /// Returns the position at a time, on the line between two rows.
  func position(at time: Double) -> Double {
    interpolated(positions, at: time, in: times)
  }

  /// The releases after which the surface comes to rest before the next touch.
  var releases: [ObservedRelease] {
    let touches = touches ?? []
    return touches.indices.compactMap { index in
      guard let velocity = touches[index].velocity else { return nil }
      let next = index + 1 < touches.count ? touches[index + 1].start : .infinity
      let after = times.indices.filter { times[$0] >= touches[index].end && times[$0] < next }
      guard let last = after.last else { return nil }
      // The surface counts as at rest if it moved by about 1 pt at most in the last 80 ms.
      let still = after.filter { times[$0] >= times[last] - 0.08 }
      let isAtRest = still.allSatisfy { (positions[$0] - positions[last]).magnitude <= 1.01 }
      guard still.count > 2, isAtRest else { return nil }
      return ObservedRelease(
        position: position(at: touches[index].end), velocity: velocity, rest: positions[last])
    }
  }

  /// The rest position of the surface before the first touch; empty if no touch is known.
  var starts: [Double] { (touches?.first).map { [position(at: $0.start)] } ?? [] }

  /// The drags for which the positions of the finger are known.
  var drags: [ObservedDrag] {
    (touches ?? []).compactMap { touch in
      guard touch.fingers.count > 2 else { return nil }
      let rows = times.indices.filter { times[$0] >= touch.start && times[$0] <= touch.end }
      return ObservedDrag(
        times: rows.map { times[$0] }, positions: rows.map { positions[$0] },
        fingerTimes: touch.fingers.map { $0.time }, fingers: touch.fingers.map { $0.position })
    }
  }
}

extension FitInput {
  /// Reads the frames of a run along an axis; nil means the axis along which the surface moves more.
  init(_ run: Run, named name: String, axis: MotionAxis?) {
    self.name = name
    let (x, y) = (
      run.frames.map { $0.position.x.value }, run.frames.map { $0.position.y.value }
    )
    let axis = axis ?? MotionAxis(of: x, y)
    times = run.frames.map { $0.time.value }
    positions = axis == .x ? x : y
    var touches: [Touch] = []
    for (row, frame) in run.frames.enumerated() where frame.touching {
      if row > 0, run.frames[row - 1].touching {
        touches[touches.count - 1].end = frame.time.value
      } else {
        touches.append(Touch(start: frame.time.value, end: frame.time.value))
      }
    }
    for index in touches.indices {
      let end = touches[index].end
      let event = run.events.first { $0.time.value >= end - 1e-9 && $0.kind == .decision }
      let key = axis == .x ? "velocityX" : "velocityY"
      touches[index].velocity = event?.payload.first { $0.key == key }?.value.asNumber
    }
    self.touches = touches
  }

  /// Reads the rows of a table in points, with the touches of the recording that drove the software.
  init(
    _ table: MotionTable, named name: String, axis: MotionAxis,
    touchedAs recording: (Recording, Estimator)?
  ) throws {
    self.name = name
    times = table.times
    positions = table.numbers[axis == .x ? .x : .y] ?? []
    guard let (recording, estimator) = recording else { return }
    let request = ReplayRequest(scenario: "")
    let origin = recording.firstMicroseconds ?? 0
    func seconds(_ microseconds: Int64) -> Double {
      Double(microseconds.subtractingReportingOverflow(origin).partialValue) / 1e6
    }
    let mapping = try locating(name) { try request.mapping(of: recording.mappedDevice) }
    let contacts = RecordingInspection(of: recording).contacts.map {
      Touch(
        start: seconds($0.beganMicroseconds),
        end: seconds($0.beganMicroseconds) + $0.duration.value)
    }
    var touches: [Touch] = []
    for contact in contacts.sorted(by: { $0.start < $1.start }) {
      if let last = touches.last, contact.start <= last.end {
        touches[touches.count - 1].end = max(last.end, contact.end)
      } else {
        touches.append(contact)
      }
    }
    for pan in recording.pans(mapping: mapping, options: request.pans) {
      guard let first = pan.samples.first, let release = pan.releaseMicroseconds else { continue }
      let time = seconds(first.microseconds)
      guard let index = touches.lastIndex(where: { $0.start <= time + 1e-6 }) else { continue }
      var estimator = estimator
      for sample in pan.samples { estimator.receive(sample) }
      let velocity = estimator.released(atMicroseconds: release).velocity
      touches[index].velocity = axis == .x ? velocity.x.value : velocity.y.value
      touches[index].fingers = pan.samples.map {
        (seconds($0.microseconds), axis == .x ? $0.position.x.value : $0.position.y.value)
      }
    }
    self.touches = touches
  }
}
