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
  /// Rotates the screen to landscape, makes it smaller, or leaves it unchanged, at random.
  mutating func turnScreen(_ random: inout SeededGenerator) {
    let (width, height) = random.one(of: [(844.0, 390.0), (320.0, 568.0), (390.0, 844.0)])
    screen = Screen(size: Planar(x: Points(width), y: Points(height)))
  }
}
