import InteractionScenarios
import Quantities
import TouchInput

/// The descriptions of all scenarios that the laws check.
public let lawfulScenarios: [LawfulScenario] = [
  lawfulSheet, lawfulPictureInPicture, lawfulModal, lawfulCard, lawfulTransition, lawfulScroll,
  lawfulButton, lawfulPaging, lawfulSwipe, lawfulDrawer, lawfulRefresh, lawfulRotation,
  lawfulFlashlight,
]

extension Conditions {
  /// Changes the screen to the same in landscape, a smaller one, or leaves it.
  mutating func turnScreen(_ random: inout SeededGenerator) {
    let (width, height) = random.one(of: [(844.0, 390.0), (320.0, 568.0), (390.0, 844.0)])
    stage = Stage(screen: Planar(x: Points(width), y: Points(height)))
  }
}
