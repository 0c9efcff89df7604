import Testing

@Suite("Placeholder") struct CommandLinePlaceholderTests {
  @Test("the target builds") func builds() {}
}
