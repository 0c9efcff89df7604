/// The kinds of keys of a device that are used to type words, numbers or a PIN.
///
/// A device with such keys is used for typing. The keys are never recorded, but the times and positions of
/// touches beside the keys may reveal what was typed.
///
/// Source: Linux UAPI, input-event-codes.h.
package struct TextKeys: OptionSet, Hashable, Sendable {
  /// The kinds, one bit each.
  package let rawValue: Int

  /// Creates a set of kinds from their bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Letters and neighboring keys: `KEY_Q` to `KEY_SLASH`, `KEY_SPACE`, `KEY_102ND` and so on.
  package static let letters = TextKeys(rawValue: 1)
  /// Digits: `KEY_1` to `KEY_0`, the keys of a keypad, and `KEY_NUMERIC_0` to `KEY_NUMERIC_D`.
  package static let digits = TextKeys(rawValue: 2)
  /// The dots of a braille keyboard: `KEY_BRL_DOT1` to `KEY_BRL_DOT10`.
  package static let brailleDots = TextKeys(rawValue: 4)

  /// Creates the set of kinds that occur among the keys of a device.
  package init(_ keys: some Sequence<UInt16>) {
    self = []
    for key in keys {
      switch key {
      case 12, 13, 16...27, 30...41, 43...53, 57, 86, 89, 124, 0x1b2, 0x1b3: insert(.letters)
      case 2...11, 55, 71...83, 95, 98, 117, 118, 121, 179, 180, 0x200...0x20f, 0x26c, 0x26d:
        insert(.digits)
      case 0x1f1...0x1fa: insert(.brailleDots)
      default: break
      }
    }
  }

  /// The kinds of keys, for messages: `letters and digits`.
  var phrase: String {
    let kinds: [(TextKeys, String)] = [
      (.letters, "letters"), (.digits, "digits"), (.brailleDots, "braille dots"),
    ]
    return kinds.filter { contains($0.0) }.map(\.1).joined(separator: " and ")
  }
}
