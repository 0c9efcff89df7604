import Testing

@Suite("Placeholder") struct RecordingFormatsPlaceholderTests {
  @Test("the target builds") func builds() {}
}
