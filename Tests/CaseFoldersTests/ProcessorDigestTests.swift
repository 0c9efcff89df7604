import CaseFolders
import FrameLogs
import Testing

@Suite("Digests by instructions")
struct ProcessorDigestTests {
  @Test("the instructions of the processor give the digest of the plain code, in whatever pieces")
  func same() {
    var state: UInt64 = 1
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    for length in Array(0..<200) + [1_000, 4_095, 4_096, 4_097, 70_000] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: next()) }
      var digest = SHA256.ofProcessor
      var start = 0
      while start < length {
        let end = min(start + Int(next() % 300) + 1, length)
        digest.receive(Array(bytes[start..<end]))
        start = end
      }
      #expect(digest.hexadecimal == SHA256.hexadecimal(of: bytes), "\(length) bytes")
    }
  }

  // Source: NIST, "Secure Hashing: example values and long messages" for FIPS 180-4.
  @Test("a million times a has the published digest")
  func published() {
    var digest = SHA256.ofProcessor
    digest.receive(Array(repeating: 0x61, count: 1_000_000))
    #expect(
      digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
