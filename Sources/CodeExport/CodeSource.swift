package import GestureReplay
import InteractionScenarios
package import MotionPhysics
package import Quantities
package import ReleaseRules
import Scenarios
import Surfaces

/// The settings of a scenario in the form in which they are exported.
package struct CodeSource: Sendable {
  /// The name of the scenario.
  package var scenario: String
  /// The origin of the settings for the first line of the code, such as the name of a file.
  package var origin: String
  /// The settings that apply, in the order of the scenario.
  package var settings: [TunableSetting]
  /// The settings that apply by default, with their default values.
  var standards: [TunableSetting]
  /// The positions at which the surface may rest, and the positions of a dismissed surface.
  var rests: RestPositions
  /// The size of the screen.
  var screen: Planar<Points>
  /// The request, with the options that its preset chooses.
  let request: ReplayRequest

  /// Creates the source from a request.
  ///
  /// - Parameters:
  ///   - request: The request, with its preset and settings.
  ///   - origin: The origin of the settings, such as the name of a file, or a preset.
  /// - Throws: `SettingError` if the request is invalid.
  package init(_ request: ReplayRequest, origin: String) throws(SettingError) {
    scenario = request.scenario
    self.origin = origin
    settings = try request.tunableSettings()
    standards = try ReplayRequest(scenario: request.scenario).tunableSettings()
    // The positions are read 10 s after a command, so let the surface jump, because a slow spring might still move it.
    var direct = request
    for setting in settings {
      switch (setting.key, setting.value) {
      case ("spring.response", .number(_, in: let range)) where range.contains(0):
        direct.assignments.append(Assignment(key: setting.key, value: "0"))
      case ("engine", .word): direct.assignments.append(Assignment(key: "engine", value: "exact"))
      default: break
      }
    }
    rests = try direct.restPositions()
    screen = request.screen.size
    self.request = try request.withPresetChoices()
  }
}

/// A spring among the settings of a scenario.
package struct NamedSpring: Hashable, Sendable {
  /// The name: the part of the keys before `.response` and `.dampingRatio`.
  package var name: String
  package var spring: Spring

  var responseKey: String { "\(name).response" }
  var dampingRatioKey: String { "\(name).dampingRatio" }
  var keys: [String] { [responseKey, dampingRatioKey] }
  /// The name of the spring in code: the spring that follows a release is the settling spring.
  var identifier: String { name == "spring" ? "settling" : name }
}

/// A friction among the settings of a scenario.
struct NamedFriction: Hashable, Sendable {
  var law: Friction
  /// The keys of the settings from which ``law`` is computed.
  var keys: [String]
}

extension CodeSource {
  /// Whether a setting has its default value; the default of a number does not depend on the release rule.
  func isStandard(_ setting: TunableSetting) -> Bool {
    if case .number(let number, _) = setting.value { return setting.standard == number }
    return standards.contains { $0.key == setting.key && $0.value == setting.value }
  }

  /// Returns the number of the setting `key`; nil if there is no such setting, or if it is not a number.
  func number(_ key: String) -> Double? {
    guard let setting = settings.first(where: { $0.key == key }),
      case .number(let value, _) = setting.value
    else { return nil }
    return value
  }

  /// Returns the word of the setting `key`; nil if there is no such setting, or if it is not a word.
  func word(_ key: String) -> String? {
    guard let setting = settings.first(where: { $0.key == key }),
      case .word(let word, _) = setting.value
    else { return nil }
    return word
  }

  /// Returns the value of a setting with its unit, as in `0.4 s`.
  func valueText(_ setting: TunableSetting) -> String {
    let value =
      switch setting.value {
      case .number(let number, _): readable(value: plain(number))
      case .word(let word, _): word
      case .text(let text): text.isEmpty ? "''" : text
      }
    return setting.unit.isEmpty ? value : "\(value) \(setting.unit)"
  }

  /// Returns settings with their values, as in `spring.response 0.4 s, spring.dampingRatio 0.8`.
  func valueTexts(_ keys: [String]) -> String {
    keys.compactMap { key in
      settings.first { $0.key == key }.map { "\(key) \(valueText($0))" }
    }.joined(separator: ", ")
  }

  /// The springs, in the order of the settings.
  package var springs: [NamedSpring] {
    settings.compactMap { setting in
      guard setting.key.hasSuffix(".response"), let response = number(setting.key) else {
        return nil
      }
      let name = String(setting.key.dropLast(".response".count))
      guard let ratio = number("\(name).dampingRatio") else { return nil }
      return NamedSpring(
        name: name, spring: Spring(dampingRatio: ratio, response: Seconds(response)))
    }
  }

  /// The friction of thrown content; nil if the scenario has no content that can be thrown.
  var friction: NamedFriction? {
    switch word("friction") {
    case "constant":
      return number("friction.deceleration").map {
        NamedFriction(
          law: .constant(deceleration: $0), keys: ["friction", "friction.deceleration"])
      }
    case "android":
      return number("friction.coefficient").map {
        NamedFriction(law: .android(coefficient: $0), keys: ["friction", "friction.coefficient"])
      }
    case "flutter":
      return number("friction.coefficient").map {
        NamedFriction(law: .flutter(coefficient: $0), keys: ["friction", "friction.coefficient"])
      }
    case "chromium": return nil
    default: break
    }
    for key in ["decelerationRate", "content.decelerationRate"] {
      // The content of a sheet scrolls only if it has a height.
      guard let rate = number(key), number("content.height") != 0 else { continue }
      let keys = word("friction") == "exponential" ? ["friction", key] : [key]
      return NamedFriction(law: .exponential(Decay(rate: rate)), keys: keys)
    }
    return nil
  }

  /// The line along which the surface moves; nil if it rests at fewer than two positions, or moves along two axes.
  var travel: RestLine? {
    RestLine(rests)
  }

  /// The distance from start to target in the motions with which the export compares a spring and its exported code.
  ///
  /// This is the largest distance between neighbouring rests; 100 pt if the surface has fewer than two rests, or no
  /// release rule that moves it between them.
  package var distance: Points {
    guard word("release.choice") != nil else { return Points(100) }
    let positions = rests.positions.map { $0.position }
    let gaps = zip(positions, positions.dropFirst()).map { ($1 - $0).length }
    let largest = gaps.max() ?? .zero
    return largest > .zero ? largest : Points(100)
  }

  /// The release velocity in these motions, towards the target.
  ///
  /// We chose 1000 pt/s because it is an ordinary flick, well above the flick thresholds of all presets of sheets.
  package static let velocity = PointsPerSecond(1_000)
}

/// The rests of a surface on the line along which it moves.
struct RestLine: Hashable, Sendable {
  /// A rest: its name, its coordinate in points, and its index among the candidates of the scenario.
  struct Rest: Hashable, Sendable {
    var name: String
    var coordinate: Double
    var candidate: Int
  }

  var isVertical: Bool
  /// The rests, in the order of their coordinates; at least one.
  var rests: [Rest]
  /// The coordinate of the dismissed surface; nil if it cannot be dismissed, or can be dismissed in several directions.
  var hidden: Double?

  /// Creates the line through `positions`; nil if there is none.
  init?(_ positions: RestPositions) {
    let points = positions.positions.map { $0.position } + positions.exits
    guard let first = points.first, !positions.positions.isEmpty, points.count > 1 else {
      return nil
    }
    let isLevel = points.allSatisfy { $0.y == first.y }
    guard isLevel || points.allSatisfy({ $0.x == first.x }) else { return nil }
    isVertical = !isLevel
    func coordinate(_ position: Position) -> Double {
      isLevel ? position.x.value : position.y.value
    }
    rests = positions.positions.enumerated()
      .map { Rest(name: $1.name, coordinate: coordinate($1.position), candidate: $0) }
      .sorted { ($0.coordinate, $0.candidate) < ($1.coordinate, $1.candidate) }
    hidden = positions.exits.count == 1 ? coordinate(positions.exits[0]) : nil
  }

  /// Whether the candidates of the scenario are in the order of descending coordinates, as in a sheet.
  var isDescending: Bool { rests.count > 1 && rests[0].candidate > rests[1].candidate }
}
