import Testing

@Suite("Placeholder") struct FramePicturesPlaceholderTests {
  @Test("the target builds") func builds() {}
}
