public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

/// A sheet that the user pulls up from the lower edge of the screen, and that rests at one of its detents.
///
/// The position of a sheet is its upper left corner. The sheet is horizontally centred, so its width determines the x
/// coordinate.
public struct SheetScenario: Sendable {
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Sendable {
    /// The heights at which the sheet may rest.
    public var detents = [
      Detent(name: "tip", height: .points(Points(96))),
      Detent(name: "half", height: .fraction(0.5)),
      Detent(name: "full", height: .fraction(0.92)),
    ]

    /// The greatest height at which the sheet may rest; zero for the height of the screen.
    ///
    /// Detents above this height are inactive: the sheet does not rest there.
    public var maximumHeight = Points.zero

    /// The height that is occupied at the lower edge of the screen, for example by a keyboard.
    ///
    /// The lower edge of the sheet is above this area. Detents in percent are fractions of the remaining height.
    public var bottomInset = Points.zero

    /// The name of the detent at which the sheet rests at the start.
    ///
    /// If the name is empty or the detent is inactive, the sheet starts at the lowest detent.
    public var start = ""

    /// Whether the sheet can be dismissed.
    public var dismissible = false

    /// The sum of the left and right margins at the lowest and at the highest detent.
    ///
    /// Between and beyond these detents the margins are linear in the height.
    public var margins = (lowest: Points.zero, highest: Points.zero)

    /// How much the sheet dims the content behind it.
    public var backdrop = Backdrop()

    /// The moment at which a finger stops the moving sheet.
    public var catching = SurfaceCatch.touch

    /// The time after a release to the highest detent in which no drag can begin.
    public var pauseAtTop = Seconds.zero

    /// The scrolling content of the sheet.
    public var content = ContentTuning()

    /// The settings for how the sheet follows the finger, settles, and decides at a release.
    public var motion = MotionTuning()

    /// Creates the standard tuning.
    public init() {}
  }

  /// The sheet as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The scrolling content of the sheet.
  var content: ScrolledContent
  private var sharedTuning: Shared<Tuning>
  /// The screen on which the sheet moves.
  public var screen: Screen

  /// Creates a sheet at rest at its start detent.
  ///
  /// - Throws: `SettingError.contradiction` if `start` or `undimmed` is not the name of a detent.
  public init(tuning: Tuning, screen: Screen) throws(SettingError) {
    sharedTuning = Shared(tuning)
    self.screen = screen
    let geometry = try Self.geometry(tuning, on: screen)
    surface = DraggableSurface(geometry, Self.dynamics(tuning))
    content = ScrolledContent(
      Self.contentLayout(tuning, geometry), start: tuning.content.start)
  }

  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: Tuning {
    get { sharedTuning.value }
    set { sharedTuning.value = newValue }
  }

  /// Returns the y coordinate of the sheet's lower edge: the height of the screen minus the inset.
  private static func lowerEdge(_ tuning: Tuning, on screen: Screen) -> Points {
    max(.zero, screen.size.y - tuning.bottomInset)
  }

  /// Returns the active detents from the lowest to the highest.
  ///
  /// If all detents are inactive, returns only the lowest detent, lowered to the greatest allowed height.
  private static func candidates(_ tuning: Tuning, on screen: Screen) -> [RestCandidate] {
    let bottom = lowerEdge(tuning, on: screen)
    let most = tuning.maximumHeight > .zero ? min(bottom, tuning.maximumHeight) : bottom
    let resolved = tuning.detents.map { (name: $0.name, height: $0.height.resolved(on: bottom)) }
    let active = resolved.filter { $0.height <= most }
    let lowest = resolved.min { $0.height < $1.height }.map { [(name: $0.name, height: most)] }
    return (active.isEmpty ? lowest ?? [] : active)
      .map { detent in
        RestCandidate(name: detent.name, position: Position(x: .zero, y: bottom - detent.height))
      }
      // Detents with the same height keep their order.
      .enumerated()
      .sorted { ($0.element.position.y, -$0.offset) > ($1.element.position.y, -$1.offset) }
      .map { $0.element }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SheetScenario: DraggableScenario {
  public static let name = "sheet"
  public static let meaning = "A sheet that rests at one of its detents."
  public static var standardTuning: Tuning { Tuning() }

  public static let sliders: [SettingSlider] =
    .ofRelease + [.decay("content.decelerationRate", changesFeel: false)]

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "detents",
        .text(
          form: Detent.form, get: { Detent.text(of: $0.detents) },
          set: { tuning, text in
            guard let detents = Detent.list(from: text) else { return false }
            tuning.detents = detents
            return true
          }),
        "The heights at which the sheet may rest: points, or percent of the screen above inset.bottom.",
        source: "our choice; a tip for a thumb, half of the screen, and nearly the whole screen",
        describesSituation: true),
      Setting(
        "inset.bottom", unit: "pt", .number(0...100_000) { $1(&$0.bottomInset) },
        "The height of an area below the sheet that is occupied, such as by a keyboard.",
        source: "our choice; no inset. Android's adjustResize shrinks a window by its keyboard",
        describesSituation: true),
      Setting(
        "start",
        .text(
          form: "the name of a detent", get: { $0.start },
          set: { tuning, text in
            tuning.start = text
            return true
          }), "The detent at which the sheet rests at the start; empty for the lowest.",
        source: "Apple, UISheetPresentationController.selectedDetentIdentifier, nil: the smallest",
        describesSituation: true),
      Setting(
        "maximumHeight", unit: "pt", .number(0...100_000) { $1(&$0.maximumHeight) },
        "The height above which detents are not available; 0 for the height of the screen.",
        source:
          "our choice; no limit, so all detents are active. Apple has maximumDetentValue",
        describesSituation: true),
      Setting(
        "dismissible", .flag { $1(&$0.dismissible) }, "Whether the sheet can be dismissed.",
        source: "our choice; off, because a dismissal cannot be undone"),
      Setting(
        "margin.lowest", unit: "pt", .number(0...100_000) { $1(&$0.margins.lowest) },
        "The sum of the left and right margins at the lowest detent.",
        source: "our choice; no margin, so the sheet is as wide as the screen. Wave has 80",
        describesSituation: true),
      Setting(
        "margin.highest", unit: "pt", .number(0...100_000) { $1(&$0.margins.highest) },
        "The sum of the left and right margins at the highest detent.",
        source: "our choice; no margin, so the sheet is as wide as the screen. Wave has 40",
        describesSituation: true),
      Setting(
        "undimmed",
        .text(
          form: "the name of a detent", get: { $0.backdrop.undimmed },
          set: { tuning, text in
            tuning.backdrop.undimmed = text
            return true
          }), "The highest detent that does not dim the content behind the sheet; empty for none.",
        source: "Apple, UISheetPresentationController.largestUndimmedDetentIdentifier, nil"),
      Setting(
        "backdrop.alpha", .number(0...1) { $1(&$0.backdrop.alpha) },
        "The opacity of the backdrop at detents that dim.",
        source: "FloatingPanel at 7efcc76, the backdrop of its full state, 0.3"),
      Setting(
        "catch", .word { $1(&$0.catching) },
        "What stops the moving sheet: the touch, or the drag. The drag continues from the current position "
          + "(drag), the position at the touch-down (dragFromTouch) or the target (dragFromTarget).",
        source: "our choice; the finger holds what it touches"),
      Setting(
        "catch.pause", unit: "s", .number(0...10) { $1(&$0.pauseAtTop) },
        "After a release to the highest detent, a touch does not drag the sheet for this time.",
        source: "our choice; 0, so that a sheet can always be caught. vaul has 0.5"),
    ] + ContentTuning.settings.map { $0.lifted(into: { $1(&$0.content) }) }
    + MotionTuning.settings.map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine = StateMachine(
    StateMachine.draggable(canLeave: true).transitions + contentTransitions)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field(
      "overscroll", unit: "pt",
      "The distance of the sheet beyond its limits; negative above the highest detent."
    ) { $0.surface.geometry.limits.overscroll($1.position).y },
    Field(
      "detent", "The detent at which the sheet rests or to which it moves; unchanged by a drag."
    ) {
      $0.surface.rest.name
    },
    Field("width", unit: "pt", "The width of the sheet.") {
      $0.width(at: $1.position.y)
    },
    Field("height", unit: "pt", "The visible height of the sheet, above inset.bottom.") {
      max(.zero, lowerEdge($0.tuning, on: $0.screen) - $1.position.y)
    },
    Field(
      "contentOffset", unit: "pt",
      "The scroll offset of the content; negative while it bounces at its top."
    ) { .zero - $0.content.motion.position },
    Field(
      "scrollLocked", "Whether an upward drag moves the sheet instead of its content."
    ) { $0.isScrollLocked },
    Field("backdrop", "The opacity of the backdrop behind the sheet, 0 to 1.") {
      $0.dimming(at: $1)
    },
  ])

  public static let ownEvents = [
    .handPaused, .attempted,
    EventDescription(
      .scrolled, "The content was released, and coasts.",
      [
        FieldDescription("contentOffset", unit: "pt", "The scroll offset at the release."),
        FieldDescription(
          "contentRest", unit: "pt", "The scroll offset at which the content will come to rest."),
      ]),
  ]

  public static func geometry(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface.Geometry {
    let names = tuning.detents.map { $0.name }
    let candidates = candidates(tuning, on: screen)
    let start = candidates.first { $0.name == tuning.start }
    guard let first = start ?? candidates.first, (names + [""]).contains(tuning.start) else {
      throw .contradiction(
        scenario: Self.name, found: "there is no detent '\(excerpt(of: tuning.start))' to start at",
        remedy: "set start to one of \(names.joined(separator: ", "))")
    }
    guard (names + [""]).contains(tuning.backdrop.undimmed) else {
      throw .contradiction(
        scenario: Self.name,
        found: "there is no detent '\(tuning.backdrop.undimmed)' to leave undimmed",
        remedy: "set undimmed to one of \(names.joined(separator: ", "))")
    }
    let hidden = Position(x: .zero, y: screen.size.y)
    let tops = candidates.map { $0.position.y }
    let lowest = tops.min() ?? .zero
    let isFree = tuning.dismissible && !tuning.motion.vetoesDismissal
    // A sheet that can be dismissed follows the finger down to the lower edge without a rubber band.
    let highest = isFree ? max(hidden.y, lowest) : tops.max() ?? .zero
    return DraggableSurface.Geometry(
      candidates: candidates, start: first,
      limits: DragLimits(
        lowest: Position(x: .zero, y: lowest), highest: Position(x: .zero, y: highest),
        reach: screen.size, stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      axes: .vertical, hidden: tuning.dismissible ? hidden : nil, screen: screen.size)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    var dynamics = tuning.motion.dynamics
    dynamics.catching = tuning.catching
    dynamics.pauseAtTop = tuning.pauseAtTop
    return dynamics
  }

  public func isHit(_ position: Position) -> Bool {
    !tuning.motion.hitTest || position.y >= surface.motion.position.y
  }

  public func progress(at position: Position) -> Double { progress(at: position.y) }

  /// Returns the common fields of a frame.
  ///
  /// If the sheet rests while its content moves, the phase describes the content. The x position and the x velocity
  /// follow from the width of the sheet, which depends on the height.
  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    var frame = surfaceFrame(index, at: time)
    adjust(&frame)
    return frame
  }

  private func adjust(_ frame: inout Frame) {
    if frame.phase == .resting, content.isCoasting {
      frame.phase = content.isBouncing ? .bouncing : .scrolling
    }
    guard tuning.margins != (.zero, .zero) else { return }
    let here = frame.position.y
    frame.position.x = leftEdge(at: here)
    frame.target.x = leftEdge(at: frame.target.y)
    let tops = tops
    guard width(at: here) > .zero, tops.low > tops.high else { return }
    let narrowing = (tuning.margins.highest - tuning.margins.lowest) / (tops.low - tops.high)
    frame.velocity.x = frame.velocity.y * (-narrowing / 2)
  }

  /// The y coordinates of the upper edge at the lowest and at the highest detent.
  private var tops: (low: Points, high: Points) {
    let candidates = surface.geometry.candidates
    return (candidates.first?.position.y ?? .zero, candidates.last?.position.y ?? .zero)
  }

  /// Returns the progress of a sheet with its upper edge at `y`: 0 at the lowest detent, 1 at the
  /// highest.
  private func progress(at y: Points) -> Double {
    let (low, high) = (tops.low.value, tops.high.value)
    return low > high ? (low - y.value) / (low - high) : 1
  }

  /// Returns the width of a sheet with its upper edge at `y`; at least zero.
  private func width(at y: Points) -> Points {
    let (lowest, highest) = tuning.margins
    return max(.zero, screen.size.x - (lowest + (highest - lowest) * progress(at: y)))
  }

  /// Returns the left edge of a sheet with its upper edge at `y`, which is horizontally centred.
  private func leftEdge(at y: Points) -> Points { (screen.size.x - width(at: y)) / 2 }

  /// Returns the opacity of the backdrop in a frame.
  private func dimming(at frame: Frame) -> Double {
    let bottom = Self.lowerEdge(tuning, on: screen)
    let undimmed = tuning.detents.first { $0.name == tuning.backdrop.undimmed }
    return tuning.backdrop.alpha(
      at: bottom - frame.position.y,
      undimmed: undimmed?.height.resolved(on: bottom) ?? .zero,
      heights: surface.geometry.candidates.lazy.map { bottom - $0.position.y })
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SheetScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [SceneCurve("top edge", along: .y, growsDown: true, isEdge: true)]
    ) { frame in
      let width = frame.own["width"]?.asNumber.map { Points($0) } ?? screen.size.x
      let offset = frame.own["contentOffset"]?.asNumber.map { Points($0) } ?? .zero
      let left = (screen.size.x - width) / 2
      let top = frame.position.y
      let header = top + Points(24) + tuning.content.header
      var layers = [
        SceneLayer(.scrim, SceneBox(filling: screen.size), opacity: frame.number("backdrop")),
        .panel(from: left, top, width: width, on: screen.size),
        .grabber(below: Position(x: left + width / 2, y: top)),
      ]
      if tuning.content.height > .zero {
        layers.append(
          .rows(
            SceneBox(
              x: left + Points(16), y: header - offset, width: width - Points(32),
              height: tuning.content.height),
            window: SceneBox(x: left, y: header, width: width, height: screen.size.y - header)))
      }
      return layers
    }
  }
}

/// How much a sheet dims the content behind it.
public struct Backdrop: Hashable, Sendable {
  /// The name of the highest detent that does not dim; empty if all detents dim.
  public var undimmed = ""

  /// The opacity of the backdrop at detents that dim; unitless, 0 to 1.
  public var alpha = 0.3

  /// Creates the standard backdrop.
  public init() {}

  /// Returns the opacity of the backdrop behind a sheet of `height`.
  ///
  /// `undimmed` is the height of the highest detent that does not dim, and `heights` are the heights of the active
  /// detents. The opacity is 0 up to the height `undimmed`. It increases linearly until the next height in `heights`,
  /// and is ``alpha`` at and above that height.
  func alpha(at height: Points, undimmed: Points, heights: some Sequence<Points>) -> Double {
    guard height > undimmed, let dimmed = heights.lazy.filter({ $0 > undimmed }).min() else {
      return 0
    }
    return alpha * min(1, (height - undimmed) / (dimmed - undimmed))
  }
}
