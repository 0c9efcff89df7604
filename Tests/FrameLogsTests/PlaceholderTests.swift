import Testing

@Suite("Placeholder") struct FrameLogsPlaceholderTests {
  @Test("the target builds") func builds() {}
}
