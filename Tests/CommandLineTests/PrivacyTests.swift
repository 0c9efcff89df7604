import Foundation
import Testing

@Suite("Privacy")
struct PrivacyTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
    let text = try flickbook.text("flick.yml")
    // The same gesture, from a computer whose recordings contain identifying data.
    let spoken = text.replacing(/name: "[^"]*"/, with: "name: \"OWNER's Pad\"")
      .replacing(/source: "[^"]*"/, with: "source: \"evdev: OWNER\"")
      .replacing("\nflickbook:", with: "\nsystem:\n  dmi: \"dmi:OWNER\"\nflickbook:")
      .replacing(/note: "[^"]*"/, with: "note: \"OWNER did it\"")
      .replacing("  quirks:", with: "  # Name: OWNER\n  hid: [ OWNER ]\n  quirks:")
    try flickbook.write(spoken, to: "mine.yml")
  }

  @Test("all identifying data of a recording are listed, together with those that can be removed")
  func listed() throws {
    let result = try flickbook("inspect", "--privacy", "mine.yml")
    #expect(result.status == 0)
    for part in ["OWNER's Pad", "evdev: OWNER", "dmi:OWNER", "OWNER did it", "# Name: OWNER"] {
      #expect(result.output.contains(part), "\(part) is not in: \(result.output)")
    }
    #expect(result.output.contains("flickbook convert --anonymous mine.yml"))
    #expect(result.output.contains("intent: half"))
    #expect(try flickbook("inspect", "--privacy", "--strict", "mine.yml").status == 1)
    let json = try flickbook("inspect", "--privacy", "--json", "mine.yml").json()
    let details = try #require(json.first?["details"] as? [[String: Any]])
    #expect(details.contains { $0["kind"] as? String == "system" })
  }

  @Test("an anonymous recording has no identifying data and gives byte-identical frames")
  func anonymous() throws {
    #expect(try flickbook("convert", "--anonymous", "mine.yml", "plain.yml").status == 0)
    #expect(try !flickbook.text("plain.yml").contains("OWNER"))
    #expect(try flickbook.text("plain.yml").contains("intent: \"half\""))
    #expect(try flickbook("inspect", "--privacy", "--strict", "plain.yml").status == 0)
    for name in ["mine", "plain"] {
      let run = try flickbook("replay", "\(name).yml", "--scenario", "sheet", "-o", name)
      #expect(run.status == 0)
    }
    for file in ["frames.jsonl", "events.jsonl"] {
      #expect(try flickbook.bytes("mine/\(file)") == flickbook.bytes("plain/\(file)"))
    }
  }

  @Test("an anonymous recording has no identifying data in any other format")
  func otherFormats() throws {
    for ending in ["events", "csv"] {
      let name = "plain.\(ending)"
      let result = try flickbook("convert", "--anonymous", "mine.yml", name)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try !flickbook.text(name).contains("OWNER"))
    }
  }

  @Test("a converted copy is as private as the recording, and an anonymous copy may be shared")
  func permissions() throws {
    let copies = try flickbook.shell(
      """
      umask 022; chmod 600 mine.yml; flickbook convert mine.yml copy.yml
      flickbook convert --anonymous mine.yml plain.yml; stat -c %a copy.yml plain.yml
      """)
    #expect(copies.output == "600\n644\n", "\(copies.errors)")
    let told = try flickbook("inspect", "--privacy", "plain.yml").output
    #expect(told.contains("other users of this machine may read this file"))
    #expect(try !flickbook("inspect", "--privacy", "copy.yml").output.contains("other users of"))
  }

  @Test("a run is as private as the file of its preset")
  func presetFile() throws {
    try flickbook.write(
      """
      presets:
        - {name: own, scenario: sheet, meaning: slower, source: ours, set: {spring.response: 0.6 s}}
      """, to: "own.yml")
    let runs = try flickbook.shell(
      """
      umask 022; flickbook convert --anonymous mine.yml plain.yml
      for mode in 600 644; do
        chmod $mode own.yml
        flickbook replay plain.yml --scenario sheet --preset ./own.yml --no-picture -o run-$mode > log
        stat -c %a run-$mode/frames.jsonl
      done
      """)
    #expect(runs.output == "600\n644\n", "\(runs.errors)")
  }
}
