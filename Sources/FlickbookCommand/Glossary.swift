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
      The events of a device up to a SYN_REPORT; they describe the state of all fingers at one \
      time.
      """),
    term(
      "slot",
      """
      The number with which a multi-touch device identifies one of several simultaneous contacts \
      (ABS_MT_SLOT); a later contact can reuse it.
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
      A point in a recording where the kernel dropped events (SYN_DROPPED); the recorder inserts \
      events there that restore the state of the fingers.
      """),
    term("sample", "The position of the fingers of a pan at one time; the input of an estimator."),
    term(
      "pan",
      """
      A drag by one or more fingers, found in the contacts by a recognizer; a pan begins, \
      changes, and ends or is cancelled.
      """),
    term("slop", "The distance that a finger moves before a pan begins, in points."),
    term(
      "estimator",
      """
      An algorithm that computes a velocity from samples; the *live* velocity is for a finger \
      that is down, the *released* velocity for the lift.
      """),
    term(
      "hook",
      "The last samples before a lift, if they turn away from the direction of the motion."),
    term("hand-off", "The start of the motion after a release, which has the finger's velocity."),
    term(
      "frame",
      """
      The state of a surface at one time; frame k is at k / rate seconds after the first event, \
      where rate is the frame rate in hertz.
      """),
    term(
      "event",
      """
      An entry in the log of a run with its exact time: a touch, a catch, a decision, the end of \
      a motion.
      """),
    term(
      "run",
      """
      The result of a recording that is replayed through a scenario: settings, frames, events \
      and a summary.
      """),
    term("case", "A regression test in a folder: a recording, its settings and the expected run."),
    term("intent", "The target that the user wanted to reach."),
    term(
      "label",
      "The intent of a recording, the person who made it, and the session in which it was made."),
    term("corpus", "Folders of labelled recordings, used to tune settings."),
    term(
      "held out",
      """
      Recordings that a search does not use, and that test its result: all recordings of some \
      people, or of some sessions.
      """),
    term(
      "study",
      """
      A file that defines a search over settings: the settings to vary, the goals, and the \
      gestures to replay.
      """),
    term("trial", "One set of values for the settings that a study varies."),
    term("journal", "The file that lists the trials of a study, in order."),
    term(
      "front",
      """
      The Pareto front: the trials for which no other trial is better in one objective and at \
      least as good in all others.
      """),
    term(
      "indistinguishable",
      "Said of two trials whose difference is not significant with the people in the corpus."),
    term(
      "margin",
      """
      How much farther or faster the finger would have had to be at a release for another \
      target, in points; 10 pt/s count as one point.
      """),
    term(
      "margin shortfall",
      """
      A measure of a study: the amount by which the margins of releases are below the required \
      margin, averaged over all gestures, in points. Unlike the count of wrong targets, it also \
      changes if a setting changes only a little.
      """),
    term("repair", "A change of one or two settings that sends a gesture to its intended target."),
    term(
      "scenario",
      """
      A model of a kind of surface, such as a sheet, a picture-in-picture window or a card: its \
      settings, its state machine and its fields.
      """),
    term("surface", "The object that the user moves."),
    term("hold", "The state of the finger in relation to a surface: idle, pressed or dragging."),
    term("detent", "A height at which a sheet rests."),
    term(
      "candidate",
      "A position where a surface can come to rest; a release rule chooses one of the candidates."),
    term("target", "The position to which the surface moves: a candidate or the dismissal."),
    term(
      "policy",
      """
      The data that decide what happens at a release: velocity filter, projection, release rule, \
      dismissal and hand-off.
      """),
    term("release rule", "The part of a policy that picks the target."),
    term(
      "projection",
      """
      The position at which a surface with the velocity of the release would come to rest by \
      friction alone.
      """),
    term("dead band", "The speed below which the velocity of a release counts as zero."),
    term(
      "flick",
      """
      A release that is at least as fast as the flick speed of the rule, so that its direction \
      counts more than its position.
      """),
    term("dismissal", "The removal of a surface by a gesture; the surface moves off the screen."),
    term(
      "rubber band",
      "The function that lets a surface follow the finger more slowly beyond its limits."),
    term("overscroll", "The displayed distance of a surface beyond its limits, in points."),
    term(
      "tracking",
      """
      The motion of a surface that follows the finger: at the position of the finger, or behind \
      it on a spring.
      """),
    term("settling", "The motion to the target after a release."),
    term("caught", "Stopped by a touch while it moves; said of a surface."),
    term(
      "retargeted",
      """
      Sent to another target without a finger, for example by a command of a program; said of a \
      surface.
      """),
    term("preset", "Settings with which a scenario behaves like a surface of another system."),
    term("response", "The period of the undamped spring, in seconds."),
    term("damping ratio", "Damping divided by critical damping, written ζ; 1 is critical."),
    term("settle time", "The time from the release to rest, in seconds."),
    term("overshoot", "The distance by which a surface passes its target."),
    term("engine", "The arithmetic that computes a spring: exact, or the steps of another system."),
    term("relative velocity", "Velocity divided by the remaining distance to the target, in 1/s."),
    term("decay", "A motion that slows down exponentially, as by friction."),
    term(
      "trajectory",
      """
      A motion without a finger, as a function of time: spring, decay, fling, curve, or a \
      stepping engine.
      """),
    term("grid", "A search that tries every combination of the given values."),
    term("law", "A check of a condition that must hold for every surface."),
    term("soak", "A test of all laws on many random sequences."),
  ]

  private static func term(_ word: String, _ meaning: String) -> Explanation {
    Explanation(word: word, kind: "a term", meaning: meaning)
  }
}
