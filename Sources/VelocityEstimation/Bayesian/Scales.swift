/// The noise and the speed of a pan, estimated from its scans.
struct Scales {
  /// The variance of a position along each axis, in pt².
  var noise: Double
  /// The mean squared speed, in pt²/s².
  var speed: Double

  init(_ scans: Scans) {
    let count = scans.count
    let span = scans[count - 1].time - scans[0].time
    var (squares, length, farthest) = (0.0, 0.0, 0.0)
    for index in 1..<count {
      let step = scans[index].place - scans[index - 1].place
      let squared = (step * step).sum()
      squares += squared / (scans[index].time - scans[index - 1].time)
      length += squared.squareRoot()
      let place = scans[index - 1].place
      farthest = max(farthest, (place * place).sum())
    }
    let axes = Double(scans.axes)
    let guess = BayesianTuning.expectedNoise.time * length / span
    let (median, information) = Self.roughness(scans)
    let weight = BayesianTuning.expectedNoise.weight
    noise = (weight * guess * guess + information * median) / (weight + information)
    noise = max(noise, Self.roundingVariance(scans), 1e-12)
    // The noise lengthens the measured steps, so the expected contribution of the noise is subtracted from their
    // squares. The speed is at least the distance to the farthest scan, divided by the whole time.
    var noisy = 0.0
    for index in 1..<count {
      noisy += 2 * axes * noise / (scans[index].time - scans[index - 1].time)
    }
    speed = max((squares - noisy) / span, max(farthest, 2 * axes * noise) / (span * span))
  }

  /// Estimates the variance of the noise from the distance of each scan to the parabola through the previous three.
  ///
  /// The estimate uses the median of the distances, which outliers hardly affect. `information` is the number of
  /// independent distances that would be as accurate. It is half the number of distances, because neighbouring
  /// distances share scans.
  private static func roughness(_ scans: Scans) -> (variance: Double, information: Double) {
    guard scans.count > 3 else { return (0, 0) }
    var squares: [Double] = []
    squares.reserveCapacity(scans.count)
    for index in 3..<scans.count {
      let here = scans[index]
      let (w1, w2, w3) = parabolaWeights(
        (
          scans[index - 1].time - here.time, scans[index - 2].time - here.time,
          scans[index - 3].time - here.time
        ))
      let off =
        scans[index - 1].place * w1 + scans[index - 2].place * w2 + scans[index - 3].place * w3
        - here.place
      squares.append((off * off).sum() / (1 + w1 * w1 + w2 * w2 + w3 * w3))
    }
    squares.sort()
    let count = squares.count
    let median =
      count % 2 == 1 ? squares[count / 2] : (squares[count / 2 - 1] + squares[count / 2]) / 2
    // For standard normal numbers, the median of a square is 0.455, and the median of the sum of two squares is 1.386.
    return (median / (scans.axes == 2 ? 1.386 : 0.455), Double(count) / 2)
  }

  /// The variance that rounding to a grid causes; 0 if the positions are not on a grid.
  private static func roundingVariance(_ scans: Scans) -> Double {
    guard scans.count > 3 else { return 0 }
    var grid = Double.infinity
    for index in 1..<scans.count {
      let step = scans[index].place - scans[index - 1].place
      for size in [step.x.magnitude, step.y.magnitude] where size > 1e-9 { grid = min(grid, size) }
    }
    for index in 1..<scans.count {
      let step = (scans[index].place - scans[index - 1].place) / grid
      let off = step - step.rounded(.toNearestOrAwayFromZero)
      // On a grid, each step is a multiple of the grid's spacing, within 2 % of the spacing.
      guard (off * off).max() < 0.000_4 else { return 0 }
    }
    return grid * grid / 12
  }
}
