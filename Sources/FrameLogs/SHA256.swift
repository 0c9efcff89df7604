/// The SHA-256 digest of some bytes.
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

  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// What mixes so many blocks of 64 bytes into the eight words of a digest.
  package typealias Mixer = @Sendable (UnsafeMutablePointer<UInt32>, UnsafeRawPointer, Int) -> Void

  /// What mixes in place of the code here; nil for that.
  private let mixer: Mixer?

  /// Creates the digest of nothing; give it bytes with ``receive(_:)``.
  public init() { mixer = nil }

  /// The same, with something else to mix blocks: the instructions of a processor.
  package init(mixer: Mixer?) { self.mixer = mixer }

  /// The digest of `bytes` as 64 hexadecimal digits.
  public static func hexadecimal(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.receive(bytes)
    return digest.hexadecimal
  }

  /// Takes in the bytes that come next.
  public mutating func receive(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 64 else { return }
      mix(rest[...])
      rest.removeAll(keepingCapacity: true)
    }
    let end = start + (bytes.count - start) / 64 * 64
    mix(bytes[start..<end])
    rest += bytes[end...]
  }

  /// The digest of all bytes so far as 64 hexadecimal digits.
  public var hexadecimal: String {
    var digest = self
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

  /// Mixes in whole blocks of 64 bytes.
  private mutating func mix(_ blocks: ArraySlice<UInt8>) {
    if let mixer {
      state.withUnsafeMutableBufferPointer { state in
        blocks.withUnsafeBytes { blocks in
          guard let words = state.baseAddress, let bytes = blocks.baseAddress else { return }
          mixer(words, bytes, blocks.count / 64)
        }
      }
      return
    }
    Self.roundConstants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        blocks.withUnsafeBytes { buffer in
          for start in stride(from: 0, to: buffer.count, by: 64) {
            Self.fill(schedule, from: buffer, at: start)
            for index in 0..<64 { schedule[index] &+= constants[index] }
            mix(schedule)
          }
        }
      }
    }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from buffer: UnsafeRawBufferPointer,
    at start: Int
  ) {
    for index in 0..<16 {
      let word = buffer.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
      schedule.initializeElement(at: index, to: UInt32(bigEndian: word))
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let small = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
      let large = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
      schedule.initializeElement(
        at: index, to: schedule[index - 16] &+ small &+ schedule[index - 7] &+ large)
    }
  }

  /// One of the 64 rounds; instead of moving eight words along, the caller turns their names.
  @inline(__always)
  private static func turn(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sumE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sumE &+ choice &+ word
    let sumA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let majority = (a & b) ^ (c & (a ^ b))
    d = d &+ first
    h = first &+ sumA &+ majority
  }

  private mutating func mix(_ words: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in stride(from: 0, to: 64, by: 8) {
      Self.turn(a, b, c, &d, e, f, g, &h, words[index])
      Self.turn(h, a, b, &c, d, e, f, &g, words[index + 1])
      Self.turn(g, h, a, &b, c, d, e, &f, words[index + 2])
      Self.turn(f, g, h, &a, b, c, d, &e, words[index + 3])
      Self.turn(e, f, g, &h, a, b, c, &d, words[index + 4])
      Self.turn(d, e, f, &g, h, a, b, &c, words[index + 5])
      Self.turn(c, d, e, &f, g, h, a, &b, words[index + 6])
      Self.turn(b, c, d, &e, f, g, h, &a, words[index + 7])
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}
