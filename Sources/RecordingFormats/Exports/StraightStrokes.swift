/// The straight line that replaces the path of a finger, for formats that have no paths.
struct Stroke: Hashable, Sendable {
  /// The position at which the finger came down.
  var start: (x: Double, y: Double) { (first.x, first.y) }
  /// The last position.
  var end: (x: Double, y: Double) { (last.x, last.y) }
  /// The time before the first move.
  var restMicroseconds: Int64
  /// The time from the end of the rest to the last move.
  var moveMicroseconds: Int64
  /// The time from the last move to the lift.
  var holdMicroseconds: Int64
  fileprivate var first: ScreenTouch
  fileprivate var last: ScreenTouch

  /// The distance from the start to the end.
  var length: Double {
    let (x, y) = (end.x - start.x, end.y - start.y)
    return (x * x + y * y).squareRoot()
  }
}

extension ScreenGesture {
  /// The strokes in the order of time; nil if two fingers are down at once.
  var strokes: [Stroke]? {
    var strokes: [Stroke] = []
    var began: Int64?
    var moves: [Int64] = []
    for report in reports {
      let time = report.microseconds
      for touch in report.touches {
        switch touch.phase {
        case .down:
          guard began == nil else { return nil }
          began = time
          moves = []
          strokes.append(
            Stroke(
              restMicroseconds: 0, moveMicroseconds: 0, holdMicroseconds: 0, first: touch,
              last: touch))
        case .move: moves.append(time)
        case .up, .cancel:
          guard let start = began else { continue }
          began = nil
          let index = strokes.count - 1
          let last = moves.last ?? time
          // The finger began to move at the report before its first move. The gesture lacks this report, because the
          // finger had not changed by then. Assume that it came as long before the first move as the second move came
          // after it.
          let rested = moves.count > 1 ? max(start, moves[0] - (moves[1] - moves[0])) : start
          strokes[index].restMicroseconds = rested - start
          strokes[index].moveMicroseconds = last - rested
          strokes[index].holdMicroseconds = time - last
        }
        strokes[strokes.count - 1].last = touch
      }
    }
    return strokes
  }

  func maestroFlow(of strokes: [Stroke]) -> String {
    let commands = strokes.map { stroke in
      let start = "\(whole(stroke.start.x)),\(whole(stroke.start.y))"
      let end = "\(whole(stroke.end.x)),\(whole(stroke.end.y))"
      guard start != end else { return "- tapOn:\n    point: \"\(start)\"\n" }
      let time = stroke.restMicroseconds + stroke.moveMicroseconds + stroke.holdMicroseconds
      return """
        - swipe:
            start: "\(start)"
            end: "\(end)"
            duration: \(max(roundedMilliseconds(time), 1))

        """
    }
    return """
      # A gesture that was recorded on \(device). Kept: start, end and duration of each stroke.
      # Lost: the path and the velocity at its end, rests, pauses between strokes, subpixels, several fingers, pressure.
      appId: ${APP_ID}
      ---
      \(commands.joined())
      """
  }

  func xcuitestCode(of strokes: [Stroke]) -> String {
    let calls = strokes.map { stroke in
      let rest = seconds(stroke.restMicroseconds)
      let hold = seconds(stroke.holdMicroseconds)
      let start = "point(\(stroke.start.x), \(stroke.start.y))"
      guard stroke.length > 0 else {
        return "  \(start).press(forDuration: \(thousandths(rest + hold)))\n"
      }
      let time = seconds(max(stroke.moveMicroseconds, 1000))
      return """
          \(start).press(
            forDuration: \(rest), thenDragTo: point(\(stroke.end.x), \(stroke.end.y)),
            withVelocity: XCUIGestureVelocity(\(thousandths(stroke.length / time))), thenHoldForDuration: \(hold))

        """
    }
    return """
      // A gesture that was recorded on \(device).
      // Kept: subpixels; the start, the end, the rests and the mean velocity of each stroke.
      // Lost: the path and the velocity at its end, pauses between strokes, several fingers, pressure.
      import XCTest

      /// Plays the gesture in the coordinates of an app's window.
      @MainActor func playGesture(in app: XCUIApplication) {
        func point(_ x: Double, _ y: Double) -> XCUICoordinate {
          app.coordinate(withNormalizedOffset: .zero).withOffset(CGVector(dx: x, dy: y))
        }
      \(calls.joined())}

      """
  }

  /// A position in whole pixels.
  private func whole(_ value: Double) -> String { String("\(value.rounded())".dropLast(2)) }
}
