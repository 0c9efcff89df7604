package import FrameLogs
package import ReleaseRules
package import TouchInput

#if !PAGE_ENGINE
  package import Quantities
#endif
#if !$Embedded
  package import Scenarios
#endif

/// The surface that a request replays: a scenario, or a program under test.
///
/// The protocol does not expose the types of the settings and of the state, so callers use all surfaces in the same way.
/// Only classes conform, because Embedded Swift has no values of other protocol types.
package protocol ReplayedSurface: AnyObject, Sendable {
  /// The name, such as `sheet`.
  var name: String { get }
  /// A description in one sentence.
  var meaning: String { get }
  /// The frame fields that only this surface has.
  var ownFields: [FieldDescription] { get }
  /// Whether the surface receives the force of a touch.
  var usesForce: Bool { get }
  /// The bundled presets; the default is the first.
  var presets: [Preset] { get }
  /// The command that starts a program under test, and its working folder; nil for a scenario.
  var program: (command: String, folder: String)? { get }
  /// Checks that the preset, the settings and the commands of `request` are known and consistent.
  func check(_ request: ReplayRequest) throws(SettingError)
  /// Replays `recording`; `origin` has fields about the recording for the header of the run.
  func run(
    _ request: ReplayRequest, of recording: Recording, origin: [LogField]
  ) throws(ReplayError) -> Run
  /// Returns the fields of `request` for the header of a run.
  func header(of request: ReplayRequest) throws(SettingError) -> [LogField]
  /// Returns the description as named values; the settings have their values in `request`, or else their defaults.
  func description(asked request: ReplayRequest?) throws(SettingError) -> [LogField]
  /// Returns the curves and scenes that display `run`, which must be a run of this surface.
  func scenery(of run: Run) -> Scenery
  /// Returns a surface that follows `device`, which is in the state `initial`.
  func following(
    _ request: ReplayRequest, _ device: DeviceDescription, _ initial: Recording.InitialState?
  ) throws(ReplayError) -> any LiveRun
  /// Returns the decisions on other releases; nil if the replay lacks the decision of `grid`, or no pan led to it.
  func releaseMap(
    _ request: ReplayRequest, of recording: Recording, over grid: ReleaseGrid
  ) throws(ReplayError) -> ReleaseMap?
  /// Returns the axis along which the surface moves; nil if it moves freely.
  func panAxis(in request: ReplayRequest) throws(SettingError) -> PanAxis?
  /// Returns the possible targets of decisions without duplicates.
  func targets(in request: ReplayRequest) throws(SettingError) -> [String]
  /// Returns the start position and the positions of the destinations.
  func restPositions(in request: ReplayRequest) throws(SettingError) -> RestPositions
  /// Returns the settings that apply in `request`, with their values.
  func tunableSettings(in request: ReplayRequest) throws(SettingError) -> [TunableSetting]
  // The pages of `flickbook view` replay recordings but do not search for settings. Without the search, the WebAssembly
  // engine in a page has two thirds of the size.
  #if !PAGE_ENGINE
    /// Returns `request` with the values of its settings as they are stored in files.
    func plainValues(of request: ReplayRequest) throws(SettingError) -> ReplayRequest
    /// Whether a replay takes about a second, so that a search should try few values.
    var isSlow: Bool { get }
    /// Computes outcomes; see ``ReplayRequest/outcomes(of:on:margin:visit:)``.
    func evaluate(
      _ request: ReplayRequest, _ tried: TriedSettings, on gestures: [PreparedGesture],
      margin: Points?, visit: (Int, Int, Outcome) -> Void
    ) throws(SettingError) -> [SettingError?]
  #endif
  #if !$Embedded
    /// The scenario; nil for a program under test. Missing in Embedded Swift, where types are not values.
    var type: (any Scenario.Type)? { get }
    /// Registers a program under test as a release rule, and returns the assignment that chooses the rule.
    func choiceOfRule() throws(SettingError) -> Assignment?
  #endif
}
