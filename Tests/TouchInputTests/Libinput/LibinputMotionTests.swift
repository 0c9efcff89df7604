import FieldData
import Quantities
import Testing
import TouchInput

/// Flickbook's one-finger pans, compared with libinput's pointer motion before pointer
/// acceleration.
@Suite(
  "Pointer motion next to libinput",
  // The recordings belong to other projects and are not part of the package.
  .enabled(
    if: FieldFolder.recordings != nil, "needs the recordings in FLICKBOOK_FIELD_DATA"))
struct LibinputMotionTests {
  /// Differences that libinput intends, with their reasons.
  enum Exception: Hashable, Sendable {
    /// libinput takes a jump of 39 mm and back, at 1.2, 2.0 and 2.9 s, for a second finger and
    /// drops these movements. Flickbook keeps them. All other movements agree.
    case jumps
    /// A tap that trembles: libinput holds the pointer until the finger has moved a quarter of a
    /// millimetre, so the pointer is never farther than that from Flickbook's position.
    case held
    /// libinput's database has a size of 41 × 23 mm for this touchpad. The device reports no size,
    /// so Flickbook assumes 69 × 50 mm, and the factor differs per axis.
    case sizeKnown
  }

  static let exceptions: [String: Exception] = [
    "AlpsPS2 ALPS GlidePoint.double-tap.yml": .held,
    "ETPS2 Elantech Touchpad.yml": .sizeKnown,
    "SynPS2 Synaptics TouchPad-fdo23890.yml": .jumps,
  ]

  /// Recordings with at least three movements; recordings with fewer movements cannot be aligned in
  /// time.
  static let pointing = FieldGestures.touchpads.filter { gesture in
    gesture.report.filter { $0.contains("POINTER_MOTION") }.count >= 3
  }

  /// The movements of libinput's pointer, split into the periods in which only one finger is down.
  private func stretches(_ both: Comparison) -> [[PlacedLine]] {
    let lines = both.lines.filter { $0.line.kind == .pointer }
    return both.oneFingerStretches.map { stretch in lines.filter { stretch.contains($0.frame) } }
      .filter { !$0.isEmpty }
  }

  @Test("the pointer moves only in one-finger pans", arguments: pointing)
  func sameFrames(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 1)
    #expect(both.misfit <= 1)
    let moving = both.lines.filter { $0.line.kind == .pointer }.count
    #expect(stretches(both).joined().count == moving)
  }

  @Test(
    "the distance of a finger is proportional to that of the unaccelerated pointer",
    arguments: pointing)
  func sameDistance(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 1)
    let exception = Self.exceptions[gesture.name]
    var factors: [Double] = []
    for axis in Axis.allCases {
      let parts = stretches(both).map { lines in
        Agreement(both.distances(lines, axis, onlyTheirs: exception == .jumps))
      }.filter(\.moves)
      if exception != .held {
        for part in parts { #expect(part.correlation >= 0.98, "along \(axis)") }
        factors.append(Agreement(pooling: parts).factor)
      }
    }
    if exception != .sizeKnown, let least = factors.min(), let most = factors.max() {
      // If the size is assumed, libinput uses whole units per millimetre: 28 instead of 28.98 at
      // worst.
      #expect(most / least <= 1.04)
    }
  }

  @Test(
    "a pointer that libinput holds is within a quarter of a millimetre of Flickbook's position",
    arguments: pointing.filter { exceptions[$0.name] == .held })
  func held(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 1)
    let size = SurfaceMapping.assumedMillimeters
    for (axis, code, length) in [
      (Axis.x, AbsoluteAxis.positionX, size.width), (.y, AbsoluteAxis.positionY, size.height),
    ] {
      let range = try #require(gesture.recording.device.axis(code))
      let resolution = Double(range.maximum - range.minimum) / length
      for lines in stretches(both) {
        for pair in both.distances(lines, axis) {
          let ours = pair.ours / SurfaceMapping.defaultPointsPerMillimeter
          // The quarter of a millimetre in libinput is computed with whole units per millimetre and
          // rounded to units.
          #expect((pair.theirs / resolution - ours).magnitude <= 0.25 + 1 / resolution)
        }
      }
    }
  }
}
