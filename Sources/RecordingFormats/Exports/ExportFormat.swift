public import Quantities
public import TouchInput

/// The formats in which other software can play a recording; Flickbook does not read them.
///
/// `Recording.exported(as:screen:pixelRatio:)` writes them.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// JSON lines with the changes of each finger; see `Recording.touchLines(on:)`.
  case touches
  /// W3C WebDriver Actions: the body of `POST /session/{id}/actions`.
  case webdriver
  /// JSON lines with commands of the Chrome DevTools Protocol, `Input.dispatchTouchEvent`.
  case cdp
  /// A JavaScript module for Playwright, which sends the commands of ``cdp``.
  case playwright
  /// A JavaScript module for Puppeteer, which sends the commands of ``cdp``.
  case puppeteer
  /// W3C WebDriver Actions in pixels of the device, for Appium.
  case appium
  /// A flow of Maestro, with a straight swipe for each stroke.
  case maestro
  /// Dart code for a widget test of Flutter, with a `TestGesture` for each finger.
  case flutter
  /// Swift code for XCUITest, with a straight drag for each stroke.
  case xcuitest
  /// Java code for Espresso: a `ViewAction` that injects `MotionEvent`s.
  case espresso
  /// A shell script that calls Android's `sendevent` for each event.
  case sendevent
  /// Commands for Android's `uinput`, which creates the device and sends its events.
  case uinput
}

extension ExportFormat {
  /// Whether positions are mapped to a screen; the other formats contain the events of the device.
  public var hasScreen: Bool {
    switch self {
    case .touches, .webdriver, .cdp, .playwright, .puppeteer, .appium, .maestro, .flutter,
      .xcuitest, .espresso:
      true
    case .sendevent, .uinput: false
    }
  }

  /// Whether positions are in pixels of the device instead of points.
  public var hasPixels: Bool {
    switch self {
    case .appium, .maestro, .espresso: true
    case .touches, .webdriver, .cdp, .playwright, .puppeteer, .flutter, .xcuitest, .sendevent,
      .uinput:
      false
    }
  }
}

/// The reason why a recording could not be exported.
public enum ExportError: Error, Hashable, Sendable {
  /// The positions of the device cannot be converted to points.
  case surface(SurfaceError)
  /// The device is a touchpad, and the format has positions on a screen.
  case touchpad(ExportFormat)
  /// The recording has no touches.
  case noTouches
  /// The recording has the gestures of libinput and no contacts, so only ``ExportFormat/touches`` can hold it.
  case noContacts
  /// Two fingers are down at once, and the format has one finger.
  case severalFingers(ExportFormat)
  /// Touches are outside the screen, because the touchscreen has another shape; they fit a screen of the size
  /// `fitting`.
  case outsideScreen(touches: Int, fitting: Planar<Points>)
  /// Touches are outside the screen, because the device sends values outside the ranges of its axes.
  case outsideAxes(touches: Int)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ExportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .surface(let error): error.description
    case .touchpad(let format):
      """
      the device is a touchpad, and --to \(format.rawValue) needs positions on a screen; record a touchscreen, or \
      correct the kind of the device with --device-kind touchscreen.
      """
    case .noContacts:
      """
      the recording has the gestures that libinput recognized and no contacts, so only --to touches can hold it.
      """
    case .noTouches: "the recording has no touches; 'flickbook inspect' shows its contents."
    case .severalFingers(let format):
      """
      two fingers are down at once, and --to \(format.rawValue) has only one finger; cut the recording with \
      'flickbook trim --contacts', or use another format.
      """
    case .outsideScreen(let touches, let fitting):
      """
      \(text(of: touches)) outside the viewport, because the touchscreen has another shape; add --viewport \
      \(Int(fitting.x.value.rounded(.up)))x\(Int(fitting.y.value.rounded(.up))), which fits the touchscreen.
      """
    case .outsideAxes(let touches):
      """
      \(text(of: touches)) outside the viewport, because the device sends values outside the ranges of its axes; \
      correct the ranges in the device description.
      """
    }
  }
}

extension ExportError {
  private func text(of touches: Int) -> String {
    touches == 1 ? "1 change of a touch is" : "\(touches) changes of touches are"
  }
}

extension Recording {
  /// Returns the recording in a format that other software plays.
  ///
  /// Times are corrected as `clockCorrection` states, and count from the first event.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - screen: The size of the screen to which a touchscreen is mapped, unless the format has no screen.
  ///   - pixelRatio: The number of pixels per point, for formats in pixels; above 0.
  /// - Returns: The text, which ends in a line feed.
  /// - Throws: ``ExportError`` if the format cannot hold the recording, or if touches are more than one point outside the
  ///   screen, or one pixel for formats in pixels.
  public func exported(
    as format: ExportFormat, screen: Planar<Points> = SurfaceMapping.defaultScreen,
    pixelRatio: Double = 1
  ) throws(ExportError) -> String {
    precondition(pixelRatio > 0, "a pixel ratio of \(pixelRatio) is not above 0")
    guard !hasOnlyGestures || format == .touches else { throw .noContacts }
    guard format.hasScreen else {
      let script = EventScript(of: self)
      guard !script.reports.isEmpty else { throw .noTouches }
      return format == .uinput ? script.uinputCommands : script.sendeventScript
    }
    let mapping: SurfaceMapping
    do throws(SurfaceError) {
      mapping = try SurfaceMapping(device: mappedDevice, screen: screen)
    } catch { throw .surface(error) }
    let gesture = ScreenGesture(
      of: self, on: mapping, pixelRatio: format.hasPixels ? pixelRatio : 1)
    if mapping.kind == .touchscreen, gesture.outsideCount > 0 {
      throw mapping.isMeasured
        ? .outsideScreen(touches: gesture.outsideCount, fitting: mapping.size)
        : .outsideAxes(touches: gesture.outsideCount)
    }
    if format == .touches {
      let lines = touchLines(on: mapping)
      guard !lines.isEmpty else { throw .noTouches }
      return lines.joined(separator: "\n") + "\n"
    }
    guard mapping.kind == .touchscreen else { throw .touchpad(format) }
    guard !gesture.reports.isEmpty else { throw .noTouches }
    return try gesture.text(as: format)
  }
}

extension ScreenGesture {
  fileprivate func text(as format: ExportFormat) throws(ExportError) -> String {
    switch format {
    case .webdriver, .appium: return pointerActions
    case .cdp: return protocolLines
    case .playwright, .puppeteer: return browserModule(for: format)
    case .flutter: return flutterCode
    case .espresso: return espressoCode
    case .maestro, .xcuitest:
      guard let strokes else { throw .severalFingers(format) }
      return format == .maestro ? maestroFlow(of: strokes) : xcuitestCode(of: strokes)
    case .touches, .sendevent, .uinput: preconditionFailure("\(format) is not written here")
    }
  }
}
