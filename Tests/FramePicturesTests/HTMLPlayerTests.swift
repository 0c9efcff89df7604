import Foundation
import FrameLogs
import Quantities
import Testing

@testable import FramePictures

@Suite("HTML player")
struct HTMLPlayerTests {
  /// The parts of a page's run that the tests check.
  struct PlayedRun: Decodable {
    struct Event: Decodable {
      var frame: Int
      var event: String
    }
    struct Curve: Decodable {
      var title: String
    }
    var name: String
    var rate: Double
    var curves: [Curve]
    var keys: [String]
    var frames: [[Value]]
    var events: [Event]
  }

  /// A value in a frame; the tests check only numbers.
  struct Value: Decodable {
    var number: Double?

    init(from decoder: any Decoder) throws {
      number = try? decoder.singleValueContainer().decode(Double.self)
    }
  }

  private func played(_ page: String) throws -> [PlayedRun] {
    let start = try #require(page.firstRange(of: "id=\"runs\">")).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    return try JSONDecoder().decode([PlayedRun].self, from: Data(page[start..<end].utf8))
  }

  @Test("a page contains every value of every frame, to the last bit")
  func values() throws {
    let runs = try played(htmlPlayer(of: [SampleMotion.sheet, SampleMotion.window]))
    #expect(runs.map { $0.curves.map(\.title) } == [["y, pt"], ["x, pt", "y, pt"]])
    for (played, run) in zip(runs, [SampleMotion.sheet, SampleMotion.window]) {
      #expect(played.rate == 120)
      #expect(played.events.map(\.event) == run.events.map(\.kind.rawValue))
      let position = try #require(played.keys.firstIndex(of: "y"))
      #expect(
        played.frames.map { $0[position].number } == run.frames.map { $0.position.y.value })
      #expect(played.frames.allSatisfy { $0.count == played.keys.count })
    }
  }

  @Test("without scripts, a page shows a still picture of its first run and hides the interface")
  func withoutScripts() throws {
    let runs = [SampleMotion.window, SampleMotion.sheet]
    let sceneries = [SceneTests.scenery, nil]
    let page = htmlPlayer(of: runs, sceneries: sceneries)
    let image = try #require(
      page.firstMatch(
        of: /<noscript>.*?<img alt="([^"]+)" src="data:image\/svg\+xml;base64,([^"]+)">/
          .dotMatchesNewlines()))
    let picture = try #require(Data(base64Encoded: String(image.2)))
    #expect(
      String(decoding: picture, as: UTF8.self)
        == svgPicture(
          of: [PlottedRun(runs[0], scenery: sceneries[0])], style: PlotStyle(theme: .auto)))
    #expect(!picture.contains(Data("<script".utf8)) && !picture.contains(Data("<animate".utf8)))
    #expect(page.contains("The picture shows the first of 2 runs."))
    #expect(page.contains("@media (scripting: none) { body > :not(noscript) { display: none; }"))
    let empty = htmlPlayer(of: [])
    #expect(empty.contains("needs JavaScript") && !empty.contains("<img"))
  }

  @Test("a page marks exactly the recordings whose scenario is unknown to its engine")
  func onlyPlayed() throws {
    let known = RecordedRun(recording: [], request: [])
    let own = RecordedRun(recording: [], request: [], isKnownToEngine: false)
    let page = htmlPlayer(of: SampleMotion.oddRuns, recorded: [known, own])
    let start = try #require(page.firstRange(of: "id=\"recordings\">")).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    let entries = page[start..<end].split(separator: "\"run\":").dropFirst()
    #expect(entries.map { $0.contains("\"isPlayedOnly\":true") } == [false, true])
  }

  @Test("a page loads nothing from elsewhere, and text in it cannot end its script")
  func selfContained() throws {
    let page = htmlPlayer(of: SampleMotion.oddRuns, names: ["</script><img alt=x>"])
    let picture = /<img alt="[^"<>]*" src="data:[a-z+\/;0-9]*,[A-Za-z0-9+\/=]*">/
    // The name of a namespace is no address that a page loads.
    let rest = page.replacing(picture, with: "").replacing("http://www.w3.org/2000/svg", with: "")
    for word in ["http:", "https:", "src=", "@import", "<link", "url(", "<img", "alert(1)</"] {
      #expect(!rest.contains(word), "\(word)")
    }
    #expect(try played(page).first?.name == "</script><img alt=x>")
    #expect(page.ranges(of: "</script>").count == 5)
  }

  @Test("runs have their given names; unnamed runs have a number and a description")
  func names() throws {
    let page = htmlPlayer(of: [SampleMotion.sheet, SampleMotion.window], names: ["first"])
    #expect(try played(page).map(\.name) == ["first", "2 pip · flickbook"])
    #expect(try played(htmlPlayer(of: [])).isEmpty)
  }

  @Test("a page of odd runs has all runs; scripts/tests/player opens it in a browser")
  func writePage() throws {
    let page = htmlPlayer(
      of: [SampleMotion.window, SampleMotion.sheet] + SampleMotion.oddRuns,
      names: ["window", "sheet"])
    #expect(try played(page).count == 2 + SampleMotion.oddRuns.count)
    if let path = ProcessInfo.processInfo.environment["FLICKBOOK_PLAYER_PAGE"] {
      try Data(page.utf8).write(to: URL(filePath: path))
    }
  }
}
