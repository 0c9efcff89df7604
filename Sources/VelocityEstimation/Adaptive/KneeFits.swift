internal import Quantities

/// The fits that explain what came before a change of the motion and what came after it together.
///
/// The hand moves steadily, or with a steady acceleration, and at the time `−τ` its velocity or its
/// acceleration changes; its place does not jump:
///
///     place(t) = a + b t (+ d t²) + c max(t + τ, 0)ᵖ,   p = 1: a step of velocity, 2: a ramp
///
/// A window alone has to pay for everything before it as if that told nothing; a change that a whole
/// pan shows is told by all its samples, after a steady motion only: a bent one of 400 ms is rare, and
/// gains nothing.
///
/// All that a change needs are sums over all samples and over the newest ones, so that each fit costs
/// the same, however many samples there are.
///
/// Source: ours; for the step that two lines tell where they meet, Hudson, "Fitting segmented curves
/// whose join points have to be estimated", J. American Statistical Association 61, 1966.
struct KneeFits {
  /// Sums over the newest samples, of powers of time and of their products with the places.
  struct Sums {
    var n = 0.0
    var t1 = 0.0
    var t2 = 0.0
    var t3 = 0.0
    var t4 = 0.0
    var x = 0.0
    var y = 0.0
    var tx = 0.0
    var ty = 0.0
    var ttx = 0.0
    var tty = 0.0
    var squares = 0.0
  }

  /// A polynomial through all samples of a window, by orthogonal columns.
  private struct Base {
    var n = 0.0
    var meanT = 0.0
    var meanX = 0.0
    var meanY = 0.0
    var spread = 0.0
    var bx = 0.0
    var by = 0.0
    var residual = 0.0
    // The column t² without what 1 and t explain of it: t² − e (t − t̄) − m.
    var e = 0.0
    var m = 0.0
    var curl = 0.0
    var dx = 0.0
    var dy = 0.0
    var curved = 0.0

    init(_ s: Sums) {
      n = s.n
      meanT = s.t1 / n
      meanX = s.x / n
      meanY = s.y / n
      spread = s.t2 - s.t1 * meanT
      bx = (s.tx - meanT * s.x) / spread
      by = (s.ty - meanT * s.y) / spread
      let xx = s.squares - s.x * meanX - s.y * meanY
      residual = max(xx - spread * (bx * bx + by * by), 0)
      m = s.t2 / n
      e = (s.t3 - meanT * s.t2) / spread
      curl = s.t4 - s.t2 * m - e * e * spread
      dx = (s.ttx - m * s.x - e * spread * bx) / curl
      dy = (s.tty - m * s.y - e * spread * by) / curl
      curved = max(residual - curl * (dx * dx + dy * dy), 0)
    }
  }

  /// A line through the samples of a sum.
  private struct Line {
    var n: Double
    var t: Double
    var spread: Double
    /// Where it is at the newest sample of all, and its slopes.
    var x: Double
    var y: Double
    var bx: Double
    var by: Double
    var residual: Double

    @inline(__always)
    init(_ s: Sums, without o: Sums = Sums()) {
      n = s.n - o.n
      let (t1, sx, sy) = (s.t1 - o.t1, s.x - o.x, s.y - o.y)
      t = t1 / n
      spread = max(s.t2 - o.t2 - t1 * t, 1e-9)
      let (cx, cy) = (s.tx - o.tx - t * sx, s.ty - o.ty - t * sy)
      bx = cx / spread
      by = cy / spread
      x = sx / n - bx * t
      y = sy / n - by * t
      residual = max(s.squares - o.squares - (sx * sx + sy * sy) / n - bx * cx - by * cy, 0)
    }
  }

  /// The share of a change that the motion without it must leave, so that it is no rounding.
  ///
  /// Source: ours; derivations in double precision are right to 1e-10 or so here.
  private static let rounding = 1e-6

  /// A sample as seen from the newest.
  private struct Point {
    var t = 0.0
    var x = 0.0
    var y = 0.0
  }

  /// A change that is tried.
  private struct Knee {
    /// How many samples came after it.
    var newer: Int
    /// The power of time that it begins with: 1 for a step of velocity, 2 for a ramp.
    var power: Int
    /// How long before the newest sample it came.
    var tau: Double
    /// Whether the finger was so close to its last place then that what it did since may be a drift.
    var mayBeDrift: Bool
  }

  private let tuning: AdaptiveTuning
  private let longestLift: Double
  private let noiseRatio: Double
  private let period: Double
  private let precision: Double
  /// The square of how far a finger that rests may drift off, in pt².
  private let squaredDrift: Double
  /// The time from the oldest sample to the newest.
  private var span = 0.0
  /// Sums over the newest samples: at each index, over so many of them.
  private var sums = InlineArray<49, Sums>(repeating: Sums())
  private var points = InlineArray<48, Point>(repeating: Point())
  private var count = 0
  /// Sums over all samples.
  private var all = Sums()
  /// What the samples that no window of the search reaches cost it, one for each and axis, without what
  /// leaving out outliers costs.
  private var costBefore = 0.0
  /// Whether the motion before a change may be bent.
  private var mayBend = true
  /// The least part of the speed before a change that the finger keeps if it goes on the same way.
  private var leastOnward: Double

  /// Takes the samples of a search's window.
  init(_ search: FitSearch, period: Double, _ tuning: AdaptiveTuning) {
    self.init(search, tuning, period: period)
    costBefore = -search.costOfOutliers
    search.forEachSample { t, x, y in add(t, x, y) }
  }

  /// Takes the samples of a whole pan.
  init(_ pan: WholePan, _ search: FitSearch, period: Double, _ tuning: AdaptiveTuning) {
    self.init(search, tuning, period: period)
    costBefore = pan.costBefore
    leastOnward = tuning.leastAfterPan
    mayBend = false
    pan.forEachSample { t, x, y in add(t, x, y) }
  }

  private init(_ search: FitSearch, _ tuning: AdaptiveTuning, period: Double) {
    self.longestLift = tuning.longestLift + max(period - tuning.finePeriod, 0) / 2
    self.tuning = tuning
    self.period = period
    self.leastOnward = tuning.leastAfterKnee
    self.noiseRatio = search.noiseRatio
    self.precision = 1 / search.variance
    let drift = tuning.drift * search.extent
    self.squaredDrift = drift * drift
  }

  /// Adds the next older sample.
  private mutating func add(_ t: Double, _ x: Double, _ y: Double) {
    let tt = t * t
    all.n += 1
    all.t1 += t
    all.t2 += tt
    all.t3 += tt * t
    all.t4 += tt * tt
    all.x += x
    all.y += y
    all.tx += t * x
    all.ty += t * y
    all.ttx += tt * x
    all.tty += tt * y
    all.squares += x * x + y * y
    span = -t
    // Changes further back are not tried.
    if count < points.count {
      points[count] = Point(t: t, x: x, y: y)
      sums[count + 1] = all
    }
    count += 1
  }

  /// Adds a fit for each time of change, kind of change and motion before it.
  ///
  /// At least two samples come after a change, as a single one that is off by anything would tell one; one
  /// does, at ``AdaptiveTuning/lateStep`` more, where the plane tells such from a hand's own step.
  func addFits(to mixture: inout FitMixture) {
    guard count >= 5 else { return }
    let sums = sums.span
    let points = points.span
    let base = Base(all)
    guard base.spread > 0 else { return }
    let mayBeLate = noiseRatio > 0 && -points[1].t * FitSearch.unit > tuning.hookInterval
    for newer in (mayBeLate ? 1 : 2)..<min(count - 2, points.count) {
      let point = points[newer]
      let next = points[newer - 1].t
      guard -(point.t + next) * FitSearch.unit <= 2 * tuning.longestKnee else { return }
      var knee = Knee(
        newer: newer, power: 1, tau: -point.t,
        mayBeDrift: point.x * point.x + point.y * point.y <= squaredDrift)
      add(to: &mixture, base, sums[newer], knee)
      if newer == 1 { continue }
      knee.power = 2
      add(to: &mixture, base, sums[newer], knee)
      let (before, after) = (Line(all, without: sums[newer]), Line(sums[newer]))
      addStep(to: &mixture, before, after, point.t..<next, knee)
    }
  }

  /// Adds the fit of a step of velocity that came between two samples, where the motions before and
  /// after it meet there.
  @inline(__always)
  private func addStep(
    to mixture: inout FitMixture, _ before: Line, _ after: Line, _ times: Range<Double>,
    _ knee: Knee
  ) {
    // Where they are closest: (x₁ + v₁ t) − (x₂ + v₂ t) has the least length.
    let (ux, uy) = (after.bx - before.bx, after.by - before.by)
    let (dx, dy) = (after.x - before.x, after.y - before.y)
    let square = ux * ux + uy * uy
    guard square > 0 else { return }
    let time = -(dx * ux + dy * uy) / square
    guard times.contains(time) else { return }
    // Across the change of velocity they need not meet by themselves.
    let gap = dx * uy - dy * ux
    let (s, t) = (time - after.t, time - before.t)
    let gapResidual =
      gap * gap / square
      / (1 / after.n + s * s / after.spread + 1 / before.n + t * t / before.spread)
    let residual = after.residual + before.residual + gapResidual
    var knee = knee
    (knee.power, knee.tau) = (1, -time)
    consider(
      &mixture, knee, cost: residual * precision + tuning.step + 2 * noiseRatio - costBefore,
      before: (before.bx, before.by), change: (ux, uy), variance: 1 / after.spread, degree: 2)
  }

  /// Sums of what a change adds, `h = max(t + τ, 0)ᵖ`: of it, its square, its products with t, with t²
  /// and with the places.
  private struct Change {
    var h = 0.0
    var hh = 0.0
    var th = 0.0
    var tth = 0.0
    var hx = 0.0
    var hy = 0.0
    /// Its slope at the newest sample.
    var rate = 1.0

    @inline(__always)
    init(_ s: Sums, _ power: Int, _ tau: Double) {
      if power == 1 {
        h = s.t1 + tau * s.n
        hh = s.t2 + 2 * tau * s.t1 + tau * tau * s.n
        th = s.t2 + tau * s.t1
        tth = s.t3 + tau * s.t2
        hx = s.tx + tau * s.x
        hy = s.ty + tau * s.y
      } else {
        let square = tau * tau
        h = s.t2 + 2 * tau * s.t1 + square * s.n
        hh =
          s.t4 + 4 * tau * s.t3 + 6 * square * s.t2 + 4 * square * tau * s.t1
          + square * square * s.n
        th = s.t3 + 2 * tau * s.t2 + square * s.t1
        tth = s.t4 + 2 * tau * s.t3 + square * s.t2
        hx = s.ttx + 2 * tau * s.tx + square * s.x
        hy = s.tty + 2 * tau * s.ty + square * s.y
        rate = 2 * tau
      }
    }
  }

  /// Adds the fits of a change at a sample after a steady motion, and after a bent one.
  private func add(to mixture: inout FitMixture, _ base: Base, _ sums: Sums, _ knee: Knee) {
    let sum = Change(sums, knee.power, knee.tau)
    // What the line through all samples explains of the change.
    let slope = (sum.th - base.meanT * sum.h) / base.spread
    var norm = sum.hh - sum.h * sum.h / base.n - slope * slope * base.spread
    var cx = sum.hx - base.meanX * sum.h - base.bx * slope * base.spread
    var cy = sum.hy - base.meanY * sum.h - base.by * slope * base.spread
    guard norm > Self.rounding * sum.hh else { return }
    let change =
      knee.newer == 1 ? tuning.step + tuning.lateStep : knee.power == 1 ? tuning.step : tuning.ramp
    let price = change + 2 * noiseRatio - costBefore
    let least = mixture.best.cost + FitMixture.negligible
    let residual = max(base.residual - (cx * cx + cy * cy) / norm, 0)
    if residual * precision + price < least {
      let (x, y) = (cx / norm, cy / norm)
      consider(
        &mixture, knee, cost: residual * precision + price,
        before: (base.bx - slope * x, base.by - slope * y), change: (sum.rate * x, sum.rate * y),
        variance: 1 / base.spread + (sum.rate - slope) * (sum.rate - slope) / norm, degree: 2)
    }
    guard mayBend, count - knee.newer >= 4 else { return }
    let bend = (sum.tth - base.m * sum.h - base.e * slope * base.spread) / base.curl
    cx -= base.dx * bend * base.curl
    cy -= base.dy * bend * base.curl
    norm -= bend * bend * base.curl
    guard norm > Self.rounding * sum.hh else { return }
    let left = max(base.curved - (cx * cx + cy * cy) / norm, 0)
    let bent = price + tuning.bentKnee + noiseRatio
    guard left * precision + bent < least else { return }
    let (u, v) = (cx / norm, cy / norm)
    let (dx, dy) = (base.dx - bend * u, base.dy - bend * v)
    // The slope of the orthogonal t² column at the newest sample is −e.
    let lever = sum.rate - slope + base.e * bend
    consider(
      &mixture, knee, cost: left * precision + bent,
      before: (base.bx - slope * u - base.e * dx, base.by - slope * v - base.e * dy),
      change: (sum.rate * u, sum.rate * v),
      variance: 1 / base.spread + base.e * base.e / base.curl + lever * lever / norm,
      degree: 3)
  }

  /// Adds the velocity after a change, at a price where a lift may have made it.
  private func consider(
    _ mixture: inout FitMixture, _ knee: Knee, cost: Double, before: (x: Double, y: Double),
    change: (x: Double, y: Double), variance: Double, degree: Int
  ) {
    guard cost < mixture.best.cost + FitMixture.negligible else { return }
    let (x, y) = (before.x + change.x, before.y + change.y)
    let least = x * before.x + y * before.y > 0 ? leastOnward : tuning.leastAfterKnee
    let squared = before.x * before.x + before.y * before.y
    guard x * x + y * y >= least * least * squared else { return }
    mixture.add(
      FitMixture.Member(
        cost: cost + costOfLift(before, change, variance, knee), x: x, y: y, variance: variance,
        used: count, span: span, degree: degree, leftOut: 0))
  }

  /// What a change costs that a lift may have made, given the velocity before it, what it adds and with
  /// which variance the velocity after it is known.
  ///
  /// A lift slows a finger down, or rolls it back or aside, or moves one that rested.
  private func costOfLift(
    _ before: (x: Double, y: Double), _ change: (x: Double, y: Double), _ variance: Double,
    _ knee: Knee
  ) -> Double {
    let fraction = knee.power == 1 ? 1 : 0.5
    let (x, y) = (before.x + fraction * change.x, before.y + fraction * change.y)
    let left = x * x + y * y
    let squared = before.x * before.x + before.y * before.y
    let time = knee.tau * FitSearch.unit
    if squared < tuning.restKnee * left {
      return knee.mayBeDrift && time < tuning.longestDrift ? tuning.driftPrice : 0
    }
    guard x * before.x + y * before.y < squared else { return 0 }
    guard knee.power == 1 else { return costOfLift(within: longestLift, time * tuning.rampTime) }
    let kept = KeptVelocity(
      before: before, after: (x, y), variance: variance / precision, isInPlane: noiseRatio > 0)
    let more = kept.isMore(tuning)
    let longest =
      longestLift - tuning.keptTime * more.surely - tuning.straightTime * more.asStraight
    let shortest = 2 * period * (1 - more.asStraight)
    return costOfLift(
      within: min(max(longest, shortest), longestLift) - tuning.turnTime * kept.isTurn(tuning),
      time)
  }

  /// What a change costs that came `time` seconds before the newest sample where a lift takes up to
  /// `longest`.
  private func costOfLift(within longest: Double, _ time: Double) -> Double {
    tuning.liftPrice * max((longest - time) / tuning.hookInterval, 0)
  }
}
