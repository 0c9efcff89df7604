/// A grid of character cells, each with three layers.
///
/// From back to front, a cell has one character behind the dots, 2 × 4 dots, and one character on top. A terminal can
/// show only the frontmost of these layers.
struct TerminalCanvas {
  /// The meaning of a cell's content, which determines its colour.
  enum Ink: Hashable, CaseIterable {
    case plain
    case surface
    case finger
    case target
    case axis
    case mark
    case held
    case moving
    case resting

    /// The parameters of the ANSI sequence; empty for the default colour of the terminal.
    ///
    /// Red, magenta, bright black and bright blue are legible on black and on white: with the default palette of
    /// xterm, their contrast with both is at least 3:1, the limit of WCAG 2.2, criterion 1.4.11. Yellow, green and cyan
    /// are not legible on white, and blue is not legible on black.
    var code: String {
      switch self {
      case .plain: ""
      case .surface: "1;94"
      case .finger: "31"
      case .target: "35"
      case .axis: "2"
      case .mark: "1"
      case .held: "94"
      case .moving: "90"
      case .resting: "2"
      }
    }
  }

  private struct Cell {
    var under: (sign: Character, ink: Ink)?
    var dots: UInt8 = 0
    var dotInk = Ink.plain
    var over: (sign: Character, ink: Ink)?
  }

  let width: Int
  let height: Int
  private let style: TerminalStyle
  private var cells: [Cell]

  init(width: Int, height: Int, style: TerminalStyle) {
    self.width = width
    self.height = height
    self.style = style
    cells = Array(repeating: Cell(), count: width * height)
  }

  /// Returns `unicode` if the terminal can show Unicode, otherwise `ascii`.
  func sign(_ unicode: Character, _ ascii: Character) -> Character {
    style.usesUnicode ? unicode : ascii
  }

  /// Sets the dot at `x`, `y`, in dots from the upper left corner; ignores dots outside the canvas.
  mutating func dot(_ x: Int, _ y: Int, _ ink: Ink) {
    guard let index = index(column: x >> 1, row: y >> 2) else { return }
    let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    cells[index].dots |= bits[(y & 3) * 2 + (x & 1)]
    cells[index].dotInk = ink
  }

  /// Sets the dots of the line between two dots: every dot, or every `gap`th dot for a dotted line.
  mutating func line(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ ink: Ink, every gap: Int = 1
  ) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in stride(from: 0, through: steps, by: gap) {
      let fraction = Double(step) / Double(steps)
      let x = Double(start.x) + fraction * Double(end.x - start.x)
      let y = Double(start.y) + fraction * Double(end.y - start.y)
      dot(Int(x.rounded()), Int(y.rounded()), ink)
    }
  }

  /// Removes both characters and all dots from a cell; ignores cells outside the canvas.
  mutating func clear(column: Int, row: Int) {
    guard let index = index(column: column, row: row) else { return }
    cells[index] = Cell()
  }

  /// Puts a character behind the dots of a cell; ignores cells outside the canvas.
  mutating func put(under sign: Character, column: Int, row: Int, _ ink: Ink) {
    guard let index = index(column: column, row: row) else { return }
    cells[index].under = (sign, ink)
  }

  /// Puts a character on top of the dots of a cell; ignores cells outside the canvas.
  mutating func put(_ sign: Character, column: Int, row: Int, _ ink: Ink) {
    guard let index = index(column: column, row: row) else { return }
    cells[index].over = (sign, ink)
  }

  /// Returns whether a cell has a character on top of its dots, or is outside the canvas.
  func isTaken(column: Int, row: Int) -> Bool {
    index(column: column, row: row).map { cells[$0].over != nil } ?? true
  }

  /// Writes `text` from a cell to the right; the part outside the canvas is cut off.
  mutating func write(_ text: String, column: Int, row: Int, _ ink: Ink) {
    for (offset, sign) in text.enumerated() {
      let shown = style.usesUnicode || sign.isASCII ? sign : "?"
      put(shown, column: column + offset, row: row, ink)
    }
  }

  /// Writes `text` so that its last character is just left of a column.
  mutating func write(_ text: String, before column: Int, row: Int, _ ink: Ink) {
    write(text, column: column - text.count, row: row, ink)
  }

  /// The rows as text, without trailing spaces and without empty rows at the end; each row ends in a newline.
  var text: String {
    var text = ""
    var empty = ""
    for row in 0..<height {
      let signs = (0..<width).map { shown(cells[row * width + $0]) }
      guard let last = signs.lastIndex(where: { $0.sign != " " }) else {
        empty += "\n"
        continue
      }
      text += empty
      empty = ""
      var ink = Ink.plain
      for cell in signs[...last] {
        if cell.sign != " ", cell.ink != ink {
          text += change(from: ink, to: cell.ink)
          ink = cell.ink
        }
        text.append(cell.sign)
      }
      text += change(from: ink, to: .plain) + "\n"
    }
    return text
  }

  private func change(from old: Ink, to new: Ink) -> String {
    guard style.usesColor, old != new else { return "" }
    return new == .plain ? "\u{1b}[0m" : "\u{1b}[0;\(new.code)m"
  }

  private func shown(_ cell: Cell) -> (sign: Character, ink: Ink) {
    if let over = cell.over { return over }
    guard cell.dots != 0 else { return cell.under ?? (" ", .plain) }
    guard style.usesUnicode, let braille = Unicode.Scalar(0x2800 + UInt32(cell.dots)) else {
      return (cell.dotInk == .surface ? "*" : ".", cell.dotInk)
    }
    return (Character(braille), cell.dotInk)
  }

  private func index(column: Int, row: Int) -> Int? {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return nil }
    return row * width + column
  }
}
