import InteractionScenarios
import SequenceLaws

extension Trial {
  /// The scenarios of a surface that follows the hand and settles on springs.
  static let names = ["sheet", "pip", "modal", "card", "paging", "swipe", "drawer", "rotation"]

  /// All of them.
  static let allNames = allScenarios.map { $0.name }

  /// How many random sequences are tried where the laws do not; the environment may ask for more.
  static let sequences = sequenceCount(standard: 20)
}
