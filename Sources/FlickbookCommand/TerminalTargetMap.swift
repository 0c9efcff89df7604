import Flickbook

/// A map of the targets of two release rules side by side, as text with a letter for the target of each release.
struct TerminalTargetMap {
  private let names: [String]
  private let grids: [PolicyGrid]
  private let start: Int
  private let surface: String

  /// Computes the targets that both rules choose for releases of a sheet that started at the detent `start`.
  ///
  /// The size of the map is our choice. Two maps of 33 columns fit side by side into 80 columns.
  init(_ rules: [SheetRule], on lint: PolicyLint, start: Int) {
    names = rules.map(\.name)
    surface = rules[0].scenario
    self.start = start
    let velocities = PolicyLint.velocities(upTo: PointsPerSecond(2_000), steps: 16)
    let ends = lint.positions(2)
    // A sheet that cannot move has only one release position.
    let positions = ends[0] == ends[1] ? [ends[0]] : lint.positions(21)
    grids = rules.map {
      PolicyGrid(of: $0.policy, on: lint, positions: positions, velocities: velocities)
    }
  }

  /// The lines, without a newline at the end.
  var text: String {
    let letters = letters
    let legend = zip(letters, grids[0].names).map { "\($0) \($1)" }.joined(separator: "  ")
    let width = grids[0].velocities.count
    let heads = names.map { name in
      let cut = String(name.prefix(width))
      return cut + String(repeating: " ", count: width - cut.count)
    }
    var lines = [
      "releases of a \(surface) from \(grids[0].starts[start]):  \(legend)  (capitals: rules differ)",
      "  y pt  " + heads.joined(separator: "   ").trimmedEnd,
    ]
    for (row, position) in grids[0].positions.enumerated() {
      let answers = grids.map { $0.targets[start][row] }
      let cells = answers.map { line in
        String(
          line.indices.map { column in
            let letter = letters[line[column]]
            let differ = answers[0][column] != answers[1][column]
            return differ ? Character(letter.uppercased()) : letter
          })
      }
      lines.append("\(padded(decimals(position.value, 0), 6))  \(cells.joined(separator: "   "))")
    }
    let half = String(repeating: " ", count: (width - 11) / 2)
    let axis = "-2000\(half)0\(half)+2000"
    lines.append("        \(axis)   \(axis)  pt/s")
    return lines.joined(separator: "\n")
  }

  /// A letter for each target: the first unused letter of its name, or the first unused letter of the alphabet.
  private var letters: [Character] {
    var letters: [Character] = []
    let alphabet = "abcdefghijklmnopqrstuvwxyz"
    for name in grids[0].names {
      let wishes = name.lowercased().filter { alphabet.contains($0) } + alphabet
      letters.append(wishes.first { !letters.contains($0) } ?? "?")
    }
    return letters
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
