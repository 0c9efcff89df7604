import Quantities

/// A numeric parameter of an estimator, or of a release rule of your own.
public struct EstimatorParameter: Hashable, Sendable {
  /// The name, as typed in `android.lsq2:horizon=80`.
  public var name: String
  /// The unit, such as `ms`; empty for a plain number.
  public var unit: String
  /// The value that is used if the user does not set the parameter.
  public var defaultValue: Double
  /// The permitted values, including both bounds, in ``unit``.
  public var range: ClosedRange<Double>
  /// The effect of the parameter, in one sentence.
  public var meaning: String
  /// The source of the default value, such as a constant in the source code of another program.
  public var source: String

  /// Creates the description of a parameter.
  public init(
    _ name: String, unit: String, default defaultValue: Double, range: ClosedRange<Double>,
    _ meaning: String, source: String
  ) {
    self.name = name
    self.unit = unit
    self.defaultValue = defaultValue
    self.range = range
    self.meaning = meaning
    self.source = source
  }
}

/// The parameter values of one estimator or release rule, in the order of its parameters.
public struct EstimatorValues: Hashable, Sendable {
  /// The number of clock ticks in one second; 1,000,000 for recordings, whose timestamps are in microseconds.
  var ticksPerSecond = 1_000_000.0
  private var names: [String]
  private var numbers: [Double]

  /// Creates values in which each of `parameters` has its default.
  public init(defaultsOf parameters: [EstimatorParameter]) {
    self.names = parameters.map { $0.name }
    self.numbers = parameters.map { $0.defaultValue }
  }

  /// The value of the parameter `name`.
  ///
  /// Traps if there is no such parameter.
  public subscript(name: String) -> Double {
    get {
      guard let index = names.firstIndex(of: name) else {
        preconditionFailure("parameter '\(name)' is not among \(names); describe it")
      }
      return numbers[index]
    }
    set {
      guard let index = names.firstIndex(of: name) else {
        preconditionFailure("parameter '\(name)' is not among \(names); describe it")
      }
      numbers[index] = newValue
    }
  }

  /// The value of the parameter `name`, converted from milliseconds to seconds.
  func seconds(_ name: String) -> Double { self[name] / 1_000 }

  /// The parameter `name` as a whole number, rounded down.
  func count(_ name: String) -> Int { Int(self[name]) }

  /// An empty history of `capacity` samples, whose timestamps have ``ticksPerSecond``.
  func history(capacity: Int) -> SampleHistory {
    SampleHistory(capacity: capacity, ticksPerSecond: ticksPerSecond)
  }
}

/// An estimator with its name, summary and parameters.
public struct EstimatorDescription: Sendable {
  /// The name, such as `android.lsq2`.
  public var name: String
  /// A summary of the estimator, in one line.
  public var summary: String
  /// The parameters of the estimator; empty if it has none.
  public var parameters: [EstimatorParameter]
  private let make: @Sendable (EstimatorValues) -> Estimator

  /// Creates a description; `make` is called for each new estimator, with the values of its parameters.
  public init<Kind: VelocityEstimator>(
    _ name: String, _ summary: String, parameters: [EstimatorParameter] = [],
    make: @escaping @Sendable (EstimatorValues) -> Kind
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.make = { Estimator(make($0)) }
  }

  /// A new estimator with every parameter at its default.
  public func estimator() -> Estimator { estimator(ticksPerSecond: 1_000_000) }

  /// A new estimator for samples whose timestamps count `ticksPerSecond` ticks in a second instead of microseconds.
  func estimator(ticksPerSecond: Double) -> Estimator {
    var values = EstimatorValues(defaultsOf: parameters)
    values.ticksPerSecond = ticksPerSecond
    return make(values)
  }

  /// A new estimator with `settings` such as `horizon=80,gap=40 ms` applied to the defaults.
  ///
  /// - Throws: ``EstimatorError`` if a setting is not valid for this estimator.
  public func estimator(
    settings: String
  ) throws(EstimatorError) -> Estimator {
    try estimator(settings: settings, ticksPerSecond: 1_000_000)
  }

  /// The same as ``estimator(settings:)``, for timestamps that count `ticksPerSecond` ticks in a second.
  func estimator(
    settings: String, ticksPerSecond: Double
  ) throws(EstimatorError) -> Estimator {
    var values = EstimatorValues(defaultsOf: parameters)
    values.ticksPerSecond = ticksPerSecond
    for setting in settings.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = setting.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw .malformedSetting(estimator: name, found: String(setting))
      }
      let typed = String(parts[0])
      guard let parameter = parameters.first(where: { $0.name == typed }) else {
        let known = parameters.map { $0.name }
        throw .unknownParameter(
          estimator: name, found: typed, nearest: nearestName(to: typed, in: known), known: known)
      }
      let form = NumberForm(parameter.range, unit: parameter.unit)
      guard let number = form.number(from: parts[1]) else {
        throw .outOfRange(
          estimator: name, parameter: parameter.name, found: String(parts[1]),
          expected: form.expectation(insteadOf: String(parts[1])))
      }
      values[parameter.name] = number
    }
    return make(values)
  }
}

extension Estimator {
  /// Returns the estimator that `text` names, such as `android.lsq2` or `android.lsq2:horizon=80`.
  ///
  /// - Throws: ``EstimatorError``. For an unknown name, the error contains the most similar name, if there is one.
  public static func named(_ text: String) throws(EstimatorError) -> Estimator {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    let known = allEstimators
    guard let description = known.first(where: { $0.name == name }) else {
      throw .unknownEstimator(
        found: name, nearest: nearestName(to: name, in: known.map { $0.name }))
    }
    guard parts.count > 1 else { return description.estimator() }
    return try description.estimator(settings: String(parts[1]))
  }
}
