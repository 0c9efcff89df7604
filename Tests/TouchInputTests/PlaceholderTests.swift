import Testing

@Suite("Placeholder") struct TouchInputPlaceholderTests {
  @Test("the target builds") func builds() {}
}
