/// How two distances go together.
struct Agreement: Sendable {
  /// libinput's distance and ours, at one moment.
  struct Pair: Hashable, Sendable {
    var theirs: Double
    var ours: Double
  }

  /// Pearson's coefficient; 1 where one is the other times a number above zero, plus a constant.
  var correlation: Double {
    theirSquares > 0 && ourSquares > 0 ? products / (theirSquares * ourSquares).squareRoot() : 0
  }

  /// How much theirs grows with ours.
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

  /// What several movements have in common, each about its own middle.
  init(pooling parts: [Agreement]) {
    for part in parts {
      theirSquares += part.theirSquares
      products += part.products
      ourSquares += part.ourSquares
    }
  }
}
