import Quantities
import RecordingFormats
import Testing
import TouchInput

/// Recordings as people paste them into mails, issues and logs, with other text around them.
@Suite("Wrapped recordings")
struct WrappedRecordingTests {
  /// A change of a recording's lines that imitates the text around a pasted recording.
  struct Wrap: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var apply: @Sendable ([String], inout SeededGenerator) -> [String]

    init(_ name: String, _ apply: @escaping @Sendable ([String], inout SeededGenerator) -> [String])
    {
      testDescription = name
      self.apply = apply
    }
  }

  static func prefixed(_ prefix: String) -> @Sendable ([String], inout SeededGenerator) -> [String]
  {
    { lines, _ in lines.map { prefix + $0 } }
  }

  /// Wraps that only add lines; they are applied before the wraps that change every line.
  static let surroundings: [Wrap] = [
    Wrap("prompt") { lines, _ in
      ["$ sudo libinput record > t.yml", "Select the device event number: 6"] + lines + [
        "^C", "$ ",
      ]
    },
    Wrap("root prompt") { lines, _ in
      ["[root@host ~]# evtest", "Available devices:", "/dev/input/event0:\tLid Switch"] + lines
        + ["root@host:~# exit"]
    },
    Wrap("mail") { lines, _ in
      [
        "From: Anna <anna@example.org>", "Subject: Re: [PATCH] it jumps",
        "Date: Mon, 1 Jan 2024 10:00:00 +0100", "", "Hello,", "", "here is what it prints:", "",
      ] + lines + ["", "Greetings, Anna", "-- ", "Anna"]
    },
    Wrap("fence") { lines, numbers in
      let language = ["", "yaml", "text", "console"].randomElement(using: &numbers) ?? ""
      return ["Here it is.", "", "```" + language] + lines + ["```", "", "It jumps, see above."]
    },
    Wrap("tilde fence") { lines, _ in ["~~~"] + lines + ["~~~"] },
    Wrap("HTML") { lines, _ in ["<details>", "<pre>"] + lines + ["</pre>", "</details>"] },
    Wrap("nothing") { lines, _ in lines },
  ]

  /// Wraps that change every line.
  static let prefixes: [Wrap] = [
    Wrap("quote", prefixed("> ")), Wrap("two quotes", prefixed("> > ")),
    Wrap("close quotes", prefixed(">> ")),
    Wrap("quote without blanks at the end") { lines, _ in lines.map { $0.isEmpty ? ">" : "> " + $0 }
    },
    Wrap("indentation") { lines, numbers in
      let blanks = String(repeating: " ", count: Int.random(in: 1...8, using: &numbers))
      return lines.map { $0.isEmpty ? "" : blanks + $0 }
    },
    Wrap("tab", prefixed("\t")),
    Wrap("list item") { lines, numbers in
      let bullet = ["- ", "* ", "+ ", "1. ", "12) ", "• "].randomElement(using: &numbers) ?? ""
      let blanks = String(repeating: " ", count: bullet.utf8.count == 4 ? 4 : bullet.utf8.count)
      return lines.enumerated().map { ($0 == 0 ? bullet : blanks) + $1 }
    },
    Wrap("list", prefixed("* ")),
    Wrap("numbered list") { lines, _ in lines.enumerated().map { "\($0 + 1). \($1)" } },
    Wrap("kernel log") { lines, _ in
      lines.enumerated().map { "[\($0 + 5).\(100_000 + $0)] \($1)" }
    },
    Wrap("system log") { lines, numbers in
      let process = Int.random(in: 1...99_999, using: &numbers)
      return lines.enumerated().map { "Nov 25 10:0\($0 % 10):07 host-2 evtest[\(process)]: \($1)" }
    },
    Wrap("CI log") { lines, _ in
      lines.enumerated().map { "2024-05-01T12:00:0\($0 % 10).1234567Z \($1)" }
    },
    Wrap("nothing") { lines, _ in lines },
  ]

  /// A recording in every text format; each ends with a complete line.
  static let samples: [(format: RecordingFormat, lines: [String])] = {
    let recording = ExportTests.plain
    let file = RecordingFile(format: .libinput, recordings: [recording])
    let formats: [RecordingFormat] = [.libinput, .evemu, .csv]
    var samples: [(RecordingFormat, [String])] = formats.compactMap { format in
      guard let bytes = try? file.text(as: format) else { return nil }
      return (format, String(decoding: bytes, as: UTF8.self).lines)
    }
    samples.append((.libinput, SampleTexts.libinput().lines))
    samples.append((.evemu, SampleTexts.evemu.lines))
    samples.append((.evtest, SampleTexts.evtest.lines))
    samples.append((.getevent, SampleTexts.getevent.lines))
    samples.append((.chromeOS, MutationTests.log.lines))
    return samples
  }()

  @Test(
    "a pasted recording is read like the original, with any text around it",
    arguments: 1...8 as ClosedRange<UInt64>)
  func wrapped(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for number in 1...250 {
      let sample = try #require(Self.samples.randomElement(using: &numbers))
      let expected = try read(sample.lines.joined(separator: "\n") + "\n")
      var lines = sample.lines
      var names: [String] = []
      let inner = try #require(Self.surroundings.randomElement(using: &numbers))
      lines = inner.apply(lines, &numbers)
      names.append(inner.testDescription)
      // A list item may be around a list, or a log around a quote; there is no deeper nesting.
      for _ in 0..<Int.random(in: 1...2, using: &numbers) {
        let outer = try #require(Self.prefixes.randomElement(using: &numbers))
        lines = outer.apply(lines, &numbers)
        names.append(outer.testDescription)
      }
      // JSON has only one line. Behind a bullet, a reader cannot see that it is a line of a log.
      let isListInLog = names.contains("list item") && names.contains { $0.hasSuffix("log") }
      if sample.format == .chromeOS, isListInLog { continue }
      let end = ["\n", "\r\n"].randomElement(using: &numbers) ?? "\n"
      let text = lines.joined(separator: end) + (Bool.random(using: &numbers) ? end : "")
      let place = "seed \(seed), number \(number): \(sample.format) in \(names)"
      do throws(RecordingError) {
        let file = try read(text)
        #expect(file.recordings == expected.recordings, "\(place)")
        #expect(file.preserved == expected.preserved, "\(place)")
      } catch {
        Issue.record("\(place): \(error)")
      }
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension WrappedRecordingTests {
  @Test("if a recording continues after an unrelated line, the error has the number of that line")
  func interrupted() throws {
    let lines = SampleTexts.libinput().lines
    let middle = try #require(lines.lastIndex { $0.contains("- evdev:") })
    let text = (lines[..<middle] + ["Then I lifted the finger:"] + lines[middle...])
      .joined(separator: "\n")
    #expect(
      error(reading: text)?.description.contains(
        "test:\(middle + 1): found 'Then I lifted the finger:' where a line of the libinput")
        == true)
    let events = SampleTexts.evemu.replacing("E: 1.007513 0003", with: "E; 1.007513 0003")
    #expect(error(reading: events)?.description.contains("found 'E; 1.007513 0003") == true)
  }

  @Test("old evtest, python-evdev, and times without an integer part can be read")
  func evtestSpellings() throws {
    let old = try read(
      """
      Event: time 1.000001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 399
      Event: time 1.000002, ++++++++++++++ EV_REL ++++++++++++
      Event: time 1.000003, -------------- EV_SYN ------------
      Event: time 1.000004, - EV_SYN
      Event: time 1.000005, +

      """)
    #expect(
      old.recordings[0].events.dropFirst().map {
        [Int64($0.type), Int64($0.code), $0.microseconds]
      }
        == [[0, 2, 1_000_002], [0, 0, 1_000_003], [0, 0, 1_000_004], [0, 2, 1_000_005]])
    let python = try read(
      """
      Listening for events (press ctrl-c to exit) ...
      time 1522193888.012784 type 3 (EV_ABS), code 0    (ABS_X), value 1502
      time 1522193888.012784 --------- SYN_REPORT --------

      """)
    #expect(
      python.recordings[0].events == [
        .init(microseconds: 1_522_193_888_012_784, type: 3, code: 0, value: 1502),
        .init(microseconds: 1_522_193_888_012_784, type: 0, code: 0, value: 0),
      ])
    let short = try read("    Event: time .782950, type 3 (EV_ABS), code 0 (ABS_X), value 641\n")
    #expect(short.recordings[0].events.map(\.microseconds) == [782_950])
  }

  @Test("events with indentation that YAML does not allow give an error and are never left out")
  func lostEvents() throws {
    for (old, new, found) in [
      ("  - evdev:", "\t- evdev:", "indentation with spaces"),
      ("  - evdev:", "  - {evdev:", "did not find expected node content"),
      ("  - evdev:", "  - evdev: []", "did not find expected key"),
      ("  - evdev:", " - evdev:", "did not find expected key"),
      ("  - evdev:", "  - ", "its events on the lines below"),
    ] {
      let text = SampleTexts.libinput().replacing(old, with: new)
      let message = error(reading: text)?.description ?? "nothing"
      #expect(message.contains(found), "\(new): \(message)")
      #expect(message.hasPrefix("test:27:") || message.hasPrefix("test:28:"), "\(new): \(message)")
    }
    let quoted = try read(SampleTexts.libinput().replacing("- evdev:", with: "- \"evdev\":"))
    #expect(quoted.recordings == (try read(SampleTexts.libinput())).recordings)
    // YAML allows a key on the line below its dash.
    let text = SampleTexts.libinput()
    let apart = try read(text.replacing("  - evdev:", with: "  -\n    evdev:"))
    #expect(apart.recordings == (try read(text)).recordings)
  }

  @Test("getevent output without properties is read as a touchscreen, and a note says so")
  func assumedTouchscreen() throws {
    let events = """
      [ 1.000000] /dev/input/event2: EV_KEY BTN_TOOL_FINGER DOWN
      [ 1.000000] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 00000258
      [ 1.000000] /dev/input/event2: EV_SYN SYN_REPORT 00000000

      """
    let file = try read(events)
    #expect(file.recordings[0].device.kind == .touchscreen)
    #expect(file.warnings.map(\.kind) == [.assumedTouchscreen])
    #expect("\(file.warnings[0])".contains("--device-kind touchpad"))
    let again = try RecordingFile(in: try file.text(as: .libinput), named: "again")
    #expect(again.recordings[0].device.kind == .touchscreen)
    let pad = try read(
      """
      add device 1: /dev/input/event2
        events:
          ABS (0003): ABS_MT_POSITION_X : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_POINTER
      """ + "\n" + events)
    #expect(pad.recordings[0].device.kind == .touchpad)
    #expect(pad.warnings.isEmpty)
  }
}
