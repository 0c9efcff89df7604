package import FrameLogs
package import Tuning

extension Scorecard {
  /// The scorecard as fields of a journal.
  ///
  /// The fields are integers with names in a fixed order, so that equal scorecards have equal bytes on every machine.
  package var logFields: [LogField] {
    var fields = [
      LogField("gestures", .integer(all.count)), LogField("wrong", .integer(all.wrong)),
      LogField("targets", Self.fields(of: targets)), LogField("persons", Self.fields(of: persons)),
    ]
    if repetitions.count > 0 { fields.append(LogField("repetitions", repetitions.logValue)) }
    if compared.count > 0 { fields.append(LogField("compared", compared.logValue)) }
    for (name, path) in Self.totals where self[keyPath: path] != Total() {
      fields.append(LogField(name, self[keyPath: path].logValue))
    }
    return fields
  }

  /// Reads a scorecard; nil if `value` is not a valid scorecard.
  package init?(_ value: LogValue) {
    self.init()
    guard let gestures = value["gestures"]?.asWhole, let wrong = value["wrong"]?.asWhole,
      let targets = Self.tallies(value["targets"]), let persons = Self.tallies(value["persons"])
    else { return nil }
    all = Tally(count: gestures, wrong: wrong)
    self.targets = targets
    self.persons = persons
    if let field = value["repetitions"] {
      guard let tally = Tally(field) else { return nil }
      repetitions = tally
    }
    if let field = value["compared"] {
      guard let tally = Tally(field) else { return nil }
      compared = tally
    }
    for (name, path) in Self.totals {
      guard let field = value[name] else { continue }
      guard let total = Total(field) else { return nil }
      self[keyPath: path] = total
    }
    guard gestures >= 0, (0...gestures).contains(wrong) else { return nil }
  }

  private static var totals: [(String, WritableKeyPath<Scorecard, Total>)] {
    [
      ("settleTime", \.settleTime), ("overshoot", \.overshoot), ("peakJerk", \.peakJerk),
      ("reversal", \.reversal), ("marginShortfall", \.marginShortfall),
      ("settleTimeDifference", \.settleTimeDifference),
      ("overshootDifference", \.overshootDifference),
    ]
  }

  private static func fields(of tallies: [String: Tally]) -> LogValue {
    .fields(
      tallies.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { LogField($0.key, $0.value.logValue) })
  }

  private static func tallies(_ value: LogValue?) -> [String: Tally]? {
    guard case .fields(let fields)? = value else { return nil }
    var tallies: [String: Tally] = [:]
    for field in fields {
      guard let tally = Tally(field.value) else { return nil }
      tallies[field.key] = tally
    }
    return tallies
  }
}

extension Scorecard.Tally {
  /// The number of gestures and the number that missed the intended target, as a list.
  fileprivate var logValue: LogValue { .list([.integer(count), .integer(wrong)]) }

  fileprivate init?(_ value: LogValue) {
    guard case .list(let items) = value, items.count == 2, let count = items[0].asWhole,
      let wrong = items[1].asWhole, count >= 0, (0...count).contains(wrong)
    else { return nil }
    self.init(count: count, wrong: wrong)
  }
}

extension Scorecard.Total {
  /// The sum and the maximum, as a list.
  fileprivate var logValue: LogValue { .list([.integer(Int(sum)), .integer(Int(greatest))]) }

  fileprivate init?(_ value: LogValue) {
    guard case .list(let items) = value, items.count == 2, let sum = items[0].asWhole,
      let greatest = items[1].asWhole, sum >= 0, greatest >= 0
    else { return nil }
    self.init(sum: Int64(sum), greatest: Int64(greatest))
  }
}

extension LogValue {
  /// The value as an integer; nil if it is not an integer.
  ///
  /// A floating-point value must be below 2⁵³ in magnitude, the limit up to which it represents every integer exactly.
  package var asWhole: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number) where number.rounded() == number && number.magnitude < 0x1p53:
      Int(number)
    case .number, .text, .flag, .none, .list, .fields: nil
    }
  }
}
