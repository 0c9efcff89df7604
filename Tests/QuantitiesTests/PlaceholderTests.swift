import Testing

@Suite("Placeholder") struct QuantitiesPlaceholderTests {
  @Test("the target builds") func builds() {}
}
