import Portraits

/// A linear map from numbers to places in a picture.
struct Scale {
  /// The numbers that are shown; never empty.
  var domain: ClosedRange<Double>
  /// The places of the ends of the domain.
  var start: Double
  var end: Double

  init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = domain
    self.start = start
    self.end = end
  }

  /// The place of `number`; what is outside the domain is put at its edge, NaN at its start.
  func callAsFunction(_ number: Double) -> Double {
    let inside = number > domain.lowerBound ? min(number, domain.upperBound) : domain.lowerBound
    let fraction = (inside - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return start + fraction * (end - start)
  }

  /// A number on an axis with the text beside it.
  struct Tick {
    var value: Double
    var text: String
  }

  /// Round numbers in the domain, about `count` of them, 1, 2 or 5 times a power of ten apart.
  func ticks(about count: Int) -> [Tick] {
    let rough = (domain.upperBound - domain.lowerBound) / Double(max(count, 1))
    var decimals = 0
    var unit = 1.0
    while unit * 10 <= rough { unit *= 10 }
    while unit > rough, decimals < 6 {
      unit /= 10
      decimals += 1
    }
    let steps: [(Double, multiple: Double)] = [(1.5, 1), (3.5, 2), (7.5, 5)]
    let multiple = steps.first { rough < $0.0 * unit }?.multiple ?? 10
    let step = unit * multiple
    let first = (domain.lowerBound / step).rounded(.up)
    let last = (domain.upperBound / step).rounded(.down)
    guard last >= first, last - first <= 1_000 else { return [] }
    return stride(from: first, through: last, by: 1).map { index in
      Tick(value: index * step, text: brief(index * step, decimals))
    }
  }
}
