import Testing

@Suite("Placeholder") struct TuningPlaceholderTests {
  @Test("the target builds") func builds() {}
}
