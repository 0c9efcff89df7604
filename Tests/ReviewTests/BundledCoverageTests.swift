import CaseFolders
import Foundation
import InteractionScenarios
import Review
import Testing
import TouchInput

@Suite("Setting coverage of the bundled cases")
struct BundledCoverageTests {
  /// The scenarios whose cases notice all settings.
  private static let covered = [
    "sheet", "pip", "modal", "card", "transition", "scroll", "button", "paging", "swipe", "drawer",
    "refresh", "rotation", "flashlight",
  ]

  private struct Case {
    var name: String
    var request: ReplayRequest
    var recording: Recording

    /// Returns the case; with `deaf`, later changes to that setting are ignored.
    func covered(deafTo deaf: String? = nil) throws -> CoveredGesture {
      guard let deaf else {
        return try CoveredGesture(name: name, request: request, recording: recording)
      }
      let own = request.assignments.filter { $0.key == deaf }
      return try CoveredGesture(
        name: name, request: request, recording: recording,
        replayedBy: { (request, recording) throws(ReplayError) in
          var request = request
          request.assignments.removeAll { $0.key == deaf }
          request.assignments += own
          return try request.run(of: recording)
        })
    }
  }

  private static func cases(of scenario: String) throws -> [Case] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Recordings/\(scenario)").standardized.path
    return try RecordingCase.all(in: folder).map { known in
      Case(
        name: known.name, request: try known.request().request,
        recording: try Recording(contentsOf: known.recordingPath))
    }
  }

  @Test("the bundled cases notice all settings, checked on a sample")
  func sample() throws {
    for kind in allScenarios where Self.covered.contains(kind.name) {
      let gestures = try Self.cases(of: kind.name).map { try $0.covered() }
      let keys = SettingCoverage.keys(of: gestures)
      for (index, key) in keys.enumerated() where index % 16 == 5 {
        #expect(!SettingCoverage(of: key, in: gestures).isUnseen, "\(kind.name): \(key)")
      }
    }
  }

  @Test("a setting whose value is ignored is reported, and no other setting is")
  func planted() throws {
    for scenario in ["flashlight", "button", "transition"] {
      let cases = try Self.cases(of: scenario)
      let hearing = try cases.map { try $0.covered() }
      let keys = SettingCoverage.keys(of: hearing).filter { key in
        !SettingCoverage(of: key, in: hearing).noticedBy.isEmpty
      }
      for (index, key) in keys.enumerated() {
        let deaf = try cases.map { try $0.covered(deafTo: key) }
        #expect(SettingCoverage(of: key, in: deaf).isUnseen, "\(scenario): \(key)")
        let other = keys[(index + 1) % keys.count]
        #expect(!SettingCoverage(of: other, in: deaf).isUnseen, "\(scenario): \(other)")
      }
    }
  }

  @Test("a setting that decides which other settings apply is reported if it is ignored")
  func plantedWord() throws {
    let cases = try Self.cases(of: "sheet").filter { known in
      known.request.assignments.contains { $0.key.hasPrefix("release.") }
    }.prefix(8)
    #expect(cases.count == 8)
    for key in ["release.choice", "release.dismissal"] {
      let deaf = try cases.map { try $0.covered(deafTo: key) }
      #expect(SettingCoverage(of: key, in: deaf).isUnseen, "\(key)")
    }
  }
}
