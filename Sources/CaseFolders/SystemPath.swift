import Glibc

/// What is added to a byte of a path that is part of no character, since names on disk are bytes and
/// need not be UTF-8; the sum is a private character.
private let firstForeign: UInt32 = 0x10_ff00

/// The bytes that a path means to the system, with the 0 that ends them.
package func systemPath(_ path: String) -> [CChar] {
  var bytes: [CChar] = []
  for scalar in path.unicodeScalars {
    if scalar.value >= firstForeign + 0x80, scalar.value <= firstForeign + 0xff {
      bytes.append(CChar(bitPattern: UInt8(scalar.value - firstForeign)))
    } else {
      bytes += UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
    }
  }
  return bytes + [0]
}

/// The path, or the part of one, that bytes stand for: those of a name on disk, or an argument.
///
/// Bytes that are part of no UTF-8 character become private characters, U+10FF80 to U+10FFFF, which every
/// function of this module takes for these bytes.
package func pathPart(of name: [UInt8]) -> String {
  if let text = String(validating: name, as: UTF8.self) { return text }
  var text = ""
  var rest = name[...]
  while !rest.isEmpty {
    let character = (1...4).lazy.compactMap { length in
      String(validating: rest.prefix(length), as: UTF8.self)
    }.first
    if let character {
      text += character
      rest = rest.dropFirst(character.utf8.count)
    } else if let scalar = Unicode.Scalar(firstForeign + UInt32(rest.removeFirst())) {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
