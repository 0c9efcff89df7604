import Testing

@Suite("Placeholder") struct EvdevDevicesPlaceholderTests {
  @Test("the target builds") func builds() {}
}
