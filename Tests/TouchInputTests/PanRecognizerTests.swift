import Quantities
import Testing
import TouchInput
import VelocityEstimation

@Suite("PanRecognizer")
struct PanRecognizerTests {
  /// The translations of the pan of one finger that moves through `points`, a report every 8 ms; nil for no pan.
  ///
  /// The screen has as many points as the axes have units. The finger lifts 8 ms after the last point.
  private func pan(
    _ recognizer: PanRecognizer, slop: Double, axis: PanAxis? = .vertical, wait: Int64 = 8,
    _ points: [(x: Double, y: Double)]
  ) throws -> (translations: [Planar<Points>], isCancelled: Bool)? {
    let device = DeviceDescription(
      axes: [
        .init(code: AbsoluteAxis.slot, minimum: 0, maximum: 4, resolution: 0),
        .init(code: AbsoluteAxis.positionX, minimum: 0, maximum: 10_000, resolution: 0),
        .init(code: AbsoluteAxis.positionY, minimum: 0, maximum: 10_000, resolution: 0),
        .init(code: AbsoluteAxis.trackingID, minimum: 0, maximum: 65_535, resolution: 0),
      ], properties: [DeviceProperty.direct])
    var options = PanOptions(recognizer: recognizer, slop: Points(slop))
    options.axis = axis
    let mapping = try SurfaceMapping(
      device: device, screen: Planar(x: Points(1_000), y: Points(1_000)))
    var reader = TouchReader(
      device: device, initial: nil, mapping: mapping, options: options,
      estimator: SampleRecorder())
    var events: [TimedHandEvent] = []
    func send(_ time: Int64, _ codes: [(UInt16, Int32)]) {
      for (code, value) in codes {
        events += reader.receive(
          RawEvent(microseconds: time, type: EventType.absolute, code: code, value: value))
      }
      events += reader.receive(
        RawEvent(microseconds: time, type: EventType.synchronization, code: 0, value: 0))
    }
    func position(_ point: (x: Double, y: Double)) -> [(UInt16, Int32)] {
      [
        (AbsoluteAxis.positionX, Int32(5_000 + point.x * 10)),
        (AbsoluteAxis.positionY, Int32(5_000 + point.y * 10)),
      ]
    }
    send(0, [(AbsoluteAxis.trackingID, 1)] + position((0, 0)))
    for (index, point) in points.enumerated() {
      send(wait * 1_000 + Int64(index) * 8_000, position(point))
    }
    send(wait * 1_000 + Int64(points.count) * 8_000, [(AbsoluteAxis.trackingID, -1)])
    var translations: [Planar<Points>] = []
    var isCancelled = false
    for timed in events {
      switch timed.event {
      case .panBegan(let pan), .panChanged(let pan, _): translations.append(pan.translation)
      case .panCancelled, .touchCancelled: isCancelled = true
      default: break
      }
    }
    return translations.isEmpty && !isCancelled ? nil : (translations, isCancelled)
  }

  /// A straight stroke down in steps of 6 pt.
  private static let stroke = (1...6).map { (x: 0.0, y: 6.0 * Double($0)) }

  @Test(
    "a stroke begins and counts from where the system lets it",
    arguments: [
      // On a touchscreen, libinput passes touches on unchanged.
      (PanRecognizer.immediate, 15.0, [6.0, 12, 18, 24, 30, 36]),
      (.libinput, 15, [6, 12, 18, 24, 30, 36]),
      // 18 pt is the first report beyond 15 pt.
      (.slop, 15, [0, 6, 12, 18]), (.flutter, 15, [0, 6, 12, 18]),
      // Only the slop is left out.
      (.chromium, 15, [3, 9, 15, 21]), (.android, 15, [3, 9, 15, 21]),
      // Nothing is left out: the content jumps.
      (.gtk, 8, [12, 18, 24, 30, 36]),
      // The movement up to the report before is left out.
      (.adw, 16, [6, 12, 18, 24]),
      // The frame after the first one beyond the slop begins, and its last report, after 24 pt, is the origin.
      (.qt, 10, [0, 0, 6, 12]),
      // The event that crosses the threshold moves the workspaces, also at exactly the threshold.
      (.gnome, 16, [6, 12, 18, 24]), (.gnome, 18, [6, 12, 18, 24]),
      (.hyprland, 5, [6, 12, 18, 24, 30, 36]), (.hyprland, 12, [6, 12, 18, 24, 30]),
      (.gala, 16, [6, 12, 18, 24]),
      // KWin counts from the start.
      (.kwin, 5, [6, 12, 18, 24, 30, 36]), (.kwin, 12, [12, 18, 24, 30, 36]),
      // The browser withholds the movement up to 15 pt; Swiper counts from where it is
      // at the end of the frame, after 24 of 36 pt.
      (.page, 15, [18, 24, 30, 36]), (.embla, 15, [18, 24, 30, 36]), (.swiper, 15, [0, 0, 6, 12]),
      // There is no slop.
      (.adwScroll, 16, [6, 12, 18, 24, 30, 36]),
    ])
  func stroke(recognizer: PanRecognizer, slop: Double, expected: [Double]) throws {
    let found = try #require(try pan(recognizer, slop: slop, Self.stroke))
    #expect(found.translations.map { ($0.y.value * 10).rounded() / 10 } == expected)
    #expect(!found.isCancelled)
  }

  @Test("a touch that stays within the slop is no pan", arguments: PanRecognizer.allCases)
  func within(recognizer: PanRecognizer) throws {
    guard recognizer.usesSlop else { return }
    #expect(try pan(recognizer, slop: 20, [(0, 4), (0, 8), (0, 12)]) == nil)
  }

  @Test("in Qt, a touch that lifts beyond 15 pt before it became a pan is a pan of no translation")
  func tooShort() throws {
    #expect(try pan(.qt, slop: 10, [(0, 8), (0, 16)])?.translations == [.zero])
    #expect(try pan(.qt, slop: 10, [(0, 8), (0, 14)]) == nil)
    #expect(try pan(.qt, slop: 10, [(0, 8), (16, 8)]) == nil, "across the axis")
  }

  @Test("GTK refuses a touch that begins across the axis, however little, and libadwaita, too")
  func across() throws {
    let stroke = [(x: 0.3, y: 0.1)] + Self.stroke
    for recognizer in [PanRecognizer.gtk, .adw] {
      let refused = try #require(try pan(recognizer, slop: 8, stroke))
      #expect(refused.translations.isEmpty && refused.isCancelled)
      #expect(try #require(try pan(recognizer, slop: 8, axis: nil, stroke)).translations.count > 2)
      #expect(
        try #require(try pan(recognizer, slop: 8, axis: .horizontal, stroke.map { ($0.y, $0.x) }))
          .isCancelled)
    }
  }

  @Test(
    "a shell takes the axis of the event that crosses its threshold, and ignores the other axis")
  func shellAxis() throws {
    // The last component is the axis of an equal movement along both.
    for (recognizer, slop, tie) in [
      (PanRecognizer.gnome, 16.0, PanAxis.vertical), (.hyprland, 5, .vertical),
      (.kwin, 5, .horizontal),
    ] {
      // What a touch does below the threshold has no effect.
      let early = [(x: 0.0, y: slop - 1)]
      for (axis, other) in [(PanAxis.horizontal, PanAxis.vertical), (.vertical, .horizontal)] {
        func stroke(_ along: Double, _ across: Double) -> [(x: Double, y: Double)] {
          [axis == .horizontal ? (along, across) : (across, along)]
        }
        let own = early + stroke(30, 29) + stroke(30, 500)
        #expect(try pan(recognizer, slop: slop, axis: axis, own)?.isCancelled == false)
        #expect(try pan(recognizer, slop: slop, axis: other, own)?.isCancelled == true)
        let equal = try pan(recognizer, slop: slop, axis: axis, stroke(30, 30))
        #expect(equal?.isCancelled == (axis != tie), "\(recognizer), \(axis)")
      }
    }
  }

  @Test("Embla and Swiper refuse a touch across the pages, and differ at an angle of 45°")
  func webPages() throws {
    for (axis, isVertical) in [(PanAxis.horizontal, false), (.vertical, true)] {
      func isRefused(_ recognizer: PanRecognizer, _ along: Double, _ across: Double) throws -> Bool?
      {
        // What a touch does within the slop has no effect, and neither has what it does later.
        try pan(
          recognizer, slop: 15, axis: axis,
          [(0, 9), (9, 0), (7, 0), (along, across), (across, along)].map {
            isVertical ? ($0.1, $0.0) : ($0.0, $0.1)
          })?.isCancelled
      }
      for recognizer in [PanRecognizer.embla, .swiper] {
        #expect(try isRefused(recognizer, 30, 29) == false)
        #expect(try isRefused(recognizer, 29, 30) == true)
        #expect(try isRefused(recognizer, 30, 30) == (recognizer == .embla))
      }
      #expect(try isRefused(.page, 0, 30) == false)
    }
  }

  @Test("gala waits for 16 along the workspaces, and for 64 after 16 across them")
  func galaAxis() throws {
    func first(_ points: [(x: Double, y: Double)]) throws -> Double? {
      try pan(.gala, slop: 16, axis: .horizontal, points)?.translations.first?.x.value.rounded()
    }
    #expect(try first([(8, 15), (15, 15.5), (16, 90)]) == 1)
    #expect(try first([(8, 16), (16, 20), (63, 20), (64, 20)]) == 1)
    #expect(try first([(8, 16), (16, 20), (63, 20)]) == nil)
    #expect(try first([(16, 16)]) == 16, "the workspaces come first in one event")
  }

  @Test("libadwaita refuses a scroll whose first event is across the pages by more than 1 / 1.2")
  func adwScrollAxis() throws {
    func isCancelled(_ points: [(x: Double, y: Double)]) throws -> Bool? {
      try pan(.adwScroll, slop: 16, points)?.isCancelled
    }
    #expect(try isCancelled([(5, 6), (90, 12)]) == false)
    #expect(try isCancelled([(5, 5.9), (5, 90)]) == true)
    // An event without a movement along the pages does not decide.
    #expect(try isCancelled([(4, 0), (4, 1)]) == false)
  }

  @Test("GTK decides a diagonal later, and then refuses it although it has begun")
  func later() throws {
    let turning = [(x: 5.0, y: 6.0), (10, 9), (20, 9.5), (30, 9.5)]
    let refused = try #require(try pan(.gtk, slop: 8, turning))
    #expect(refused.isCancelled && refused.translations.count == 1)
    let down = try #require(try pan(.gtk, slop: 8, [(0, 9), (40, 12), (80, 15)]))
    #expect(!down.isCancelled, "once it is along the axis, a pan stays so")
  }

  @Test("GTK takes a touch that rests for half a second for a long press")
  func longPress() throws {
    #expect(try #require(try pan(.gtk, slop: 8, wait: 499, Self.stroke)).translations.isEmpty)
    #expect(try #require(try pan(.gtk, slop: 8, wait: 300, Self.stroke)).isCancelled == false)
  }

  @Test(
    "Qt, Android and Flutter count only the movement along the axis",
    arguments: [PanRecognizer.qt, .android, .flutter])
  func own(recognizer: PanRecognizer) throws {
    #expect(try pan(recognizer, slop: 10, [(20, 4), (40, 8), (60, 8)]) == nil)
  }

  @Test("in Chromium, a stroke along an axis moves only along it, until it strays")
  func rails() throws {
    let sloping = (1...10).map { (x: 3 * Double($0), y: 10 * Double($0)) }
    let railed = try #require(try pan(.chromium, slop: 15, sloping)).translations
    #expect(railed.allSatisfy { $0.x == .zero })
    let turning = Self.stroke + (1...20).map { (x: 10.0 * Double($0), y: 36) }
    let strayed = try #require(try pan(.chromium, slop: 15, turning)).translations
    #expect((strayed.last?.x ?? .zero) > Points(100))
    let diagonal = (1...10).map { (x: 10.0 * Double($0), y: 10 * Double($0)) }
    let free = try #require(try pan(.chromium, slop: 15, diagonal)).translations
    #expect(free.allSatisfy { ($0.x - $0.y).magnitude < Points(0.01) })
  }
}
