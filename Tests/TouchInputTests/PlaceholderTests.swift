import Testing
import TouchInput

@Suite("Placeholder") struct TouchInputPlaceholderTests {
  @Test("the target builds") func builds() {}
}
