import Foundation
import SequenceLaws

/// The command-line arguments of a soak.
struct SoakRequest {
  var count = 1_000_000
  var first: UInt64 = 0
  var scenarios = lawfulScenarios
  var listsLaws = false
  var listsInputs = false

  /// Parses the arguments; prints an error and exits with status 64 if they are wrong.
  init(_ arguments: ArraySlice<String>) {
    var names: [String] = []
    var arguments = arguments
    while let argument = arguments.popFirst() {
      if argument == "--laws" {
        listsLaws = true
      } else if argument == "--inputs" {
        listsInputs = true
      } else if argument == "--first" {
        guard let seed = arguments.popFirst().flatMap(UInt64.init) else {
          Self.refuse("--first needs a seed, an integer of at least 0")
        }
        first = seed
      } else if let number = Int(argument) {
        guard number > 0 else { Self.refuse("the count \(number) is below 1") }
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

  /// The seeds in ranges of 100; the ranges do not depend on the number of processors.
  var ranges: [Range<UInt64>] {
    let end = first + UInt64(count)
    return stride(from: first, to: end, by: 100).map { $0..<min($0 + 100, end) }
  }

  private static func refuse(_ what: String) -> Never {
    FileHandle.standardError.write(Data("scripts/tests/soak: \(what)\n".utf8))
    exit(64)
  }
}
