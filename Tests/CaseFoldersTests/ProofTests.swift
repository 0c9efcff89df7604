import CaseFolders
import Foundation
import InteractionScenarios
import Quantities
import Review
import Testing

/// The observed proofs of the bundled presets.
@Suite("Observed proofs of presets")
struct ProofTests {
  /// The bundled presets with observed proofs, by scenario and name.
  static let entries = Dictionary(
    PresetFileTests.entries.filter { !$0.observed.isEmpty }
      .map { ("\($0.scenario) \($0.preset.name)", $0) }
  ) { first, _ in first }

  /// A setting or a choice of a preset, whose change by 5 % a proof of the preset must report.
  struct Constant: CustomTestStringConvertible, Sendable {
    var preset: String
    var key: String
    var factor: Double
    var testDescription: String { "\(preset): \(key) × \(factor)" }

    /// Creates a constant that is made larger and smaller.
    static func both(_ preset: String, _ key: String) -> [Constant] {
      [1.05, 0.95].map { Constant(preset: preset, key: key, factor: $0) }
    }
  }

  /// At least one constant for each preset with an observed proof; the constants that determine its motion.
  static let constants =
    Constant.both("paging adwaita", "spring.response") + Constant.both("scroll chromium", "slop")
    + Constant.both("scroll chromium", "friction.deceleration")
    + Constant.both("scroll gtk", "decelerationRate")
    + Constant.both("scroll qt", "friction.deceleration")
    + Constant.both("paging css-snap", "slop")
    + [
      // A change in the other direction is within the accepted differences.
      Constant(preset: "paging swiper", key: "slop", factor: 0.95),
      Constant(preset: "paging embla", key: "slop", factor: 0.95),
      Constant(preset: "paging qt", key: "slop", factor: 1.05),
      Constant(preset: "scroll chromium", key: "prediction", factor: 0.95),
      Constant(preset: "scroll chromium", key: "release.cap", factor: 0.95),
      Constant(preset: "paging css-snap", key: "prediction", factor: 0.95),
      Constant(preset: "sheet vaul.sequential", key: "catch.pause", factor: 1.05),
      Constant(preset: "paging css-snap.always", key: "slop", factor: 1.05),
      Constant(preset: "drawer qt", key: "slop", factor: 0.95),
    ]

  /// The preset whose motion no setting determines; the tests of its law and of its decisions hold its constants.
  static let withoutConstants = ["sheet vaul"]

  static func entry(_ name: String) throws -> PresetFile.Entry {
    try #require(entries[name], "there is no preset '\(name)' with an observed proof")
  }

  /// Returns `preset` with the number of the constant multiplied by `factor`.
  ///
  /// Of a deceleration rate, the friction is multiplied, which is its logarithm: a larger rate could be above 1.
  static func changed(
    _ preset: Preset, _ key: String, by factor: Double
  ) throws -> Preset {
    func scaled(_ value: String) throws -> String {
      let parts = value.split(separator: " ", maxSplits: 1)
      let number = try #require(parts.first.flatMap { Double($0) }, "\(key) is not a number")
      let changed = key == "decelerationRate" ? pow(number, factor) : number * factor
      return (["\(changed)"] + parts.dropFirst().map(String.init)).joined(separator: " ")
    }
    var preset = preset
    if let index = preset.values.firstIndex(where: { $0.key == key }) {
      preset.values[index].value = try scaled(preset.values[index].value)
    } else {
      let index = try #require(
        preset.choices.firstIndex { $0.key == key }, "\(preset.name) does not set \(key)")
      preset.choices[index].value = try scaled(preset.choices[index].value)
    }
    return preset
  }

  @Test("each observed proof of a bundled preset holds", arguments: entries.keys.sorted())
  func holds(name: String) throws {
    let entry = try Self.entry(name)
    for proof in entry.observed {
      let result = try proof.result(of: entry.preset, in: entry.scenario)
      let lines =
        result.disagreements.map { "\($0.recording): \($0.difference.sentence)" } + result.untrue
      #expect(result.holds, "\(proof.observation.software): \(lines.joined(separator: "; "))")
      #expect(result.expectedFailures.count < result.recordings, "no recording agrees")
    }
  }

  @Test(
    "a constant that is 5 % larger or smaller is reported", arguments: constants)
  func planted(constant: Constant) throws {
    let entry = try Self.entry(constant.preset)
    let preset = try Self.changed(entry.preset, constant.key, by: constant.factor)
    var reports = 0
    for proof in entry.observed {
      let before = try proof.result(of: entry.preset, in: entry.scenario)
      try #require(before.disagreements.isEmpty, "the proof reports the unchanged preset, too")
      reports += try proof.result(of: preset, in: entry.scenario).disagreements.count
    }
    #expect(reports > 0)
  }

  @Test("each preset with an observed proof has a constant in this suite")
  func complete() {
    let named = Self.constants.map(\.preset) + Self.withoutConstants
    #expect(Set(named) == Set(Self.entries.keys))
  }

  // MARK: Proofs that are not true

  /// The preset and the proof that the tests below change.
  private func proof() throws -> (entry: PresetFile.Entry, proof: ObservedProof) {
    let entry = try Self.entry("paging adwaita")
    return (entry, try #require(entry.observed.first))
  }

  private func result(_ change: (inout ObservedProof) -> Void) throws -> ObservedProofResult {
    var (entry, proof) = try proof()
    change(&proof)
    return try proof.result(of: entry.preset, in: entry.scenario)
  }

  private func refusal(_ change: (inout ObservedProof) -> Void) throws -> String {
    do {
      return "nothing is refused: \(try result(change))"
    } catch let error as ProofError {
      switch error {
      case .replay(let error): return error.description
      case .table(let error): return error.description
      }
    }
  }

  @Test("another number of runs than the proof states is reported")
  func runs() throws {
    #expect(try result { $0.observation.runs += 1 }.untrue.count == 1)
    let stated = try proof().proof.observation.runs
    let fewer = try result { $0.excepted.append(("paging/drag-left", "a test")) }
    // Each recording has three runs.
    #expect(fewer.untrue.contains { $0.contains("found \(stated - 3) runs") })
  }

  @Test("a recording that agrees, or that no table has, may not be listed as failing")
  func listed() throws {
    let agreeing = try result { $0.failing.append(("paging/drag-left", "a test")) }
    #expect(
      agreeing.untrue == ["paging/drag-left: the preset agrees; remove the recording from 'fails'"])
    let absent = try result { $0.excepted.append(("paging/absent", "a test")) }
    #expect(
      absent.untrue == ["paging/absent: no table has this recording; remove it from 'except'"])
    let listed = try proof().proof.failing.map { $0.recording }
    let unlisted = try result { $0.failing.removeAll() }
    #expect(Set(unlisted.disagreements.map(\.recording)) == Set(listed))
  }

  @Test("one of several runs of a recording must agree")
  func repeated() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "proof-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (_, proof) = try proof()
    func table(_ name: String) throws -> String {
      try String(contentsOfFile: "\(proof.tables)/paging_\(name).csv", encoding: .utf8)
    }
    let right = try table("drag-left.run1")
    // The motion of another recording, with the note of this one, is a run that decided otherwise.
    let wrong = try table("drag-less-than-half-and-hold.run1")
      .replacing("paging/drag-less-than-half-and-hold", with: "paging/drag-left")
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    func result(_ runs: Int) throws -> ObservedProofResult {
      try self.result { proof in
        proof.tables = folder.path
        proof.failing = []
        (proof.tolerance.drag, proof.tolerance.path) = (Points(10), Points(10))
        (proof.observation.runs, proof.observation.recordings) = (runs, 0)
      }
    }
    try write(wrong, "flick.csv")
    #expect(try !result(1).holds)
    try write(right, "flick.run1.csv")
    // A file whose name lies between those of the runs is another group.
    try write(right, "flick.other.csv")
    let both = try result(3)
    #expect(both.holds && both.recordings == 2, "\(both)")
  }

  @Test("missing folders, other software and a missing note are errors")
  func refused() throws {
    #expect(try refusal { $0.tables += "/absent" }.contains("absent: there is no such"))
    #expect(try refusal { $0.recordings += "/absent" }.contains("absent: there is no such"))
    // This folder has subfolders, but no tables.
    #expect(try refusal { $0.tables += "/.." }.contains("*.csv: there is no such"))
    #expect(
      try refusal { $0.observation.software = "libadwaita 1.6" }.contains(
        "'software: GTK 4.8.3, libadwaita 1.2.2'"))
    // This folder has no recordings of pages.
    #expect(try refusal { $0.recordings += "/sheet" }.contains("there is no such file"))
  }
}
