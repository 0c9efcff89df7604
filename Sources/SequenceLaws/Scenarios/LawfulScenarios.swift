/// The scenarios with their random settings, and the laws that hold for them.
public let lawfulScenarios: [LawfulScenario] = [
  lawfulSheet, lawfulPictureInPicture, lawfulModal, lawfulCard, lawfulTransition, lawfulScroll,
  lawfulButton, lawfulPaging, lawfulSwipe,
]
