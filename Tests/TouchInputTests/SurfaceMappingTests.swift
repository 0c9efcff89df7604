import Quantities
import Testing
import TouchInput

@Suite("Mapping a device to points")
struct SurfaceMappingTests {
  private func device(
    _ x: DeviceDescription.Axis?, _ y: DeviceDescription.Axis?, properties: [UInt16] = [1]
  ) -> DeviceDescription {
    DeviceDescription(name: "pad", axes: [x, y].compactMap { $0 }, properties: properties)
  }

  private func axis(
    _ code: UInt16, _ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0
  ) -> DeviceDescription.Axis {
    DeviceDescription.Axis(code: code, minimum: minimum, maximum: maximum, resolution: resolution)
  }

  @Test("a touchscreen's axes span the screen")
  func touchscreen() throws {
    let mapping = try SurfaceMapping(device: device(axis(0x35, -100, 300), axis(0x36, 0, 1000)))
    #expect(mapping.kind == .touchscreen)
    #expect(mapping.position(x: -100, y: 0) == .zero)
    #expect(mapping.position(x: 300, y: 1000) == Position(x: Points(390), y: Points(844)))
    #expect(mapping.position(x: 100, y: 250) == Position(x: Points(195), y: Points(211)))
  }

  @Test("a device with hats and without positions has no touches, whatever describes it")
  func hats() {
    let listed = DeviceDescription(
      name: "pad",
      codes: [DeviceDescription.Codes(type: EventType.absolute, codes: [0x10, 0x11])])
    for device in [listed, device(axis(0x10, -1, 1), axis(0x11, -1, 1))] {
      #expect(throws: SurfaceError.hatAxes(device: "pad")) { try SurfaceMapping(device: device) }
    }
    // A touchscreen with hats is a touchscreen.
    #expect(throws: SurfaceError.missingAxis(device: "pad", code: 0x36)) {
      try SurfaceMapping(device: device(axis(0x35, 0, 100), axis(0x10, -1, 1)))
    }
    #expect(SurfaceError.hatAxes(device: "pad").description.contains("these are not touches"))
  }

  @Test("a device with relative axes and without positions is a mouse and has no touches")
  func mouse() {
    let relative = DeviceDescription.Codes(type: EventType.relative, codes: [0, 1, 8])
    let mouse = DeviceDescription(name: "mouse", codes: [relative])
    #expect(throws: SurfaceError.mouse(device: "mouse")) { try SurfaceMapping(device: mouse) }
    #expect(SurfaceError.mouse(device: "mouse").description.contains("is a mouse"))
    // A touchscreen with a wheel is a touchscreen.
    let screen = DeviceDescription(
      name: "screen", codes: [relative],
      axes: [axis(0x35, 0, 100), axis(0x36, 0, 100)])
    #expect(throws: Never.self) { try SurfaceMapping(device: screen) }
  }

  @Test("a calibration matrix of libinput maps positions as a rotation does, or is refused")
  func calibration() throws {
    let matrices: [[Double]] = [
      [1, 0, 0, 0, 1, 0], [0, -1, 1, 1, 0, 0], [-1, 0, 1, 0, -1, 1], [0, 1, 0, -1, 0, 1],
      [-1, 0, 1, 0, 1, 0], [1, 0, 0, 0, -1, 1], [0, 1, 0, 1, 0, 0], [0, -1, 1, -1, 0, 1],
    ]
    for matrix in matrices {
      var panel = device(axis(0x35, 0, 1000), axis(0x36, 0, 2000))
      panel.orientation = try #require(PanelOrientation(calibration: matrix))
      let mapping = try SurfaceMapping(device: panel)
      // x' = a x + b y + c and y' = d x + e y + f, with positions as fractions of the axes.
      let (x, y) = (0.25, 0.625)
      let expected = Position(
        x: Points(390 * (matrix[0] * x + matrix[1] * y + matrix[2])),
        y: Points(844 * (matrix[3] * x + matrix[4] * y + matrix[5])))
      let found = mapping.position(x: 1000 * x, y: 2000 * y)
      #expect((found - expected).length < Points(1e-9))
    }
    for matrix in [[], [1, 0, 0, 0, 1], [1.1, 0, 0, 0, 1, 0], [1, 0, 0.1, 0, 1, 0], [.nan]] {
      #expect(PanelOrientation(calibration: matrix) == nil)
    }
  }

  @Test("a touchscreen of another aspect ratio has one scale and is centred on the screen")
  func laptop() throws {
    // The device is 293 by 171 mm.
    let laptop = device(axis(0x35, 0, 2930, 10), axis(0x36, 0, 1710, 10))
    let mapping = try SurfaceMapping(device: laptop)
    #expect(mapping.isMeasured)
    let middle = mapping.position(x: 1465, y: 855)
    #expect((middle - Position(x: Points(195), y: Points(422))).length < Points(1e-9))
    let moved = mapping.position(x: 1565, y: 955) - middle
    #expect((moved - Position(x: Points(64), y: Points(64))).length < Points(1e-9))
    // A device with the aspect ratio of the screen covers it: 1172 / 293 = 684 / 171 = 4 pt/mm.
    let whole = try SurfaceMapping(
      device: laptop, screen: Planar(x: Points(1172), y: Points(684)))
    #expect(!whole.isMeasured)
    #expect(whole.position(x: 2930, y: 1710) == Position(x: Points(1172), y: Points(684)))
  }

  @Test(
    "a phone with almost the screen's aspect ratio, or without a resolution, covers the screen",
    arguments: [(2164, 10, true), (2080, 10, true), (2050, 10, false), (500, 0, true)])
  func phones(height: Int32, resolution: Int32, isSpanned: Bool) throws {
    // A height of 2164 units has exactly the aspect ratio, 844 / 390 · 1000; 2080 and 2050 are 4 %
    // and 5.5 % less, and 5 % is the limit.
    let mapping = try SurfaceMapping(
      device: device(axis(0x35, 0, 1000, resolution), axis(0x36, 0, height, resolution)))
    #expect(mapping.isMeasured == !isSpanned)
    let end = mapping.position(x: 1000, y: Double(height))
    #expect((end == Position(x: Points(390), y: Points(844))) == isSpanned)
  }

  @Test(
    "positions are rotated clockwise, and then mirrored",
    arguments: [
      // The expected values are the position of the panel's top left corner and the direction of
      // its x axis, as the user sees them.
      (PanelOrientation.Rotation.none, PanelOrientation.Flip.none, 0.0, 0.0, 1.0, 0.0),
      (.quarter, .none, 1, 0, 0, 1), (.half, .none, 1, 1, -1, 0),
      (.threeQuarters, .none, 0, 1, 0, -1),
      (.none, .x, 1, 0, -1, 0), (.none, .y, 0, 1, 1, 0), (.quarter, .x, 0, 0, 0, 1),
      (.quarter, .y, 1, 1, 0, -1),
    ])
  func orientations(
    rotation: PanelOrientation.Rotation, flip: PanelOrientation.Flip, left: Double, top: Double,
    alongX: Double, alongY: Double
  ) throws {
    var panel = device(axis(0x35, 0, 100), axis(0x36, 0, 100))
    panel.orientation = PanelOrientation(rotation: rotation, flip: flip)
    let mapping = try SurfaceMapping(device: panel)
    let corner = mapping.position(x: 0, y: 0)
    #expect(corner == Position(x: Points(390 * left), y: Points(844 * top)))
    let step = mapping.position(x: 50, y: 0) - corner
    #expect(step == Position(x: Points(195 * alongX), y: Points(422 * alongY)))
  }

  @Test("one millimetre of a touchpad is 6.4 points")
  func touchpad() throws {
    let mapping = try SurfaceMapping(
      device: device(axis(0x35, 1000, 3000, 20), axis(0x36, 0, 900, 10), properties: [0]))
    #expect(mapping.kind == .touchpad)
    #expect(!mapping.sizeIsAssumed)
    let moved = mapping.position(x: 1200, y: 50)
    #expect((moved.x - Points(64)).magnitude < Points(1e-12))
    #expect((moved.y - Points(32)).magnitude < Points(1e-12))
  }

  @Test("a touchpad without a resolution is assumed to be 69 by 50 mm", arguments: [0, 1, 2])
  func assumedSize(missing: Int) throws {
    let mapping = try SurfaceMapping(
      device: device(
        axis(0x35, 0, 690, missing == 0 ? 10 : 0), axis(0x36, 0, 500, missing == 1 ? 10 : -3),
        properties: [0]), pointsPerMillimeter: 10)
    #expect(mapping.sizeIsAssumed)
    #expect(mapping.position(x: 690, y: 500) == Position(x: Points(690), y: Points(500)))
  }

  @Test("a device of undeclared kind is a touchscreen, unless a button counts its fingers")
  func undeclaredKind() {
    #expect(DeviceDescription().kind == .touchscreen)
    let button = DeviceDescription.Codes(type: 1, codes: [TouchButton.toolFinger])
    #expect(DeviceDescription(codes: [button]).kind == .touchpad)
    #expect(DeviceDescription(codes: [button], properties: [1]).kind == .touchscreen)
    #expect(DeviceDescription(properties: [0]).kind == .touchpad)
  }

  @Test("a kind of device given by the user overrides the device's own kind")
  func overriddenKind() throws {
    let screen = device(axis(0x35, 0, 10), axis(0x36, 0, 10))
    #expect(try SurfaceMapping(device: screen, kind: .touchpad).kind == .touchpad)
  }

  @Test("single-touch axes replace multitouch axes that are missing or empty")
  func fallbackAxes() throws {
    let single = [axis(0x00, 0, 100), axis(0x01, 0, 100)]
    let end = Position(x: Points(390), y: Points(844))
    #expect(
      try SurfaceMapping(device: DeviceDescription(axes: single)).position(x: 100, y: 100) == end)
    let empty = [axis(0x35, 0, 0), axis(0x36, 5, 5)]
    #expect(
      try SurfaceMapping(device: DeviceDescription(axes: single + empty)).position(x: 100, y: 100)
        == end)
  }

  @Test("a missing or empty axis is an error that names the axis and a remedy")
  func unusableAxes() {
    let good = axis(0x35, 0, 10)
    #expect(throws: SurfaceError.missingAxis(device: "pad", code: 0x36)) {
      try SurfaceMapping(device: device(good, nil))
    }
    var sending = device(good, nil)
    sending.codes = [.init(type: EventType.absolute, codes: [0x35, 0x36])]
    let missing = SurfaceError.missingRange(device: "pad", code: 0x36)
    #expect(throws: missing) { try SurfaceMapping(device: sending) }
    #expect(missing.description.contains("the range of ABS_MT_POSITION_Y or ABS_Y is missing"))
    let inverted = SurfaceError.emptyAxis(device: "pad", code: 0x36, minimum: 10, maximum: -10)
    #expect(throws: inverted) {
      try SurfaceMapping(device: device(good, axis(0x36, 10, -10)))
    }
    #expect(
      inverted.description.contains("ABS_MT_POSITION_Y or ABS_Y ranges from 10 to -10; correct"))
  }

  @Test("the largest possible range of an axis does not overflow")
  func widestAxis() throws {
    let mapping = try SurfaceMapping(
      device: device(axis(0x35, .min, .max), axis(0x36, .min, .max)))
    #expect(mapping.position(x: Double(Int32.max), y: Double(Int32.min)).x == Points(390))
  }

  @Test("an impossible screen size is an error", arguments: [0, -1, Double.nan, .infinity, 1e7])
  func unusableSizes(size: Double) {
    let good = device(axis(0x35, 0, 10), axis(0x36, 0, 10))
    #expect(throws: SurfaceError.self) {
      try SurfaceMapping(device: good, screen: Planar(x: Points(size), y: Points(1)))
    }
    #expect(throws: SurfaceError.self) {
      try SurfaceMapping(device: good, pointsPerMillimeter: size)
    }
  }
}
