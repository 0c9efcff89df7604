/// What an event says, and when it is noted.
public struct EventDescription: Hashable, Sendable {
  /// The kind of event.
  public var kind: RunEvent.Kind
  /// When it is noted, in one sentence; empty where only the payload adds to what is said elsewhere.
  public var meaning: String
  /// The fields of its payload, in the order in which they are written.
  public var payload: [FieldDescription]

  /// Creates a description.
  public init(_ kind: RunEvent.Kind, _ meaning: String, _ payload: [FieldDescription] = []) {
    self.kind = kind
    self.meaning = meaning
    self.payload = payload
  }
}

extension RunEvent {
  /// The fields that every event has before its payload.
  public static let commonFields: [FieldDescription] = [
    FieldDescription("time", unit: "s", "When it happened, counted from the first event."),
    FieldDescription("frame", "The first frame that shows its effect."),
    FieldDescription("event", "Its kind."),
  ]

  /// The events that every surface notes when they happen to it.
  public static let commonEvents: [EventDescription] = [
    EventDescription(
      .touchDown, "A hand went down.",
      fingerFields + [FieldDescription("hit", "Whether the touch is for the surface.")]),
    EventDescription(.touchUp, "A hand left without panning.", fingerFields),
    EventDescription(
      .touchCancelled, "A touch was taken away from the surface before it panned.", fingerFields),
    EventDescription(
      .panBegan, "A pan began.",
      [number, FieldDescription("fingers", "How many fingers pan.")] + fingerFields),
    EventDescription(.panEnded, "A pan ended with the hand leaving.", end),
    EventDescription(.panCancelled, "A pan was taken away.", end),
    EventDescription(
      .caught, "A hand took hold of a surface in motion.",
      rest + [
        FieldDescription("vx", unit: "pt/s", "How fast it moved to the right."),
        FieldDescription("vy", unit: "pt/s", "How fast it moved down."),
        FieldDescription("target", "Where it was heading."),
      ]),
    EventDescription(.decision, "The rule of the release picked a target.", decision),
    EventDescription(
      .retargeted, "The target of a surface changed without a hand.",
      [
        FieldDescription("from", "Where it was, or was heading."),
        FieldDescription("target", "Where it goes now."),
      ]),
    EventDescription(.settled, "The surface came to rest.", arrival),
    EventDescription(.dismissed, "The surface left for good.", arrival),
    EventDescription(
      .gap, "The device dropped events.",
      [FieldDescription("resynchronizedEvents", "How many were made up for.")]),
  ]

  private static let fingerFields = [
    FieldDescription("fingerX", unit: "pt", "The finger on the screen; null without a place."),
    FieldDescription("fingerY", unit: "pt", "The finger on the screen; null without a place."),
  ]

  private static let rest = [
    FieldDescription("x", unit: "pt", "Where the surface is, horizontally."),
    FieldDescription("y", unit: "pt", "Where the surface is, vertically."),
  ]

  private static let arrival = [FieldDescription("target", "The name of the place.")] + rest

  private static let number = FieldDescription("pan", "The number of the pan, from 1.")

  private static let end =
    [
      number,
      FieldDescription("translationX", unit: "pt", "How far the pan went to the right."),
      FieldDescription("translationY", unit: "pt", "How far the pan went down."),
    ] + fingerFields + [
      FieldDescription("velocityX", unit: "pt/s", "The estimate; positive is right."),
      FieldDescription("velocityY", unit: "pt/s", "The estimate; positive is down."),
      FieldDescription("errorX", unit: "pt/s", "Its standard error; null where not known."),
      FieldDescription("errorY", unit: "pt/s", "Its standard error; null where not known."),
      FieldDescription("samples", "How many samples the estimate is from."),
      FieldDescription("span", unit: "s", "The time that they span."),
      FieldDescription("degree", "The degree of the polynomial that was fitted."),
      FieldDescription("velocityReason", "Why the velocity is what it is, or none."),
    ]

  private static let decision = [
    FieldDescription("velocityX", unit: "pt/s", "The velocity that the rule used."),
    FieldDescription("velocityY", unit: "pt/s", "The velocity that the rule used."),
    FieldDescription(
      "velocityErrorX", unit: "pt/s", "The standard error of the estimate; null where not known."),
    FieldDescription(
      "velocityErrorY", unit: "pt/s", "The standard error of the estimate; null where not known."),
    FieldDescription("velocityReason", "Why the velocity is what it is, or none."),
    FieldDescription("projectedX", unit: "pt", "Where the surface would come to rest by itself."),
    FieldDescription("projectedY", unit: "pt", "Where the surface would come to rest by itself."),
    FieldDescription("from", "The place that the surface came from."),
    FieldDescription("target", "The place that it goes to; gone when it is dismissed."),
    FieldDescription("reason", "Why the target is the target."),
    FieldDescription(
      "candidates", "The places that were weighed, each with target, x, y and distance in pt."),
  ]
}
