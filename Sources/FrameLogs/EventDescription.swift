/// The description of a kind of event: the condition under which such an event is recorded, and its payload.
public struct EventDescription: Hashable, Sendable {
  /// The kind of event.
  public var kind: RunEvent.Kind
  /// The condition under which the event is recorded, in one sentence.
  ///
  /// The sentence is empty if this description only adds fields to the payload of a common event.
  public var meaning: String
  /// The fields of the payload, in the order in which they are written.
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
    FieldDescription("time", unit: "s", "The time since the first event of the recording."),
    FieldDescription("frame", "The first frame that shows the effect of the event."),
    FieldDescription("event", "The kind of the event."),
  ]

  /// The kinds of events that every surface records.
  public static let commonEvents: [EventDescription] = [
    EventDescription(
      .touchDown, "A touch began.",
      fingerFields + [FieldDescription("hit", "Whether the touch hit the surface.")]),
    EventDescription(
      .touchUp, "A touch ended without a pan, or on a surface that cannot be dragged.", fingerFields
    ),
    EventDescription(
      .touchCancelled, "A touch was cancelled before it became a pan.", fingerFields),
    EventDescription(
      .panBegan, "A pan began.",
      [number, FieldDescription("fingers", "The number of fingers.")] + fingerFields),
    EventDescription(.panEnded, "A pan ended because the fingers lifted.", end),
    EventDescription(.panCancelled, "A pan was cancelled.", end),
    EventDescription(
      .caught, "A touch caught the surface while it was moving.",
      rest + [
        FieldDescription("vx", unit: "pt/s", "The velocity of the surface; positive is right."),
        FieldDescription("vy", unit: "pt/s", "The velocity of the surface; positive is down."),
        FieldDescription("target", "The target that the surface was moving to."),
      ]),
    EventDescription(.decision, "The release rule picked a target.", decision),
    EventDescription(
      .retargeted, "The target changed without a decision, for example by a command.",
      [
        FieldDescription("from", "The previous target."),
        FieldDescription("target", "The new target."),
      ]),
    EventDescription(.settled, "The surface came to rest.", arrival),
    EventDescription(.dismissed, "The surface was dismissed.", arrival),
    EventDescription(
      .gap, "The device dropped events.",
      [
        FieldDescription(
          "resynchronizedEvents", "The number of events that were inserted to restore the state.")
      ]),
  ]

  private static let fingerFields = [
    FieldDescription(
      "fingerX", unit: "pt", "The position of the finger on the screen; null on a touchpad."),
    FieldDescription(
      "fingerY", unit: "pt", "The position of the finger on the screen; null on a touchpad."),
  ]

  private static let rest = [
    FieldDescription("x", unit: "pt", "The horizontal position of the surface."),
    FieldDescription("y", unit: "pt", "The vertical position of the surface."),
  ]

  private static let arrival = [FieldDescription("target", "The name of the target.")] + rest

  private static let number = FieldDescription("pan", "The number of the pan, from 1.")

  private static let end =
    [
      number,
      FieldDescription("translationX", unit: "pt", "The pan's displacement; positive is right."),
      FieldDescription("translationY", unit: "pt", "The pan's displacement; positive is down."),
    ] + fingerFields + [
      FieldDescription("velocityX", unit: "pt/s", "The estimated velocity; positive is right."),
      FieldDescription("velocityY", unit: "pt/s", "The estimated velocity; positive is down."),
      FieldDescription("errorX", unit: "pt/s", "The standard error of velocityX; null if unknown."),
      FieldDescription("errorY", unit: "pt/s", "The standard error of velocityY; null if unknown."),
      FieldDescription("samples", "The number of samples in the estimate."),
      FieldDescription("span", unit: "s", "The time from the first to the last of these samples."),
      FieldDescription("degree", "The degree of the fitted polynomial."),
      FieldDescription(
        "velocityReason", "The reason for this velocity; 'ok' for an ordinary estimate."),
    ]

  private static let decision = [
    FieldDescription("velocityX", unit: "pt/s", "The velocity that the rule used."),
    FieldDescription("velocityY", unit: "pt/s", "The velocity that the rule used."),
    FieldDescription(
      "velocityErrorX", unit: "pt/s", "The standard error of the estimate; null if unknown."),
    FieldDescription(
      "velocityErrorY", unit: "pt/s", "The standard error of the estimate; null if unknown."),
    FieldDescription(
      "velocityReason", "The reason for this velocity; 'ok' for an ordinary estimate."),
    FieldDescription("projectedX", unit: "pt", "The projected position of rest."),
    FieldDescription("projectedY", unit: "pt", "The projected position of rest."),
    FieldDescription("from", "The target before the release."),
    FieldDescription("target", "The picked target; gone if the surface is dismissed."),
    FieldDescription("reason", "The reason why the rule picked the target."),
    FieldDescription(
      "candidates", "The possible targets, each with target, x, y and distance in pt."),
  ]
}
