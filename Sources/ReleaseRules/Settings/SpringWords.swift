import MotionPhysics
import Quantities

/// A spring in the words of another system, such as `stiffness:247,damping:31.4`.
///
/// If a scenario has the settings `NAME.response` and `NAME.dampingRatio`, a user may set both at once by assigning
/// such words to `NAME`. The words must be one of these sets, in any order:
/// - `stiffness` and `damping`, or `stiffness` and `dampingRatio`, as in `CASpringAnimation`, Motion, Flutter and
///   Compose; both with or without `mass`
/// - `tension` and `friction` of react-spring, which are a stiffness and a damping; with or without `mass`
/// - `duration` and `bounce` of SwiftUI
/// - `response` and `dampingRatio`
///
/// The mass is 1 if it is missing. A `duration` and a `response` are in seconds, or have a unit, as in `500ms`.
struct SpringWords {
  /// A word, in the spelling of the systems that use it.
  enum Word: String, CaseIterable {
    case stiffness, damping, mass, dampingRatio, tension, friction, duration, bounce, response
  }

  /// A text that does not describe a spring; `expected` completes an error message that ends in "give".
  struct Problem: Error {
    var expected: String
  }

  private static let sets: [[Word]] = [
    [.stiffness, .damping], [.stiffness, .dampingRatio], [.tension, .friction],
    [.duration, .bounce], [.response, .dampingRatio],
  ]

  private var numbers: [(word: Word, number: Double)] = []

  /// Returns the spring that `text` describes.
  static func spring(_ text: String) throws(Problem) -> Spring {
    var words = SpringWords()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      try words.read(part)
    }
    return try words.spring()
  }

  /// Reads a word with its number, such as `stiffness:247`.
  private mutating func read(_ part: Substring) throws(Problem) {
    let halves = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Self.trimmed(halves[0]))
    guard let word = Word(rawValue: name) else {
      let known = Word.allCases.map { $0.rawValue }
      let nearest = nearestName(to: name, in: known)
      throw Problem(
        expected: nearest.map { "'\($0)' instead of '\(excerpt(of: name))'" }
          ?? "words and their numbers, such as stiffness:247,damping:31.4; the words of a spring "
          + "are \(known.joined(separator: ", "))")
    }
    guard !numbers.contains(where: { $0.word == word }) else {
      throw Problem(expected: "'\(name)' only once")
    }
    guard halves.count == 2, let number = word.number(from: Self.trimmed(halves[1])) else {
      throw Problem(expected: "\(word.allowed) for '\(name)', such as \(name):\(word.example)")
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

  private func spring() throws(Problem) -> Spring {
    let given = numbers.map { $0.word }
    let isComplete = Self.sets.contains { set in
      let all = given.contains(.mass) && set[0].takesMass ? set + [.mass] : set
      return all.count == given.count && all.allSatisfy { given.contains($0) }
    }
    guard isComplete else { throw Problem(expected: completion(of: given)) }
    do throws(SpringError) { return try converted() } catch {
      throw Problem(expected: "numbers nearer to 1, such as stiffness:247,damping:31.4")
    }
  }

  private subscript(_ word: Word) -> Double? { numbers.first { $0.word == word }?.number }

  /// Converts a complete set of words.
  private func converted() throws(SpringError) -> Spring {
    let mass = self[.mass] ?? 1
    if let duration = self[.duration], let bounce = self[.bounce] {
      return try Spring(duration: Seconds(duration), bounce: bounce)
    }
    if let response = self[.response], let ratio = self[.dampingRatio] {
      return try .validated(dampingRatio: ratio, response: Seconds(response))
    }
    let stiffness = self[.stiffness] ?? self[.tension] ?? 0
    if let ratio = self[.dampingRatio] {
      return try Spring(mass: mass, stiffness: stiffness, dampingRatio: ratio)
    }
    return try Spring(
      mass: mass, stiffness: stiffness, damping: self[.damping] ?? self[.friction] ?? 0)
  }

  /// Returns the sets to give instead of `given`, with an example of the first.
  private func completion(of given: [Word]) -> String {
    let near = Self.sets.filter { set in
      set.contains { given.contains($0) } || given == [.mass] && set[0].takesMass
    }
    let names = near.map { set in set.map { $0.rawValue }.joined(separator: " with ") }
    let example = near.first.map { set in
      ", such as " + set.map { "\($0.rawValue):\($0.example)" }.joined(separator: ",")
    }
    return names.joined(separator: ", or ") + (example ?? "")
  }
}

extension SpringWords.Word {
  /// Whether the word belongs to a system whose springs have a mass.
  fileprivate var takesMass: Bool { self == .stiffness || self == .tension }

  /// The number of the word in an example.
  ///
  /// All sets describe about the same spring: a response of 0.4 s with a damping ratio of 1.
  fileprivate var example: String {
    switch self {
    case .stiffness, .tension: "247"
    case .damping, .friction: "31.4"
    case .mass, .dampingRatio: "1"
    case .duration, .response: "0.4"
    case .bounce: "0"
    }
  }

  /// The permitted numbers, for a message.
  fileprivate var allowed: String {
    switch self {
    case .stiffness, .tension, .mass: "a number above 0"
    case .damping, .friction, .dampingRatio: "a number of 0 or more"
    case .duration, .response: "a time of 0 s or more"
    case .bounce: "a number above -1 and up to 1"
    }
  }

  /// Returns the number in `text`, in seconds for a time; nil if the text is no permitted number.
  fileprivate func number(from text: Substring) -> Double? {
    let isTime = self == .duration || self == .response
    let range = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard let number = NumberForm(range, unit: isTime ? "s" : "").number(from: text) else {
      return nil
    }
    let isAllowed =
      switch self {
      case .stiffness, .tension, .mass: number > 0
      case .damping, .friction, .dampingRatio, .duration, .response: number >= 0
      case .bounce: number > -1 && number <= 1
      }
    return isAllowed ? number : nil
  }

  /// The words to give instead of this word alone, with the value `value`.
  func completed(with value: String) -> String {
    let set: [Self] =
      switch self {
      case .mass: [.stiffness, .damping, .mass]
      case .stiffness, .damping: [.stiffness, .damping]
      case .tension, .friction: [.tension, .friction]
      case .duration, .bounce: [.duration, .bounce]
      case .response, .dampingRatio: [.response, .dampingRatio]
      }
    return set.map { "\($0.rawValue):\($0 == self ? value : "…")" }.joined(separator: ",")
  }

  /// Whether the settings of a spring use this word.
  var isSetting: Bool { self == .response || self == .dampingRatio }

  /// Whether the word may mean a number of a motion that has no spring: the duration of a curve, or the friction of a
  /// throw.
  var isAmbiguous: Bool { self == .duration || self == .friction }

  /// Whether a user who wrote this word may mean a setting whose key ends in `name`.
  func resembles(_ name: String) -> Bool {
    name == rawValue || self == .friction && name == "decelerationRate"
  }
}
