/// Every estimator, in the order in which they are listed.
public let allEstimators: [EstimatorDescription] =
  [bayesianEstimator] + androidLeastSquaresEstimators
  + [androidImpulseEstimator] + androidIntegratingEstimators + [androidLegacyEstimator]
  + composeEstimators + chromiumEstimators + flutterEstimators + segmentBlendEstimators
  + windowMeanEstimators + [
    chromeOSEstimator, hammerEstimator, kalmanEstimator, lastSampleEstimator,
  ]
