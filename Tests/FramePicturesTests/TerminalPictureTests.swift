import Foundation
import FrameLogs
import Quantities
import Testing

@testable import FramePictures

@Suite("Terminal picture")
struct TerminalPictureTests {
  static let runs = [SampleMotion.sheet, SampleMotion.window]

  /// `text` without its ANSI sequences.
  private func colorless(_ text: String) -> String {
    var result = ""
    var isSequence = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1b}" { isSequence = true }
      if !isSequence { result.unicodeScalars.append(scalar) }
      if scalar == "m" { isSequence = false }
    }
    return result
  }

  @Test("no row of a terminal picture is wider than requested", arguments: [40, 57, 80, 133, 400])
  func width(columns: Int) {
    for run in Self.runs + SampleMotion.oddRuns {
      for height in [6, 16, 40] {
        let style = TerminalStyle(width: columns, height: height)
        let rows = terminalPicture(of: run, style: style).split(separator: "\n")
        #expect(rows.allSatisfy { $0.count <= columns })
        #expect(rows.count <= height + 8)
      }
    }
  }

  @Test("a picture of an impossible size is drawn in the nearest possible size")
  func hostileSize() {
    for run in Self.runs {
      for (size, drawn) in [(Int.min, 40), (Int.max, 400)] {
        let huge = terminalPicture(of: run, style: TerminalStyle(width: size, height: size))
        #expect(huge.split(separator: "\n").allSatisfy { $0.count <= drawn })
      }
    }
  }

  @Test("the picture for a terminal without Unicode is ASCII")
  func ascii() {
    let foreign = SampleMotion(scenario: "blätter", restName: "hälfte").run
    for run in Self.runs + SampleMotion.oddRuns + [foreign] {
      let text = terminalPicture(of: run, style: TerminalStyle(usesUnicode: false))
      #expect(text.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) })
    }
  }

  @Test("colours do not change the picture, and they are reset at the end of every row")
  func color() {
    for run in Self.runs {
      let plain = terminalPicture(of: run)
      let colored = terminalPicture(of: run, style: TerminalStyle(usesColor: true))
      #expect(!plain.contains("\u{1b}"))
      #expect(colored.contains("\u{1b}[0;1;94m"))
      #expect(colorless(colored) == plain)
      for row in colored.split(separator: "\n") {
        let last = row.lastIndex(of: "\u{1b}").map { row[$0...] } ?? "\u{1b}[0m"
        #expect(last.hasPrefix("\u{1b}[0m"))
      }
    }
  }

  @Test("no control character in a log reaches the terminal")
  func control() {
    for run in SampleMotion.oddRuns {
      let text = terminalPicture(of: run)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
  }

  @Test("a surface that is higher on the screen is drawn higher")
  func direction() {
    func rowsOfCurve(_ text: String) -> (first: Int, last: Int) {
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
      func row(_ column: Int) -> Int {
        rows.firstIndex { $0.count > column && $0[column] == "*" } ?? -1
      }
      return (row(14), row(50))
    }
    // The picture is too narrow for a screen beside the curve.
    let style = TerminalStyle(width: 59, usesUnicode: false)
    let up = rowsOfCurve(terminalPicture(of: SampleMotion.sheet, style: style))
    #expect(up.first > up.last)
    let down = SampleMotion(
      start: Position(x: .zero, y: Points(400)), rest: Position(x: .zero, y: Points(700)))
    let falling = rowsOfCurve(terminalPicture(of: down.run, style: style))
    #expect(falling.first < falling.last)
  }

  @Test("markers, phases and resting positions are drawn and explained")
  func legend() {
    for run in Self.runs {
      let text = terminalPicture(of: run)
      for word in ["▼", "▲", "■", "down", "release", "settled", "finger", "target", "dragging"] {
        #expect(text.contains(word), "\(word)")
      }
    }
    #expect(terminalPicture(of: SampleMotion.sheet).contains("half 400┤"))
    #expect(
      terminalPicture(of: SampleMotion.sheet, style: TerminalStyle(width: 40)).contains("settled"))
  }

  @Test("a run without frames has no picture")
  func empty() {
    var run = SampleMotion.sheet
    run.frames = []
    #expect(terminalPicture(of: run).isEmpty)
  }

  @Test("the same run gives the same picture")
  func deterministic() {
    for run in Self.runs { #expect(terminalPicture(of: run) == terminalPicture(of: run)) }
  }
}

/// The default colours of xterm, from `XTerm-col.ad` of xterm 390, as an 8-bit red, green and blue value each.
private let xtermPalette: [[Double]] = [
  [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
  [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255],
  [255, 0, 255], [0, 255, 255], [255, 255, 255],
]

@Suite("Colours of a terminal")
struct TerminalColorTests {
  /// The relative luminance of a colour, as WCAG 2.2 defines it.
  private func luminance(_ color: [Double]) -> Double {
    let linear = color.map { level in
      level / 255 <= 0.04045 ? level / 255 / 12.92 : pow((level / 255 + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func contrast(_ first: [Double], _ second: [Double]) -> Double {
    let (darker, lighter) = (
      min(luminance(first), luminance(second)), max(luminance(first), luminance(second))
    )
    return (lighter + 0.05) / (darker + 0.05)
  }

  @Test("the contrast formula has the values of WCAG 2.2")
  func formula() {
    #expect(contrast(xtermPalette[0], xtermPalette[15]) == 21)
    // Mid grey on white has 3.95:1, as contrast checkers report for #808080.
    #expect((contrast([128, 128, 128], xtermPalette[15]) - 3.95).magnitude < 0.01)
  }

  @Test(
    "every colour has a contrast of 3:1 with black and with white",
    arguments: TerminalCanvas.Ink.allCases)
  func contrast(ink: TerminalCanvas.Ink) throws {
    let codes = ink.code.split(separator: ";").compactMap { Int($0) }
    var numbers: [Int] = []
    for code in codes {
      switch code {
      // Bold and faint text of the default colour keep the contrast that the user has chosen.
      case 1, 2: continue
      // Xterm draws bold text of the first eight colours in the corresponding bright colours.
      case 30...37: numbers += codes.contains(1) ? [code - 30, code - 22] : [code - 30]
      case 90...97: numbers.append(code - 82)
      default: Issue.record("unknown code \(code)")
      }
    }
    for number in numbers {
      for background in [0, 15] {
        let found = contrast(xtermPalette[number], xtermPalette[background])
        #expect(found >= 3, "colour \(number) on \(background): \(found)")
      }
    }
  }
}
