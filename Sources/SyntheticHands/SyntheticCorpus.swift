public import Quantities
public import TouchInput

/// Recordings of several people, each of whom wants a surface to go somewhere and says where.
///
/// Where to is drawn first, and then the hand does what it believes will take the surface there: it
/// drags it, or throws it as fast as the person trusts a throw to carry. Nothing here knows how a
/// surface decides; so what is meant is what the hand meant, and a rule may misread it.
public struct SyntheticCorpus: Hashable, Sendable {
  /// Somewhere to go.
  public struct Goal: Hashable, Sendable {
    /// What it is called; the intent of the recordings.
    public var name: String
    /// How far it is from where the surface is at first; zero for a surface that is to stay.
    public var displacement: Position

    /// Creates a goal.
    public init(name: String, displacement: Position) {
      self.name = name
      self.displacement = displacement
    }
  }

  /// Why the recordings of a corpus cannot be made up is said by ``SyntheticHandError``.
  public let goals: [Goal]
  /// The names of the goals, each once.
  private let names: [String]
  /// The people.
  public let people: [SyntheticPerson]
  /// In how many sittings each person records.
  public let sessions: Int
  /// What all random numbers start from.
  public let seed: UInt64
  /// Where the surface stands at first, which the recordings keep; nil keeps nothing.
  public var start: String?

  /// The most people of a corpus.
  public static let mostPeople = 1_000

  /// Creates a corpus.
  ///
  /// Traps unless there is a goal, a sitting, and 1 to ``mostPeople`` people.
  ///
  /// - Parameters:
  ///   - goals: Where the people want the surface to go; each name as often as the others, and of goals
  ///     with one name each as often as these.
  ///   - people: How many people there are.
  ///   - sessions: In how many sittings each of them records.
  ///   - seed: What all random numbers start from.
  public init(goals: [Goal], people: Int, sessions: Int = 2, seed: UInt64 = 1) {
    precondition(!goals.isEmpty, "people who want nothing make no gesture")
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

  /// Recording number `index`, counted from 0; the same whatever others are made.
  ///
  /// People take turns, and each goes through the sittings.
  ///
  /// - Throws: ``SyntheticHandError`` when a goal is so far away that no hand gets there.
  public func recording(_ index: Int) throws(SyntheticHandError) -> Recording {
    precondition(index >= 0, "recording \(index)")
    let person = people[index % people.count]
    let session = index / people.count % sessions
    var random = Self.generator(seed, 2, index)
    let name = random.one(of: names)
    let named = goals.filter { $0.name == name }
    let goal = named.count == 1 ? named[0] : random.one(of: named)
    var sitting = Self.generator(seed, 3, index % people.count * sessions + session)
    // A hand is not as fast, nor as trusting, on every day.
    let mood = 1 + 0.12 * sitting.normal()
    var digitizer = Digitizer(rate: person.rate, noise: person.tremor, seed: random.next())
    digitizer.droppedScans = random.happens(0.05) ? 0.1 : 0
    let intention = SyntheticIntention(
      person: person, mood: max(0.6, mood), goal: goal.displacement)
    var recording = try Self.recording(of: intention, digitizer, intent: goal.name, &random)
    recording.start = start
    recording.person = person.name
    recording.session = "\(session + 1)"
    return recording
  }

  /// How often a hand tries again that would have left the device.
  ///
  /// Source: ours; a tremor is out of it about once in a thousand gestures beside an edge, a goal that is
  /// too far away always.
  private static let attempts = 16

  /// What a digitizer makes of a hand; one that would leave the device is drawn anew.
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
