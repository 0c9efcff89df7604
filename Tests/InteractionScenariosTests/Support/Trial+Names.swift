import InteractionScenarios
import SequenceLaws

extension Trial {
  /// The scenarios of surfaces that follow the finger and settle on springs.
  static let names = ["sheet", "pip", "modal", "card", "paging", "swipe", "drawer", "rotation"]

  /// All scenarios.
  static let allNames = allScenarios.map { $0.name }

  /// The default number of random sequences outside the laws, which the environment may increase.
  static let sequences = sequenceCount(standard: 20)
}
