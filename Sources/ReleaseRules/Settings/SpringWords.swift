package import MotionPhysics
import Quantities

/// A spring in the parameters of other software, such as `stiffness:247,damping:31.4`.
///
/// If a scenario has the settings `NAME.response` and `NAME.dampingRatio`, a user may set both at once by assigning
/// such parameters to `NAME`. The parameters must be one of these sets, in any order:
/// - `stiffness` and `damping`, or `stiffness` and `dampingRatio`, as in `CASpringAnimation`, Motion, Flutter and
///   Compose; both with or without `mass`
/// - `tension` and `friction` of react-spring, which are a stiffness and a damping; with or without `mass`
/// - `duration` and `bounce` of SwiftUI
/// - `response` and `dampingRatio`
/// - `settlingDuration` and `dampingRatio`: the time until a spring that starts at rest is within 0.1 % of the distance
/// - `viewDuration` and `dampingRatio`: the duration of a `UIView` animation, which also depends on the start velocity
/// - `visualDuration` and `bounce` of Motion
/// - `origamiTension` and `origamiFriction`: the tension and friction of Origami, Rebound and React Native
/// - `bounciness` and `speed` of Rebound and React Native
///
/// The mass is 1 if it is missing. A duration and a `response` are in seconds, or have a unit, as in `500ms`.
package struct SpringWords {
  /// A parameter, spelled as in the software that uses it.
  enum Word: String, CaseIterable {
    case stiffness, damping, mass, dampingRatio, tension, friction, duration, bounce, response
    case settlingDuration, viewDuration, visualDuration, origamiTension, origamiFriction
    case bounciness, speed
  }

  /// A text that does not describe a spring; `expected` completes an error message that ends in "give".
  package struct Problem: Error {
    package var expected: String
  }

  /// The characters between a parameter and its number, and between two parameters.
  package struct Punctuation: Sendable {
    var assignment: Character
    var separator: Character

    /// The punctuation of a setting: `stiffness:247,damping:31.4`.
    package static let setting = Self(assignment: ":", separator: ",")
    /// The punctuation of the arguments of a command: `stiffness=247 damping=31.4`.
    package static let arguments = Self(assignment: "=", separator: " ")
  }

  fileprivate static let sets: [[Word]] = [
    [.stiffness, .damping], [.stiffness, .dampingRatio], [.tension, .friction],
    [.duration, .bounce], [.response, .dampingRatio], [.settlingDuration, .dampingRatio],
    [.viewDuration, .dampingRatio], [.visualDuration, .bounce],
    [.origamiTension, .origamiFriction], [.bounciness, .speed],
  ]

  private let punctuation: Punctuation
  private var numbers: [(word: Word, number: Double)] = []

  /// Returns the spring that `text` describes.
  ///
  /// - Parameters:
  ///   - text: The parameters and their numbers.
  ///   - punctuation: The characters between the parameters and the numbers.
  ///   - relativeVelocity: The velocity at the start, in fractions of the distance per second; only a `viewDuration`
  ///     depends on it.
  /// - Returns: The spring.
  /// - Throws: ``Problem`` if the text does not describe a spring.
  package static func spring(
    _ text: String, punctuation: Punctuation = .setting, relativeVelocity: Double = 0
  ) throws(Problem) -> Spring {
    var words = SpringWords(punctuation: punctuation)
    for part in text.split(separator: punctuation.separator, omittingEmptySubsequences: false) {
      try words.read(part)
    }
    return try words.spring(relativeVelocity: relativeVelocity)
  }

  /// Reads a parameter with its number, such as `stiffness:247`.
  private mutating func read(_ part: Substring) throws(Problem) {
    let halves = part.split(
      separator: punctuation.assignment, maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Self.trimmed(halves[0]))
    guard let word = Word(rawValue: name) else {
      let known = Word.allCases.map { $0.rawValue }
      let nearest = nearestName(to: name, in: known)
      throw Problem(
        expected: nearest.map { "'\($0)' instead of '\(excerpt(of: name))'" }
          ?? "words and their numbers, such as \(example(of: Self.sets[0])); the words of a "
          + "spring are \(known.joined(separator: ", "))")
    }
    guard !numbers.contains(where: { $0.word == word }) else {
      throw Problem(expected: "'\(name)' only once")
    }
    guard halves.count == 2, let number = word.number(from: Self.trimmed(halves[1])) else {
      throw Problem(expected: "\(word.allowed) for '\(name)', such as \(example(of: [word]))")
    }
    numbers.append((word, number))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.utf8.drop { $0 == UInt8(ascii: " ") }
    var end = start.endIndex
    while end > start.startIndex, start[start.index(before: end)] == UInt8(ascii: " ") {
      end = start.index(before: end)
    }
    return Substring(start[..<end])
  }

  private func spring(relativeVelocity: Double) throws(Problem) -> Spring {
    let given = numbers.map { $0.word }
    let complete = Self.sets.first { set in
      let all = given.contains(.mass) && set[0].takesMass ? set + [.mass] : set
      return all.count == given.count && all.allSatisfy { given.contains($0) }
    }
    guard let complete else { throw Problem(expected: completion(of: given)) }
    do throws(SpringError) {
      return try spring(of: complete, relativeVelocity: relativeVelocity)
    } catch {
      throw Problem(expected: "numbers nearer to 1, such as \(example(of: complete))")
    }
  }

  /// Returns the spring that the numbers of the parameters in `set` describe; call it after all have been read.
  private func spring(
    of set: [Word], relativeVelocity: Double
  ) throws(SpringError) -> Spring {
    let (first, second, mass) = (self[set[0]] ?? 0, self[set[1]] ?? 0, self[.mass] ?? 1)
    switch set[0] {
    case .duration: return try Spring(duration: Seconds(first), bounce: second)
    case .response: return try .validated(dampingRatio: second, response: Seconds(first))
    case .settlingDuration:
      return try Spring(settlingDuration: Seconds(first), dampingRatio: second)
    case .viewDuration:
      return try Spring(
        viewDuration: Seconds(first), dampingRatio: second, relativeVelocity: relativeVelocity)
    case .visualDuration: return try Spring(visualDuration: Seconds(first), bounce: second)
    case .origamiTension: return try Spring(origamiTension: first, friction: second)
    case .bounciness: return try Spring(bounciness: first, speed: second)
    default:
      return set[1] == .dampingRatio
        ? try Spring(mass: mass, stiffness: first, dampingRatio: second)
        : try Spring(mass: mass, stiffness: first, damping: second)
    }
  }

  private subscript(_ word: Word) -> Double? { numbers.first { $0.word == word }?.number }

  /// Returns `words` with permitted numbers, as an example.
  private func example(of words: [Word]) -> String {
    words.map { "\($0.rawValue)\(punctuation.assignment)\($0.example)" }
      .joined(separator: String(punctuation.separator))
  }

  /// Returns the sets that a user can enter instead of `given`, with an example of the first set.
  private func completion(of given: [Word]) -> String {
    let near = Self.sets.filter { set in
      set.contains { given.contains($0) } || given == [.mass] && set[0].takesMass
    }
    let names = near.map { set in set.map { $0.rawValue }.joined(separator: " with ") }
    return names.joined(separator: ", or ")
      + (near.first.map { ", such as \(example(of: $0))" } ?? "")
  }
}

extension SpringWords.Word {
  /// Whether the sets with this parameter may include a mass.
  fileprivate var takesMass: Bool { self == .stiffness || self == .tension }

  private var isTime: Bool {
    switch self {
    case .duration, .response, .settlingDuration, .viewDuration, .visualDuration: true
    default: false
    }
  }

  /// The number of the parameter in an example.
  ///
  /// The examples of all sets describe about the same spring: a response of 0.4 s with a damping ratio of 1.
  fileprivate var example: String {
    switch self {
    case .stiffness, .tension: "247"
    case .damping, .friction: "31.4"
    case .mass, .dampingRatio: "1"
    case .duration, .response: "0.4"
    case .bounce, .bounciness: "0"
    case .settlingDuration, .viewDuration: "0.588"
    case .visualDuration: "0.333"
    case .origamiTension: "44.6"
    case .origamiFriction: "10.1"
    case .speed: "7.5"
    }
  }

  /// The permitted numbers, for a message.
  fileprivate var allowed: String {
    switch self {
    case .stiffness, .tension, .mass: "a number above 0"
    case .damping, .friction, .dampingRatio: "a number of 0 or more"
    case .duration, .response, .settlingDuration, .viewDuration, .visualDuration:
      "a time of 0 s or more"
    case .bounce: "a number above -1 and up to 1"
    case .origamiTension, .origamiFriction, .bounciness, .speed: "a number"
    }
  }

  /// Returns the number in `text`, in seconds for a time; nil if the text is not a permitted number.
  fileprivate func number(from text: Substring) -> Double? {
    let range = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard let number = NumberForm(range, unit: isTime ? "s" : "").number(from: text) else {
      return nil
    }
    let isAllowed =
      switch self {
      case .stiffness, .tension, .mass: number > 0
      case .bounce: number > -1 && number <= 1
      case .origamiTension, .origamiFriction, .bounciness, .speed: true
      default: number >= 0
      }
    return isAllowed ? number : nil
  }

  /// Returns all the parameters that a spring needs together with this one, whose number is `value`.
  func completed(with value: String) -> String {
    let sets = SpringWords.sets
    let set = sets.first { $0.contains(self) } ?? sets[0] + [self]
    return set.map { "\($0.rawValue):\($0 == self ? value : "…")" }.joined(separator: ",")
  }

  /// Whether a setting of a spring has the name of this parameter.
  var isSetting: Bool { self == .response || self == .dampingRatio }

  /// Whether the parameter may also mean a number of a motion without a spring: the duration of a curve, the friction
  /// of a throw, or a speed.
  var isAmbiguous: Bool { self == .duration || self == .friction || self == .speed }

  /// Whether a user who wrote this parameter may mean a setting whose key ends in `name`.
  func resembles(_ name: String) -> Bool {
    name == rawValue || self == .friction && name == "decelerationRate"
  }
}
