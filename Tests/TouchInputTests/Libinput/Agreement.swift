/// How well two series of distances agree.
struct Agreement: Sendable {
  /// The distances of libinput and of Flickbook at one time.
  struct Pair: Hashable, Sendable {
    var theirs: Double
    var ours: Double
  }

  /// Pearson's correlation coefficient; 1 if one series is a positive multiple of the other plus a
  /// constant.
  var correlation: Double {
    theirSquares > 0 && ourSquares > 0 ? products / (theirSquares * ourSquares).squareRoot() : 0
  }

  /// The ratio of libinput's distances to Flickbook's distances, by least squares.
  var factor: Double { ourSquares > 0 ? products / ourSquares : 0 }

  /// Whether libinput reports any movement.
  var moves: Bool { theirSquares > 0 }

  private var theirSquares = 0.0
  private var products = 0.0
  private var ourSquares = 0.0

  init(_ pairs: [Pair]) {
    let count = Double(max(pairs.count, 1))
    let theirs = pairs.reduce(0) { $0 + $1.theirs } / count
    let ours = pairs.reduce(0) { $0 + $1.ours } / count
    for pair in pairs {
      theirSquares += (pair.theirs - theirs) * (pair.theirs - theirs)
      products += (pair.theirs - theirs) * (pair.ours - ours)
      ourSquares += (pair.ours - ours) * (pair.ours - ours)
    }
  }

  /// The agreement of several movements, where each movement is relative to its own mean.
  init(pooling parts: [Agreement]) {
    for part in parts {
      theirSquares += part.theirSquares
      products += part.products
      ourSquares += part.ourSquares
    }
  }
}
