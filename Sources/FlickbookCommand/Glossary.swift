import Flickbook

extension Explanation {
  /// The terms of `docs/glossary.md`, in its order; a test compares them with the page.
  static let glossary: [Explanation] = [
    term(
      "recording",
      "The raw evdev events of a touch device, with their times and a description of the device."),
    term(
      "report",
      """
      The events that a device sends together, up to and including a SYN_REPORT; they describe \
      the state of all fingers at one time.
      """),
    term(
      "slot",
      """
      The number with which a multi-touch device identifies one of several simultaneous contacts \
      (ABS_MT_SLOT); after the contact has ended, a later contact can have the same number.
      """),
    term(
      "tracking id",
      """
      The number that a device gives to each new contact (ABS_MT_TRACKING_ID); -1 ends the \
      contact in a slot.
      """),
    term("contact", "One finger on the device, from touch-down to lift."),
    term(
      "gap",
      """
      A time in a recording at which the kernel dropped events (SYN_DROPPED); after a gap, the \
      recorder inserts events that restore the state of the fingers.
      """),
    term(
      "sample",
      "The position of the fingers of a pan at one time; samples are the input of an estimator."),
    term(
      "pan",
      """
      A drag by one or more fingers; a recognizer finds the pans in the contacts. A pan begins, changes, and ends or \
      is cancelled.
      """),
    term(
      "pt",
      """
      A point, the unit of lengths: the screen has 390 × 844 pt by default. A pixel of CSS, a dp of Android and a \
      point of iOS are 1 pt; settings also accept the units px and dp.
      """),
    term("pt/s", "Points per second, the unit of velocities."),
    term("slop", "The distance that a finger must move before a pan begins, in points."),
    term(
      "estimator",
      """
      An algorithm that computes the velocity of a finger from samples: the live velocity while \
      the finger is down, and the released velocity at the lift.
      """),
    term("hook", "A change of the finger's direction in the last samples before a lift."),
    term(
      "hand-off",
      "The start of the motion after a release; the motion begins with the finger's velocity."),
    term(
      "frame",
      """
      The state of a surface at one time; the time of frame number k is k / rate seconds after \
      the first event, where rate is the frame rate in hertz.
      """),
    term(
      "event",
      """
      An entry in the log of a run, with its exact time, for example a touch, a catch, a \
      decision, or the end of a motion.
      """),
    term(
      "run",
      """
      The result of replaying a recording through a scenario: settings, frames, events and a \
      summary.
      """),
    term(
      "case",
      "A regression test: a folder with a recording, its settings and the expected run."),
    term("intent", "The target that the user wanted to reach."),
    term(
      "label",
      "The intent of a recording, the person who made it, and the session in which it was made."),
    term("corpus", "Folders of labelled recordings, used to tune settings."),
    term(
      "held out",
      """
      Not used by a search, but used afterwards to test the result of the search; all recordings of a person, or of \
      a session, are held out together.
      """),
    term(
      "study",
      """
      A file that defines a search over settings: the settings to vary, the goals, and the \
      gestures to replay.
      """),
    term("trial", "One set of values for the settings that a study varies."),
    term(
      "journal",
      "The file to which flickbook tune writes the trials of a study and their results."),
    term(
      "front",
      """
      The Pareto front of a study: the trials that no other trial beats; a trial beats another trial if it is better \
      in one objective and at least as good in all others.
      """),
    term(
      "indistinguishable",
      """
      Two trials are indistinguishable if their difference is not statistically significant on \
      the corpus.
      """),
    term(
      "margin",
      """
      The smallest change of the finger's position or velocity at a release with which the surface would go to \
      another target, in points; a change of 10 pt/s counts as one point.
      """),
    term("repair", "A change of one or two settings that sends a gesture to its intended target."),
    term(
      "scenario",
      """
      A model of a kind of surface, such as a sheet, a picture-in-picture window or a card; a \
      scenario defines settings, a state machine and the fields of frames.
      """),
    term("surface", "The object on the screen that the user moves."),
    term(
      "hold",
      "The state of the finger in relation to a surface: idle (no finger), pressed or dragging."),
    term("detent", "A height at which a sheet can rest."),
    term(
      "candidate",
      "A position where a surface can come to rest; a release rule chooses one of the candidates."),
    term(
      "target",
      "The position to which the surface moves: one of the candidates, or the dismissed position."),
    term(
      "release rule",
      """
      The rule that picks the target at a release; its settings also control the velocity filter, \
      the projection, the dismissal and the hand-off.
      """),
    term(
      "projection",
      """
      The position at which a surface would come to rest after a release if only friction slowed \
      it down.
      """),
    term(
      "dead band",
      "A limit for the speed of a release; a slower release counts as a release without velocity."),
    term(
      "flick",
      """
      A release that is at least as fast as the flick speed of the release rule; for a flick, \
      most rules choose the target by the direction and not by the position.
      """),
    term("dismissal", "The removal of a surface by a gesture; the surface moves off the screen."),
    term(
      "rubber band",
      """
      The function that reduces the movement of a surface beyond its limits, so that the surface follows the finger \
      more slowly there.
      """),
    term("overscroll", "The displayed distance of a surface beyond its limits, in points."),
    term(
      "tracking",
      """
      The motion of a surface while it follows the finger, either exactly or with a delay on a \
      spring.
      """),
    term(
      "preset",
      """
      Settings, under a name, with which a scenario behaves like a surface of other software, such as GTK.
      """),
    term(
      "response",
      """
      The period that a spring would have without damping, in seconds; a shorter response makes the spring faster.
      """),
    term(
      "damping ratio",
      "The damping of a spring divided by its critical damping, written ζ; 1 is critical damping."),
    term("settle time", "The time from the release until the surface rests, in seconds."),
    term("overshoot", "The distance by which a surface passes its target."),
    term(
      "engine",
      """
      The arithmetic that computes the motion of a spring: the exact formula, or the steps of other software.
      """),
    term(
      "relative velocity",
      "The velocity of a surface divided by its remaining distance to the target, in 1/s."),
    term("decay", "A motion whose speed decreases exponentially, as if by friction."),
    term(
      "trajectory",
      """
      A motion without a finger, as a function of time; it can be a spring, a decay, a fling, a \
      curve, or a spring that an engine computes in steps.
      """),
    term("grid", "A search that tries every combination of the values given for the settings."),
    term(
      "law",
      """
      A condition that every surface must satisfy, as a test; in fit, a formula for a motion, such as a spring.
      """),
    term("soak", "A test of all laws on many random sequences."),
  ]

  private static func term(_ word: String, _ meaning: String) -> Explanation {
    Explanation(word: word, kind: "a term", meaning: meaning)
  }
}
