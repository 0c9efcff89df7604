/// What a terminal can show, and how large a picture may be there.
public struct TerminalStyle: Hashable, Sendable {
  /// The width of the picture in columns; drawn between 40 and 400.
  public var width: Int
  /// The height of the picture in rows, without its axes and legend; drawn between 6 and 200.
  public var height: Int
  /// Whether more than ASCII may be printed.
  public var usesUnicode: Bool
  /// Whether ANSI colours may be printed; `NO_COLOR` is for the caller to honour.
  public var usesColor: Bool

  /// Creates a style.
  ///
  /// Source of the defaults: ours; 80 columns are what every terminal has, and 16 rows leave room
  /// in 24 for a command and its report.
  public init(
    width: Int = 80, height: Int = 16, usesUnicode: Bool = true, usesColor: Bool = false
  ) {
    self.width = width
    self.height = height
    self.usesUnicode = usesUnicode
    self.usesColor = usesColor
  }

  /// The size that is drawn.
  var size: (width: Int, height: Int) { (min(max(width, 40), 400), min(max(height, 6), 200)) }
}
