import Foundation
import Testing

@Suite("Terminals without Unicode")
struct PlainSignTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "a.yml")
    try flickbook("synth", "twist", "-o", "twist.yml")
  }

  @Test(
    "the output under LC_ALL=C is ASCII and has as many lines as in other locales",
    arguments: [
      "", "--help", "replay a.yml --scenario sheet", "replay twist.yml --scenario rotation",
      "replay a.yml --scenario pip --preset wave", "inspect a.yml", "velocity a.yml",
      "motion spring response=0.4 dampingRatio=0.5", "motion constant", "motion ease",
      "rule lint --scenario sheet",
      "rule schema", "rule compare flickbook wave --scenario sheet", "scenario list",
      "scenario show sheet", "scenario show rotation", "scenario show flashlight --all",
      "preset list", "preset show wave", "explain",
      "explain hookRejected", "explain bayes", "synth --help",
      "why a.yml --scenario sheet --intent full", "replay a.yml --scenario sheet --hz fast",
      "tune a.yml --scenario sheet --vary spring.response=0.2:0.4:0.1",
    ])
  func ascii(words: String) throws {
    let plain = try flickbook.shell("LC_ALL=C flickbook \(words)")
    for text in [plain.output, plain.errors] {
      let odd = text.unicodeScalars.filter { !$0.isASCII }
      #expect(odd.isEmpty, "\(words): \(Set(odd.map { String($0) }).sorted())")
    }
    let rich = try flickbook.shell("LC_ALL=C.UTF-8 flickbook \(words)")
    #expect(plain.status == rich.status)
    #expect(
      plain.output.count(where: \.isNewline) == rich.output.count(where: \.isNewline), "\(words)")
  }

  @Test("machine-readable output is the same in every locale, and names keep all their letters")
  func data() throws {
    let text = try flickbook.text("a.yml")
    try flickbook.write(
      text.replacing("Synthetic touchscreen", with: "Gerät → 1²"), to: "grün.yml")
    for words in [
      "inspect grün.yml --json", "scenario show sheet --json", "motion ease --svg",
      "synth flick -o -", "rule schema --json",
    ] {
      let plain = try flickbook.shell("LC_ALL=C flickbook \(words)")
      let rich = try flickbook.shell("LC_ALL=C.UTF-8 flickbook \(words)")
      #expect(plain.status == 0 && plain.output == rich.output, "\(words)")
    }
    #expect(
      try flickbook.shell("LC_ALL=C flickbook inspect grün.yml").output.contains("Gerät -> 1^2"))
  }
}
