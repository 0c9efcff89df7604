import Testing

@Suite("Placeholder") struct TidyPlaceholderTests {
  @Test("the target builds") func builds() {}
}
