import GestureReplay
package import MotionPhysics
import Quantities

/// The settings of a source, and the springs among them that are exported.
struct CodeExporter {
  let source: CodeSource
  /// The springs to export.
  let springs: [NamedSpring]
  /// Whether only one spring is exported.
  let isSingle: Bool

  /// Returns the motion of a spring over ``CodeSource/distance``, to compare it with the motion of the exported code.
  ///
  /// If `isThrown` is true, the motion starts with ``CodeSource/velocity``; otherwise it starts from rest.
  func path(_ spring: Spring, isThrown: Bool = true) -> PathDifference {
    PathDifference(
      spring: spring, distance: source.distance.value,
      velocity: isThrown ? CodeSource.velocity.value : 0)
  }

  /// The text of ``CodeSource/distance``, such as `311.4 pt`.
  var distanceText: String { differenceText(source.distance.value) }

  /// The distance and the velocity of the compared motions, such as `over 311.4 pt at 1000 pt/s`.
  var thrown: String { "over \(distanceText) at \(plain(CodeSource.velocity.value)) pt/s" }
}

extension CodeSource {
  /// Returns the settings as code for `platform`.
  ///
  /// - Parameters:
  ///   - platform: The platform.
  ///   - spring: The name of the only spring to export; nil for all springs, the friction and the release rule.
  /// - Returns: The code; nil if `spring` is not the name of one of the springs.
  package func code(for platform: CodePlatform, spring: String? = nil) -> ExportedCode? {
    let chosen = springs.filter { spring == nil || $0.name == spring }
    if spring != nil, chosen.isEmpty { return nil }
    let exporter = CodeExporter(source: self, springs: chosen, isSingle: spring != nil)
    var code = ExportedCode(self, platform: platform)
    exporter.addTitle(to: &code)
    switch platform {
    case .swiftui: exporter.addSwiftUI(to: &code)
    case .uikit: exporter.addUIKit(to: &code)
    case .compose: exporter.addCompose(to: &code)
    case .views: exporter.addViews(to: &code)
    case .flutter: exporter.addFlutter(to: &code)
    case .css: exporter.addCSS(to: &code)
    case .webAnimations: exporter.addWebAnimations(to: &code)
    case .motion: exporter.addMotion(to: &code)
    case .reactSpring: exporter.addReactSpring(to: &code)
    case .vaul: exporter.addVaul(to: &code)
    case .gtk: exporter.addGTK(to: &code)
    case .adwaita: exporter.addAdwaita(to: &code)
    case .qt: exporter.addQt(to: &code)
    case .rust, .cpp: exporter.addSystemLanguage(to: &code)
    }
    if spring == nil { exporter.addRule(to: &code) }
    if platform == .qt {
      code.indent = ""
      code.add("}")
    }
    if platform == .cpp {
      code.add()
      code.add("#endif  // FLICKBOOK_EXPORT_HPP")
    }
    return code
  }

  /// The names of the springs, for messages.
  package var springNames: [String] { springs.map { $0.name } }

  /// Returns the spring with the name `name`; nil if there is none.
  package func spring(named name: String) -> Spring? {
    springs.first { $0.name == name }?.spring
  }
}

extension CodeExporter {
  fileprivate func addTitle(to code: inout ExportedCode) {
    code.add(
      comment:
        "flickbook export: \(code.platform.title) code of the scenario \(source.scenario), from "
        + "\(commentText(source.origin)).")
    code.add(
      comment: (code.platform.point == "pt"
        ? "" : "A point of Flickbook is a \(code.platform.point) here. ")
        + "The comment of a number names its settings. Differences are measured \(thrown) "
        + "towards the "
        + "target.")
  }

  /// Adds `body` for each spring, after a comment; a spring that no platform can express is recorded as a loss.
  func eachSpring(
    in code: inout ExportedCode, _ body: (NamedSpring, inout ExportedCode) -> Void
  ) {
    for spring in springs {
      guard spring.spring.response > .zero else {
        code.use(spring.keys)
        code.lose(
          spring.name,
          "its response is 0, so the surface has no spring here: set the value directly")
        continue
      }
      code.add()
      code.add(comment: role(of: spring))
      body(spring, &code)
    }
  }

  /// The role of a spring, in one sentence.
  private func role(of spring: NamedSpring) -> String {
    let meaning = source.settings.first { $0.key == spring.responseKey }?.meaning ?? ""
    let prefix = "The response of the spring"
    guard meaning.hasPrefix(prefix) else { return "The spring \(spring.name)." }
    let role = meaning.dropFirst(prefix.count).prefix { $0 != ";" && $0 != "." }
    let law = source.word("settle.law") ?? "spring"
    let unused =
      spring.name == "spring" && law != "spring"
      ? " The settings move the surface by the curve settle.law = \(law) instead, which is not "
        + "exported."
      : ""
    return "The spring\(role).\(unused)"
  }
}
