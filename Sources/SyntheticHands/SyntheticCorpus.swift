public import Quantities
public import TouchInput

/// Recordings of several people, each labelled with the goal that the person intended.
///
/// For each recording, a goal is drawn at random. The person then makes a gesture that they believe moves the surface
/// to the goal: they drag the surface there, or flick it as fast as they think is needed. No release rule is involved,
/// so the intents are the goals of the people, and a release rule may send a gesture elsewhere.
public struct SyntheticCorpus: Hashable, Sendable {
  /// A place where people want the surface to go.
  public struct GestureGoal: Hashable, Sendable {
    /// The name of the goal, which becomes the intent of the recordings.
    public var name: String
    /// The displacement from the first position of the surface; zero if the person wants the surface to stay.
    public var displacement: Position

    /// Creates a goal.
    public init(name: String, displacement: Position) {
      self.name = name
      self.displacement = displacement
    }
  }

  /// The goals that people choose from.
  public let goals: [GestureGoal]
  /// The names of the goals, each once.
  private let names: [String]
  /// The people, whose names and habits follow from the seed.
  public let people: [SyntheticPerson]
  /// The number of sessions in which each person records.
  public let sessions: Int
  /// The seed of all random numbers: for the people, the goals, the gestures and the noise.
  public let seed: UInt64
  /// The name of the first position of the surface, which is stored in each recording; nil stores none.
  public var start: String?

  /// The maximum number of people in a corpus.
  public static let mostPeople = 1_000

  /// Creates a corpus.
  ///
  /// Traps unless there are at least one goal, at least one session, and 1 to ``mostPeople`` people.
  ///
  /// - Parameters:
  ///   - goals: The goals of the people. All names have the same probability, and all goals with the same name have the
  ///     same probability.
  ///   - people: The number of people.
  ///   - sessions: The number of sessions in which each person records.
  ///   - seed: The seed of all random numbers.
  public init(goals: [GestureGoal], people: Int, sessions: Int = 2, seed: UInt64 = 1) {
    precondition(!goals.isEmpty, "a corpus needs at least one goal")
    precondition((1...Self.mostPeople).contains(people), "\(people) people")
    precondition(sessions >= 1, "\(sessions) sittings")
    self.goals = goals
    names = goals.indices.filter { index in
      !goals[..<index].contains { $0.name == goals[index].name }
    }.map { goals[$0].name }
    self.sessions = sessions
    self.seed = seed
    self.people = (0..<people).map { index in
      var random = Self.generator(seed, 1, index)
      let digits = "\(index + 1)"
      let zeros = String(repeating: "0", count: max(0, "\(people)".count - digits.count))
      return SyntheticPerson(name: "p\(zeros)\(digits)", from: &random)
    }
  }

  /// Returns recording number `index`, counted from 0; it does not depend on other recordings.
  ///
  /// The people take turns: all people make one recording in their first session, then all in their second session, and
  /// so on; after the last session, the first session continues.
  ///
  /// - Throws: ``SyntheticHandError`` if a goal is too far away to fit on the device.
  public func recording(_ index: Int) throws(SyntheticHandError) -> Recording {
    precondition(index >= 0, "recording \(index)")
    let person = people[index % people.count]
    let session = index / people.count % sessions
    var random = Self.generator(seed, 2, index)
    let name = random.one(of: names)
    let named = goals.filter { $0.name == name }
    let goal = named.count == 1 ? named[0] : random.one(of: named)
    var sitting = Self.generator(seed, 3, index % people.count * sessions + session)
    // The speed of a person's drags and flicks varies from session to session.
    let sessionSpeedFactor = 1 + 0.12 * sitting.normal()
    var digitizer = Digitizer(rate: person.rate, noise: person.tremor, seed: random.next())
    digitizer.droppedScans = random.happens(0.05) ? 0.1 : 0
    let intention = SyntheticIntention(
      person: person, sessionSpeedFactor: max(0.6, sessionSpeedFactor), goal: goal.displacement)
    var recording = try Self.recording(of: intention, digitizer, intent: goal.name, &random)
    recording.start = start
    recording.person = person.name
    recording.session = "\(session + 1)"
    return recording
  }

  /// The maximum number of attempts to draw a touch that stays on the device.
  ///
  /// We chose 16 because that is more than enough near an edge, where a tremor moves the hand off the device in about
  /// one of a thousand gestures. If a goal is too far away, all attempts fail.
  private static let attempts = 16

  /// Returns the recording of a touch for the intention; draws another touch if the hand leaves the device.
  private static func recording(
    of intention: SyntheticIntention, _ digitizer: Digitizer, intent: String,
    _ random: inout SeededGenerator
  ) throws(SyntheticHandError) -> Recording {
    var attempt = 1
    while true {
      let hand = intention.touch(&random)
      do throws(SyntheticHandError) {
        return try digitizer.recording(
          of: HandModel(touches: [hand.touch]), gesture: hand.name, intent: intent)
      } catch {
        guard attempt < attempts else { throw error }
        attempt += 1
      }
    }
  }

  private static func generator(_ seed: UInt64, _ kind: UInt64, _ index: Int) -> SeededGenerator {
    var first = SeededGenerator(seed: seed)
    var second = SeededGenerator(seed: first.next() ^ kind &* 0x9e37_79b9_7f4a_7c15)
    return SeededGenerator(seed: second.next() &+ UInt64(index) &* 0xd134_2543_de82_ef95)
  }
}
