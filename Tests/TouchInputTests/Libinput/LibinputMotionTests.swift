import FieldData
import Quantities
import Testing
import TouchInput

/// Our pans of one finger next to libinput's pointer, before it is accelerated.
@Suite(
  "Pointer motion next to libinput",
  // The recordings are other people's and not part of the package.
  .enabled(
    if: FieldFolder.recordings != nil, "no recordings of real devices; see FLICKBOOK_FIELD_DATA"))
struct LibinputMotionTests {
  /// Where libinput means to do something else than we do, and why.
  enum Exception: Hashable, Sendable {
    /// The touchpad takes two fingers for one that jumps by 39 mm and back, at 1.2, 2.0 and 2.9 s;
    /// libinput drops the jumps, and the trace keeps them. All the rest agrees.
    case jumps
    /// A tap that trembles to and fro; libinput then holds the pointer until it has gone a quarter
    /// of a millimetre. It never is further than that from us.
    case held
    /// libinput knows from its data base that this touchpad is 41 × 23 mm, where the device itself
    /// says nothing and 69 × 50 mm are assumed; so each axis has a factor of its own.
    case sizeKnown
  }

  static let exceptions: [String: Exception] = [
    "AlpsPS2 ALPS GlidePoint.double-tap.yml": .held,
    "ETPS2 Elantech Touchpad.yml": .sizeKnown,
    "SynPS2 Synaptics TouchPad-fdo23890.yml": .jumps,
  ]

  /// Those with three movements or more; fewer cannot be told apart from others in time.
  static let pointing = FieldGestures.touchpads.filter { gesture in
    gesture.report.filter { $0.contains("POINTER_MOTION") }.count >= 3
  }

  /// The movements of libinput's pointer, each as long as one finger of ours stays alone.
  private func stretches(_ both: Comparison) -> [[PlacedLine]] {
    let lines = both.lines.filter { $0.line.kind == .pointer }
    return both.oneFingerStretches.map { stretch in lines.filter { stretch.contains($0.frame) } }
      .filter { !$0.isEmpty }
  }

  @Test("the pointer moves only in pans of one finger", arguments: pointing)
  func sameFrames(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 1)
    #expect(both.misfit <= 1)
    let moving = both.lines.filter { $0.line.kind == .pointer }.count
    #expect(stretches(both).joined().count == moving)
  }

  @Test("a finger goes as far as the unaccelerated pointer, in proportion", arguments: pointing)
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
      // Where libinput assumes a size, it takes whole units per millimetre: 28 for 28.98 at worst.
      #expect(most / least <= 1.04)
    }
  }

  @Test(
    "where libinput holds a trembling pointer, it stays within a quarter of a millimetre of ours",
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
          // Its quarter is of whole units in a millimetre, and it rounds to units.
          #expect((pair.theirs / resolution - ours).magnitude <= 0.25 + 1 / resolution)
        }
      }
    }
  }
}
