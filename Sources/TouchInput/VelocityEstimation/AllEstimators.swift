/// Every estimator, in the order in which they are listed.
public let allEstimators: [EstimatorDescription] =
  androidLeastSquaresEstimators + [lastSampleEstimator]
