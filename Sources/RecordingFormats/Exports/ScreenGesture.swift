import Quantities
import TouchInput

/// A change of a finger on a screen.
struct ScreenTouch: Hashable, Sendable {
  /// The kind of the change; the raw value is its name in files.
  enum Phase: String, Hashable, Sendable {
    case down, move, up, cancel
  }

  /// The number of the contact, counted from 1; a number is never used again.
  var contact: Int
  /// The lowest number, counted from 0, that no other finger has while this finger is down.
  ///
  /// Drivers have few fingers, or one source of input for each number, so the numbers of contacts could grow too large.
  var finger: Int
  var phase: Phase
  /// The horizontal position, rounded to 0.001; points, or pixels if the gesture has a pixel ratio.
  var x: Double
  /// The vertical position, in the unit of `x`.
  var y: Double
  /// The pressure as a fraction of the device's range, 0 to 1; nil if the device does not report it.
  var force: Double?
}

/// The touches of a recording on a screen, from which all formats with positions on a screen are written.
struct ScreenGesture: Hashable, Sendable {
  /// The changes in one report of the device.
  struct Report: Hashable, Sendable {
    /// The time after the first event of the recording; never less than the time of the previous report.
    var microseconds: Int64
    /// The changes: first the fingers that lift, so that another finger may take their numbers; not empty.
    var touches: [ScreenTouch]
  }

  /// The name of the device, with characters that have no meaning in code or in a terminal.
  let device: String
  /// The reports in which a finger changes.
  private(set) var reports: [Report] = []
  /// The number of changes with a position outside the screen.
  private(set) var outsideCount = 0

  /// Reads the touches of a recording.
  ///
  /// Contacts that are down at the end of the recording are cancelled. A position at most one unit outside the screen
  /// is moved onto the edge.
  ///
  /// - Parameters:
  ///   - recording: The recording of a touchscreen.
  ///   - mapping: The mapping from device positions to points.
  ///   - pixelRatio: The factor by which positions are multiplied.
  init(of recording: Recording, on mapping: SurfaceMapping, pixelRatio: Double = 1) {
    device = recording.device.harmlessName
    let recording = recording.clockCorrection.recording
    let first = recording.events.first?.boundedMicroseconds ?? 0
    let force = ForceScale(of: recording.device)
    var fingers: [Int: Int] = [:]
    for report in recording.contactReports() {
      var touches: [ScreenTouch] = []
      for contact in report.contacts {
        guard let phase = contact.phase.onScreen else { continue }
        if phase == .down {
          fingers[contact.id] = (0...).first { !fingers.values.contains($0) }
        }
        guard let finger = fingers[contact.id] else { continue }
        let position = mapping.position(of: contact)
        let x = ScreenSide(mapping.screen.x, pixelRatio).nearest(position.x)
        let y = ScreenSide(mapping.screen.y, pixelRatio).nearest(position.y)
        if x.isOutside || y.isOutside { outsideCount += 1 }
        touches.append(
          ScreenTouch(
            contact: contact.id, finger: finger, phase: phase,
            x: thousandths(x.value), y: thousandths(y.value),
            force: contact.pressure.flatMap { force?.fraction(of: $0) }.map(thousandths)))
        if phase == .up || phase == .cancel { fingers[contact.id] = nil }
      }
      guard !touches.isEmpty else { continue }
      reports.append(Report(microseconds: report.microseconds - first, touches: touches))
    }
  }

  /// The changes in order, in groups of successive touches of one report that have the same phase.
  ///
  /// A driver can send such a group at once.
  var steps: [(microseconds: Int64, phase: ScreenTouch.Phase, touches: [ScreenTouch])] {
    reports.flatMap { report in
      report.touches.reduce(into: []) { steps, touch in
        if steps.last?.phase == touch.phase {
          steps[steps.count - 1].touches.append(touch)
        } else {
          steps.append((report.microseconds, touch.phase, [touch]))
        }
      }
    }
  }
}

/// A side of the screen of a gesture.
private struct ScreenSide {
  /// How far outside the screen a position may be to count as on the edge, in points or pixels.
  ///
  /// Source: our choice. Ranges of axes and sizes are rounded, and no user sees a difference of one pixel.
  private static let tolerance = 1.0

  private let length: Double
  private let pixelRatio: Double

  init(_ length: Points, _ pixelRatio: Double) {
    self.length = length.value * pixelRatio
    self.pixelRatio = pixelRatio
  }

  /// Returns the position in the unit of the gesture, moved onto the edge if it is at most the tolerance outside.
  func nearest(_ position: Points) -> (value: Double, isOutside: Bool) {
    let value = position.value * pixelRatio
    let edge = min(max(value, 0), length)
    let isOutside = abs(value - edge) > Self.tolerance
    return (isOutside ? value : edge, isOutside)
  }
}

extension RawEvent {
  /// The time within ±2⁶¹ µs, as in a `ContactReport`, so that differences between times cannot overflow.
  var boundedMicroseconds: Int64 { min(max(microseconds, -(1 << 61)), 1 << 61) }
}

extension DeviceDescription {
  /// The device's name for comments and strings of any language, which keeps only letters, digits and plain marks.
  ///
  /// A name comes from the device, so it could end a comment or a string, or control a terminal. In Java, even a
  /// backslash in a comment can do so.
  var harmlessName: String {
    let kept = name.unicodeScalars.prefix(80).map { scalar -> Character in
      let isKept =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_.,:()+".unicodeScalars.contains(scalar)
      return isKept ? Character(scalar) : "?"
    }
    let text = String(kept)
    return text.allSatisfy { $0 == " " } ? "a touch device without a name" : text
  }
}

extension Contact.Phase {
  /// The phase on a screen; nil if the contact did not change.
  fileprivate var onScreen: ScreenTouch.Phase? {
    switch self {
    case .began: .down
    case .moved: .move
    case .stationary: nil
    case .ended: .up
    case .cancelled: .cancel
    }
  }
}

/// Returns a number rounded to 0.001.
func thousandths(_ value: Double) -> Double {
  // Adding zero turns a negative zero into zero, which no format needs.
  (value * 1000).rounded() / 1000 + 0
}
