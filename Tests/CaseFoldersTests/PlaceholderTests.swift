import Testing

@Suite("Placeholder") struct CaseFoldersPlaceholderTests {
  @Test("the target builds") func builds() {}
}
