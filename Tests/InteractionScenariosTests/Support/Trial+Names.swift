import InteractionScenarios
import SequenceLaws

extension Trial {
  /// The scenarios of surfaces that follow the finger and settle on springs.
  static let names = ["sheet", "pip", "modal", "card", "paging", "swipe", "drawer", "rotation"]

  /// All scenarios.
  static let allNames = allScenarios.map { $0.name }

  /// The number of random sequences in tests that are not laws; FLICKBOOK_SEQUENCES overrides 20.
  static let sequences = sequenceCount(standard: 20)
}
