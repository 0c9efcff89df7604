import Testing

@Suite("Placeholder") struct InteractionScenariosPlaceholderTests {
  @Test("the target builds") func builds() {}
}
