import ArgumentParser
import CodeExport
import Flickbook

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write tuned settings as code for SwiftUI, Compose, CSS, Rust and other platforms.",
    discussion: HelpDetail.text(
      """
      SETTINGS is a YAML file with settings, such as the best.yml of 'flickbook tune', or a preset file. \
      The code has the springs, the friction, the detents and the release rule in the units of the \
      platform; a comment names the settings from which each number is computed. Comments at the end \
      list what the platform cannot express or only approximates, with the largest difference in \
      points, and the settings that are not exported.

      The platforms are swiftui, uikit, compose, views (Android), flutter, css, web-animations, motion, \
      react-spring, vaul, gtk, adwaita, qt, rust and cpp. For the scenario scroll, rust and cpp also compute the momentum \
      of a touchpad for Wayland clients: the velocity, the friction, the rubber band and the bounce.

      To export a recording, use 'flickbook convert --to'.
      """,
      details: """
        The JSON is one object: scenario, source, platform, distance and velocity (of the comparisons), \
        code, numbers (each with name, value, unit, settings), losses (what the platform cannot express; each \
        with subject, loss and points: the largest difference, or null) and notExported (each with setting \
        and value).
        """,
      example: """
        flickbook export best.yml --to compose
        flickbook export best.yml --to css --spring spring -o spring.css
        flickbook export --scenario sheet --preset wave --to swiftui
        flickbook export --scenario scroll --preset gtk --to rust -o scroll.rs
        """,
      readOn: "docs/export-code.md"))

  @Argument(
    help: "The YAML file with settings; leave it out to export a preset or the defaults.",
    completion: .file())
  var settings: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The platform, such as compose.", valueName: "platform"),
    completion: .list(CodePlatform.allCases.map { $0.rawValue }))
  var platformName: String?

  @Option(
    help: ArgumentHelp(
      "Export only this spring, such as spring or tracking.", valueName: "name"))
  var spring: String?

  @OptionGroup var choice: ScenarioSettingOptions

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The file to write; without it, the code is printed.", completion: .file())
  var output: String?

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  @Flag(help: "Print one JSON object, with the code, its numbers and the losses.")
  var json = false

  func run() throws {
    let platform = try platform()
    try writing.check(file: output)
    let source = try choice.source(inFile: settings)
    guard let code = source.code(for: platform, spring: spring) else {
      throw source.unknownSpring(spring ?? "")
    }
    let text = json ? jsonDocument(code.fields) : code.text
    guard let output else { return print(text, terminator: "") }
    try writing.write(
      Array(text.utf8), to: output, madeFrom: choice.files + [settings].compactMap { $0 })
  }

  private func platform() throws -> CodePlatform {
    guard let platformName else {
      let list = CodePlatform.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure(.usage, at: "--to", "missing", "give a platform, one of \(list)")
    }
    return try checked("--to", platformName)
  }
}
