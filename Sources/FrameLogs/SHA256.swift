/// A SHA-256 digest of bytes that the caller adds in one or more calls.
///
/// Source: NIST FIPS 180-4, section 6.2.
public struct SHA256: Sendable {
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The last bytes, which do not fill a block of 64 bytes yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Creates a digest of no bytes; add bytes with ``receive(_:)``.
  public init() {}

  /// The digest of `bytes` as 64 hexadecimal digits.
  public static func hexadecimal(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.receive(bytes)
    return digest.hexadecimal
  }

  /// Adds bytes at the end; the digest does not depend on how the bytes are divided among the calls.
  public mutating func receive(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    rest += bytes
    let whole = rest.count / 64 * 64
    mix(rest[..<whole])
    rest.removeFirst(whole)
  }

  /// The digest of all bytes so far, as 64 hexadecimal digits.
  public var hexadecimal: String {
    var digest = self
    // The padding is a bit 1, zeros up to 8 bytes before the end of a block, and the number of bits.
    var last = rest + [0x80]
    while last.count % 64 != 56 { last.append(0) }
    let bitCount = byteCount &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      last.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    digest.mix(last[...])
    return digest.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Processes whole blocks of 64 bytes.
  private mutating func mix(_ blocks: ArraySlice<UInt8>) {
    blocks.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        for start in stride(from: 0, to: bytes.count, by: 64) {
          for index in 0..<16 {
            let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
            words[index] = UInt32(bigEndian: word)
          }
          for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let small = Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ (early &>> 3)
            let large = Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ (late &>> 10)
            words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
          }
          mix(words)
        }
      }
    }
  }

  /// Runs the 64 rounds of a block; `words` is its message schedule.
  private mutating func mix(_ words: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sumE = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
      let choice = g ^ (e & (f ^ g))
      let first = h &+ sumE &+ choice &+ Self.roundConstants[index] &+ words[index]
      let sumA = Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)
      let majority = (a & b) ^ (c & (a ^ b))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ sumA &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}
