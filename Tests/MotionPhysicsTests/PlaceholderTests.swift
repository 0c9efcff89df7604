import Testing

@Suite("Placeholder") struct MotionPhysicsPlaceholderTests {
  @Test("the target builds") func builds() {}
}
