public import Quantities
import ReleaseRules

/// A height at which a sheet may rest.
public struct Detent: Hashable, Sendable {
  /// The height of a sheet above the lower edge of the screen.
  public enum Height: Hashable, Sendable {
    /// A height in points.
    case points(Points)
    /// A fraction of the height of the screen; unitless.
    case fraction(Double)

    /// Returns the height on a screen that is `screen` high.
    public func resolved(on screen: Points) -> Points {
      switch self {
      case .points(let points): points
      case .fraction(let fraction): screen * fraction
      }
    }
  }

  /// The name, such as `half`; ``list(from:)`` accepts letters, digits, `-` and `_`, but not the name `gone`.
  public var name: String
  /// The height of the sheet when it rests at the detent.
  public var height: Height

  /// Creates a detent.
  public init(name: String, height: Height) {
    self.name = name
    self.height = height
  }
}

extension Detent.Height {
  /// Parses a height in points, or in percent if `text` ends with a percent sign.
  ///
  /// Returns nil if `text` is not a number from 0 to 100,000 pt or from 0 to 1000 %.
  init?(_ text: some StringProtocol) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : String(text)),
      (0...(isPercent ? 1_000 : 100_000)).contains(number)
    else { return nil }
    self = isPercent ? .fraction(number / 100) : .points(Points(number))
  }

  /// The text form, which ``init(_:)`` parses.
  var text: String {
    switch self {
    case .points(let points): plain(points.value)
    case .fraction(let fraction): "\(plain(fraction * 100))%"
    }
  }
}

extension Detent {
  /// The description of the format of ``list(from:)``, for error messages and help.
  static let form = "names with heights, such as tip:96,half:50%,full:92%"

  /// Parses a comma-separated list of detents, each `name:height`; returns nil if the list is invalid.
  ///
  /// A height is a number of points up to 100,000, or a percentage of the screen up to 1000 % with a percent sign.
  /// Names consist of ASCII letters, digits, `-` and `_`, and must be unique. A list has 1 to 64 detents.
  public static func list(from text: String) -> [Detent]? {
    var detents: [Detent] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
      guard pieces.count == 2 else { return nil }
      let name = String(pieces[0])
      guard let height = Height(pieces[1]), isName(name),
        !detents.contains(where: { $0.name == name })
      else { return nil }
      detents.append(Detent(name: name, height: height))
    }
    return detents.isEmpty || detents.count > 64 ? nil : detents
  }

  /// Returns `detents` as text that ``list(from:)`` parses.
  public static func text(of detents: [Detent]) -> String {
    detents.map { "\($0.name):\($0.height.text)" }.joined(separator: ",")
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != Decision.gone
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
          || (0x61...0x7a).contains(byte) || byte == 0x2d || byte == 0x5f
      }
  }
}
