import MotionPhysics
import Quantities

extension Assignment {
  /// True if one assignment sets a whole spring, such as `spring=stiffness:247,damping:31.4`, and the other sets a
  /// number of the same spring, such as `spring.response`.
  package static func shareSpring(_ one: Assignment, _ other: Assignment) -> Bool {
    func isPart(_ part: Assignment, of whole: Assignment) -> Bool {
      whole.givesWords
        && (part.key == "\(whole.key).dampingRatio" || part.key == "\(whole.key).response")
    }
    return isPart(one, of: other) || isPart(other, of: one)
  }

  /// Whether one of `names` is a parameter of a spring, such as `stiffness`.
  package static func hasWordOfSpring(_ names: [String]) -> Bool {
    names.contains { SpringWords.Word(rawValue: $0) != nil }
  }

  /// Whether the value has the form of parameters with numbers, such as `stiffness:247`.
  fileprivate var givesWords: Bool { value.utf8.contains(UInt8(ascii: ":")) }

  /// Returns the assignments of the damping ratio and of the response of the spring that this assignment describes by
  /// other parameters.
  fileprivate func springNumbers<Tuning>(
    of settings: [Setting<Tuning>]
  ) throws(SettingError) -> [Assignment] {
    let spring: Spring
    do throws(SpringWords.Problem) { spring = try SpringWords.spring(value) } catch {
      throw .invalidValue(key: key, value: value, location: location, expected: error.expected)
    }
    // The response has its unit, because a program under test may have declared the setting in milliseconds.
    return [
      try springNumber("dampingRatio", plain(spring.dampingRatio), of: settings),
      try springNumber("response", "\(plain(spring.response.value)) s", of: settings),
    ]
  }

  private func springNumber<Tuning>(
    _ name: String, _ number: String, of settings: [Setting<Tuning>]
  ) throws(SettingError) -> Assignment {
    var part = self
    (part.key, part.value) = ("\(key).\(name)", number)
    for setting in settings where setting.key == part.key {
      guard case .number(let range, _, _) = setting.access else { continue }
      let form = NumberForm(range, unit: setting.unit)
      guard form.number(from: number) == nil else { continue }
      throw .invalidValue(
        key: key, value: value, location: location,
        expected: "words whose \(name) is \(form.expectation), instead of \(number)")
    }
    return part
  }
}

extension [Assignment] {
  /// Returns the assignments, with the damping ratio and the response of each spring instead of other parameters.
  ///
  /// An assignment such as `spring=stiffness:247,damping:31.4` becomes two assignments, to `spring.dampingRatio` and to
  /// `spring.response`. All other assignments are returned as they are.
  ///
  /// - Throws: `SettingError.invalidValue` for parameters that do not describe a spring, or that describe a spring
  ///   outside the ranges of its two settings.
  package func expandingSprings<Tuning>(
    of settings: [Setting<Tuning>]
  ) throws(SettingError) -> [Assignment] {
    guard contains(where: { $0.givesWords && hasSpring($0.key, settings) }) else { return self }
    var expanded: [Assignment] = []
    for assignment in self {
      if assignment.givesWords, hasSpring(assignment.key, settings) {
        expanded += try assignment.springNumbers(of: settings)
      } else {
        expanded.append(assignment)
      }
    }
    return expanded
  }

  /// Returns the assignments as they are stored in files: numbers without units, and the two numbers of a spring
  /// instead of other parameters.
  ///
  /// - Throws: The errors of ``expandingSprings(of:)``.
  package func plainValues<Tuning>(
    of settings: [Setting<Tuning>]
  ) throws(SettingError) -> [Assignment] {
    var assignments = try expandingSprings(of: settings)
    for index in assignments.indices {
      for setting in settings where setting.key == assignments[index].key {
        assignments[index].value = setting.plainText(of: assignments[index].value)
      }
    }
    return assignments
  }
}

/// Whether the settings include a spring with the name `name`: `NAME.dampingRatio` and `NAME.response`.
private func hasSpring<Tuning>(_ name: String, _ settings: [Setting<Tuning>]) -> Bool {
  settings.contains { $0.key == "\(name).dampingRatio" }
    && settings.contains { $0.key == "\(name).response" }
}

/// Splits a key at its last dot; the first part is empty if the key has no dot.
private func split(_ key: String) -> (owner: String, name: String) {
  guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return ("", key) }
  return (String(key[..<dot]), String(key[key.utf8.index(after: dot)...]))
}

extension SettingError {
  /// Returns the error for an assignment whose key none of `settings` has.
  ///
  /// If the key is the name of a spring, or a parameter of a spring in other software, such as `stiffness`, the error
  /// describes how to set the spring.
  package static func unknown<Tuning>(
    _ assignment: Assignment, among settings: [Setting<Tuning>], scenario: String
  ) -> SettingError {
    let keys = settings.map { $0.key }
    let springs = keys.filter { split($0).name == "response" }.map { split($0).owner }
      .filter { hasSpring($0, settings) }
    if springs.contains(assignment.key) {
      do throws(SettingError) { _ = try assignment.springNumbers(of: settings) } catch {
        return error
      }
    }
    let (owner, name) = split(assignment.key)
    guard let word = SpringWords.Word(rawValue: name), !word.isSetting, !springs.isEmpty else {
      return .unknownSetting(
        key: assignment.key, scenario: scenario, location: assignment.location,
        nearest: nearestName(to: assignment.key, in: keys))
    }
    let isOwned = springs.contains(owner)
    let others = keys.filter { word.resembles(split($0).name) }
    return .wordOfSpring(
      key: assignment.key, scenario: scenario, location: assignment.location,
      springs: isOwned ? [owner] : springs, words: word.completed(with: assignment.value),
      others: isOwned && !word.isAmbiguous ? [] : others)
  }
}
