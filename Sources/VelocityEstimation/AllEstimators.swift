/// All estimators, in the order in which help and tables list them.
public let allEstimators: [EstimatorDescription] =
  [bayesianEstimator] + androidLeastSquaresEstimators
  + [androidImpulseEstimator] + androidIntegratingEstimators + [androidLegacyEstimator]
  + composeEstimators + chromiumEstimators + flutterEstimators + segmentBlendEstimators
  + [qtFlickableEstimator]
  + windowMeanEstimators + [
    chromeOSEstimator, hammerEstimator, kalmanEstimator, lastSampleEstimator,
  ]
