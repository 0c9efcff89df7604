/// The bundled estimators, followed by the registered estimators; in the order in which help and tables list them.
public var allEstimators: [EstimatorDescription] {
  #if $Embedded
    bundledEstimators
  #else
    bundledEstimators + EstimatorDescription.own
  #endif
}

/// The estimators that are part of Flickbook.
package let bundledEstimators: [EstimatorDescription] =
  [bayesianEstimator] + androidLeastSquaresEstimators
  + [androidImpulseEstimator] + androidIntegratingEstimators + [androidLegacyEstimator]
  + composeEstimators + chromiumEstimators + flutterEstimators + segmentBlendEstimators
  + [qtFlickableEstimator]
  + windowMeanEstimators + webDrawerEstimators + [meanDeltaEstimator, galaEstimator]
  + [
    chromeOSEstimator, emblaEstimator, hammerEstimator, kalmanEstimator, lastSampleEstimator,
  ]
