public import Quantities
import ReleaseRules

/// A height at which a sheet may rest.
public struct Detent: Hashable, Sendable {
  /// How high a sheet stands above the lower edge of the screen.
  public enum Height: Hashable, Sendable {
    /// So many points.
    case points(Points)
    /// A fraction of the height of the screen; unitless.
    case fraction(Double)

    /// The height on a screen that is `screen` high.
    public func resolved(on screen: Points) -> Points {
      switch self {
      case .points(let points): points
      case .fraction(let fraction): screen * fraction
      }
    }
  }

  /// The name.
  public var name: String
  /// The height.
  public var height: Height

  /// Creates a detent.
  public init(name: String, height: Height) {
    self.name = name
    self.height = height
  }
}

extension Detent.Height {
  /// The height that `text` spells: points, or percent with a percent sign; nil when it spells none,
  /// or more than 100,000 pt or 1000 %.
  init?(_ text: some StringProtocol) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : String(text)),
      (0...(isPercent ? 1_000 : 100_000)).contains(number)
    else { return nil }
    self = isPercent ? .fraction(number / 100) : .points(Points(number))
  }

  /// The text that spells it.
  var text: String {
    switch self {
    case .points(let points): plain(points.value)
    case .fraction(let fraction): "\(plain(fraction * 100))%"
    }
  }
}

extension Detent {
  /// The form of ``list(from:)``, for errors and help.
  static let form = "names with heights, such as tip:96,half:50%,full:92%"

  /// The detents that `text` spells: `name:height` with commas between, a height in points or, with
  /// a percent sign, as part of the screen; nil when it spells none.
  ///
  /// Names are letters, digits, `-` and `_` and differ from each other; heights are at most
  /// 100,000 pt or 1000 %. There are 1 to 64 of them.
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

  /// The text that spells `detents`.
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
