import Foundation
import FrameLogs
import Testing

@testable import CaseFolders

@Suite("Rows of logs")
struct QuickRowsTests {
  private static let order = ["index", "time", "x", "event"]

  /// What the general decoder makes of a line, with the names in order; nil where it is no object.
  private func decoded(_ line: String) -> [LogField]? {
    // A blank before it is nothing to JSON, and keeps the quick way from being taken.
    try? logRows(in: Array(" \(line)\n".utf8), path: "x", order: Self.order).first
  }

  private func quick(_ lines: String...) -> [LogField]? {
    var rows = QuickRows(order: Self.order)
    var row: [LogField]?
    for line in lines { row = rows.row(Array(line.utf8)[...]) }
    return row
  }

  @Test("every line of the bundled runs is read quickly, and as the general decoder reads it")
  func bundled() throws {
    for known in BundledCases.all.enumerated().filter({ $0.offset % 23 == 0 }).map(\.element) {
      for name in ["frames.jsonl", "events.jsonl", "margins.jsonl"] {
        let bytes = try fileBytes(at: "\(known.expectedPath)/\(name)")
        var rows = QuickRows(order: Self.order)
        for (index, line) in logLines(of: bytes).enumerated() where !line.isEmpty {
          let row = rows.row(line)
          // Every frame is like the next; some of them say enough.
          guard name != "frames.jsonl" || index % 10 == 0 else {
            #expect(row != nil)
            continue
          }
          let told = decoded(String(decoding: line, as: UTF8.self))
          #expect(row == told && row != nil, "\(known.name)/\(name):\(index + 1)")
        }
      }
    }
  }

  @Test(
    "what can be read quickly is the same, to the last bit",
    arguments: [
      #"{"x":1}"#, #"{"x":-0}"#, #"{"x":-0.0}"#, #"{"x":0.1}"#, #"{"x":1e3}"#, #"{"x":1E-3}"#,
      #"{"x":1.5e+300}"#, #"{"x":123456789012345678901234567890}"#, #"{"x":0.30000000000000004}"#,
      #"{"x":2.2250738585072014e-308}"#, #"{"x":4.9e-324}"#, #"{"x":9007199254740993}"#,
      #"{"x":0.000000000000000000000000000001}"#, #"{"x":1e22}"#, #"{"x":1e23}"#,
      #"{"x":999999999999999}"#, #"{"x":1e15}"#, #"{"x":179769313486231570000e288}"#,
      #"{"zebra":1,"time":2,"apple":3,"index":4}"#, #"{"a":true,"b":false,"c":null}"#,
      #"{"a":[],"b":{},"c":[1,[2,{"y":1,"x":2}]]}"#, #"{"a":"é🖐","é":""}"#,
      #"{"candidates":[{"target":"tip","x":0,"distance":1.25}],"event":"decision"}"#,
    ])
  func same(line: String) throws {
    let row = try #require(quick(line))
    #expect(row == decoded(line))
    // A zero's sign is no part of equality.
    #expect("\(row)" == decoded(line).map { "\($0)" })
    #expect(quick(#"{"other":1,"x":2}"#, line) == row, "whatever came before")
    #expect(quick(line, line) == row)
  }

  @Test(
    "what is written otherwise, or is no JSON, is left to the general decoder",
    arguments: [
      "", "{", "{}", "{}}", #"{"x":1,}"#, #"{"x" :1}"#, #"{"x": 1}"#, #" {"x":1}"#, #"{"x":1} "#,
      #"{"x":01}"#, #"{"x":+1}"#, #"{"x":.5}"#, #"{"x":1.}"#, #"{"x":1e}"#, #"{"x":-}"#,
      #"{"x":1e999}"#, #"{"x":NaN}"#, #"{"x":tru}"#, #"{"x":"a\n"}"#, #"{"x":"a"#, #"{"x":[1,]}"#,
      #"{"x":{"y":1,"y":2}}"#, #"{"x":1,"x":2}"#, #"[1]"#, "1", #"{"x":1}{"x":2}"#,
      "{\"x\":\"\t\"}", #"{"x":[[[[[[[[[[1]]]]]]]]]]}"#, #"{"\u0078":1}"#,
    ])
  func otherwise(line: String) {
    #expect(quick(line) == nil)
    #expect(quick(#"{"x":1}"#, line) == nil)
  }

  @Test("bytes that are no text are left to the general decoder")
  func noText() {
    var rows = QuickRows(order: [])
    #expect(rows.row(Array("{\"x\":\"".utf8) + [0xff] + Array("\"}".utf8)) == nil)
    #expect(rows.row(Array("{\"".utf8) + [0xc3, 0x28] + Array("\":1}".utf8)) == nil)
  }

  @Test("numbers of any length are the nearest double", arguments: 0..<20)
  func numbers(seed: UInt64) throws {
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11
    }
    for _ in 0..<500 {
      let digits = String(String(next()).prefix(Int(next() % 17) + 1))
      let decimals = String(String(next()).prefix(Int(next() % 17) + 1))
      let exponent = next() % 3 == 0 ? "e\(Int(next() % 60) - 30)" : ""
      let text = "\(next() % 2 == 0 ? "-" : "")\(digits).\(decimals)\(exponent)"
      let number = try #require(Double(text))
      let row = try #require(quick("{\"x\":\(text)}"))
      switch row[0].value {
      case .number(let told): #expect(told.bitPattern == number.bitPattern, "\(text)")
      case .integer(let told): #expect(Double(told) == number, "\(text)")
      default: Issue.record("\(text) is \(row[0].value)")
      }
    }
  }
}
