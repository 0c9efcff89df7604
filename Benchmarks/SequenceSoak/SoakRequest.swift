import Foundation
import SequenceLaws

/// What to play.
struct SoakRequest {
  var count = 1_000_000
  var first: UInt64 = 0
  var scenarios = lawfulScenarios
  var listsLaws = false
  var tells = false

  /// Reads the arguments, or says what is wrong with them and ends.
  init(_ arguments: ArraySlice<String>) {
    var names: [String] = []
    var arguments = arguments
    while let argument = arguments.popFirst() {
      if argument == "--laws" {
        listsLaws = true
      } else if argument == "--tell" {
        tells = true
      } else if argument == "--first" {
        guard let seed = arguments.popFirst().flatMap(UInt64.init) else {
          Self.refuse("--first wants a seed")
        }
        first = seed
      } else if let number = Int(argument) {
        guard number > 0 else { Self.refuse("a count of \(number)") }
        count = number
      } else {
        names.append(argument)
      }
    }
    guard !names.isEmpty else { return }
    let known = lawfulScenarios.map { $0.scenario.name }
    for name in names where !known.contains(name) {
      Self.refuse("there is no scenario '\(name)'; use \(known.joined(separator: ", "))")
    }
    scenarios = lawfulScenarios.filter { names.contains($0.scenario.name) }
  }

  /// The seeds in parts that do not depend on the number of processors.
  var ranges: [Range<UInt64>] {
    let end = first + UInt64(count)
    return stride(from: first, to: end, by: 100).map { $0..<min($0 + 100, end) }
  }

  private static func refuse(_ what: String) -> Never {
    FileHandle.standardError.write(Data("scripts/tests/soak: \(what)\n".utf8))
    exit(64)
  }
}
