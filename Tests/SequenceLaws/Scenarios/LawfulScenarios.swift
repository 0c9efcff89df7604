import InteractionScenarios
import Quantities
import TouchInput

/// The scenarios with their random settings, and the laws that hold for them.
public let lawfulScenarios: [LawfulScenario] = [
  lawfulSheet, lawfulPictureInPicture, lawfulModal, lawfulCard, lawfulTransition, lawfulScroll,
  lawfulButton, lawfulPaging, lawfulSwipe, lawfulDrawer, lawfulRefresh, lawfulRotation,
  lawfulFlashlight,
]

extension Conditions {
  /// Another screen: the same on its side, a smaller one, or the one there was.
  mutating func turnScreen(_ random: inout SeededGenerator) {
    let (width, height) = random.one(of: [(844.0, 390.0), (320.0, 568.0), (390.0, 844.0)])
    stage = Stage(screen: Planar(x: Points(width), y: Points(height)))
  }
}
