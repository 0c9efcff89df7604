public import VelocityEstimation

extension EstimatorDescription {
  /// What the estimator can be told, as settings like those of a scenario.
  public var settings: [Setting<EstimatorValues>] {
    parameters.map { parameter in
      let name = parameter.name
      return Setting(
        name, unit: parameter.unit,
        .number(parameter.range, get: { $0[name] }, set: { $0[name] = $1 }), parameter.meaning,
        source: parameter.source)
    }
  }

  /// The numbers with which it is made when nothing is said.
  public var standardValues: EstimatorValues { EstimatorValues(defaultsOf: parameters) }
}
