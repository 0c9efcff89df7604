import Quantities
import Testing

@Suite("Elementary functions")
struct ElementaryFunctionsTests {
  /// A function, its name in the reference and its documented error bound.
  struct Function: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var boundInUlp: Double
    var evaluate: @Sendable (Double) -> Double
  }

  static let functions = [
    Function(testDescription: "exponential", boundInUlp: 0.9) { exponential($0) },
    Function(testDescription: "exponentialMinusOne", boundInUlp: 1.1) { exponentialMinusOne($0) },
    Function(testDescription: "naturalLogarithm", boundInUlp: 0.9) { naturalLogarithm($0) },
    Function(testDescription: "naturalLogarithmOnePlus", boundInUlp: 1) {
      naturalLogarithmOnePlus($0)
    },
    Function(testDescription: "sine", boundInUlp: 0.8) { sine($0) },
    Function(testDescription: "cosine", boundInUlp: 0.8) { cosine($0) },
    Function(testDescription: "arctangent", boundInUlp: 1) { arctangent($0) },
  ]

  @Test("the error of a function stays below its documented bound", arguments: functions)
  func error(function: Function) {
    let rows = ElementaryReference.rows(of: function.testDescription)
    #expect(rows.count > 30)
    for row in rows {
      let difference = (function.evaluate(row.x) - row.value) - row.rest
      #expect(
        difference.magnitude <= function.boundInUlp * row.value.ulp,
        "at \(row.x): \(difference / row.value.ulp) ulp")
    }
  }

  @Test("odd functions change only the sign if the argument changes its sign, to the last bit")
  func odd() {
    for x in stride(from: 0.0, through: 40, by: 0.37) {
      #expect(sine(-x) == -sine(x))
      #expect(cosine(-x) == cosine(x))
      #expect(arctangent(-x) == -arctangent(x))
    }
  }

  @Test("odd functions keep the sign of zero")
  func signedZeros() {
    for function in [sine, { arctangent($0) }, exponentialMinusOne, naturalLogarithmOnePlus] {
      #expect(function(-0.0).sign == .minus)
      #expect(function(-0.0) == 0)
      #expect(function(0.0).sign == .plus)
    }
  }

  @Test("a result that a Double can represent exactly is exact")
  func exactValues() {
    #expect(exponential(0) == 1)
    #expect(exponential(-0.0) == 1)
    #expect(naturalLogarithm(1) == 0)
    #expect(cosine(0) == 1)
    #expect(arctangent(1) == Double.pi / 4)
  }

  @Test("at infinity and at the ends of its domain, a function has its limit")
  func limits() {
    #expect(exponential(.infinity) == .infinity)
    #expect(exponential(-.infinity) == 0)
    #expect(exponential(709.79) == .infinity)
    #expect(exponential(-745.2) == 0)
    #expect(exponential(-745.13) == .leastNonzeroMagnitude)
    #expect(exponentialMinusOne(.infinity) == .infinity)
    #expect(exponentialMinusOne(-.infinity) == -1)
    #expect(naturalLogarithm(0) == -.infinity)
    #expect(naturalLogarithm(.infinity) == .infinity)
    #expect(naturalLogarithmOnePlus(-1) == -.infinity)
    #expect(naturalLogarithmOnePlus(.infinity) == .infinity)
    #expect(arctangent(.infinity) == Double.pi / 2)
    #expect(arctangent(-.infinity) == -Double.pi / 2)
  }

  @Test("a function is NaN outside its domain")
  func undefined() {
    for function in Self.functions { #expect(function.evaluate(.nan).isNaN) }
    #expect(naturalLogarithm(-1).isNaN)
    #expect(naturalLogarithm(-.infinity).isNaN)
    #expect(naturalLogarithmOnePlus(-1.0000000000000002).isNaN)
    #expect(sine(.infinity).isNaN)
    #expect(cosine(-.infinity).isNaN)
    #expect(arctangent(y: .nan, x: 1).isNaN)
    #expect(arctangent(y: 1, x: .nan).isNaN)
  }

  @Test("the exponential function never decreases, not even where its argument reduction changes")
  func monotone() {
    for power in -1074...1023 {
      let border = (Double(power) + 0.5) * 0.6931471805599453
      #expect(exponential(border.nextDown) <= exponential(border))
      #expect(exponential(border) <= exponential(border.nextUp))
    }
  }

  @Test("the logarithm is the inverse of the exponential function")
  func inverse() {
    for x in stride(from: -700.0, through: 700, by: 3.7) {
      #expect((naturalLogarithm(exponential(x)) - x).magnitude <= 2 * max(x.magnitude, 1).ulp)
    }
  }

  @Test("the sine and cosine of any angle are on the unit circle")
  func unitCircle() {
    var angle = 0x1p-20
    while angle < .greatestFiniteMagnitude {
      let (s, c) = sineAndCosine(angle)
      #expect((s * s + c * c - 1).magnitude < 4e-16, "at \(angle)")
      angle *= 1.6180339887498949
    }
  }

  @Test("computing eˣ and eˣ − 1 together gives the same bits as computing each separately")
  func exponentialPair() {
    for magnitude in [0, 0x1p-60, 1e-9, 0.1, 0.33, 0.34, 0.35, 1, 7.5, 39.9, 40, 41, 300, 709, 746]
    {
      for x in [magnitude, -magnitude, magnitude * 0.9999, -magnitude * 1.0001] {
        let both = exponentialAndMinusOne(x)
        #expect(both.exponential.bitPattern == exponential(x).bitPattern, "at \(x)")
        #expect(both.minusOne.bitPattern == exponentialMinusOne(x).bitPattern, "at \(x)")
      }
    }
  }

  @Test("a quarter turn exchanges sine and cosine, from any quadrant and in both directions")
  func quarterTurns() {
    for quarter in -9...9 {
      let turn = Double(quarter) * (Double.pi / 2)
      let (s, c) = sineAndCosine(turn + 0.25)
      let expected = [
        (sine(0.25), cosine(0.25)), (cosine(0.25), -sine(0.25)), (-sine(0.25), -cosine(0.25)),
        (-cosine(0.25), sine(0.25)),
      ][(quarter + 12) % 4]
      #expect((s - expected.0).magnitude < 1e-14 && (c - expected.1).magnitude < 1e-14)
    }
  }

  @Test(
    "the angle of a point is in the point's quadrant", arguments: [1e-300, 1e-9, 0.3, 1, 7, 1e300])
  func quadrants(ratio: Double) {
    let angle = arctangent(ratio)
    for scale in [1e-8, 1, 1e7] {
      let close = { (left: Double, right: Double) in (left - right).magnitude <= 2 * right.ulp }
      #expect(close(arctangent(y: ratio * scale, x: scale), angle))
      #expect(close(arctangent(y: -ratio * scale, x: scale), -angle))
      #expect(close(arctangent(y: ratio * scale, x: -scale), Double.pi - angle))
      #expect(close(arctangent(y: -ratio * scale, x: -scale), angle - Double.pi))
    }
  }

  @Test("the angle of a point on an axis or at infinity is a multiple of π/4")
  func axes() {
    let infinity = Double.infinity
    #expect(arctangent(y: 0, x: 1).sign == .plus)
    #expect(arctangent(y: -0.0, x: 1).sign == .minus)
    #expect(arctangent(y: 0, x: -1) == Double.pi)
    #expect(arctangent(y: -0.0, x: -1) == -Double.pi)
    #expect(arctangent(y: 0, x: -0.0) == Double.pi)
    #expect(arctangent(y: 0, x: 0.0) == 0)
    #expect(arctangent(y: 1, x: 0) == Double.pi / 2)
    #expect(arctangent(y: -1, x: -0.0) == -Double.pi / 2)
    #expect(arctangent(y: infinity, x: infinity) == Double.pi / 4)
    #expect(arctangent(y: infinity, x: -infinity) == 3 * Double.pi / 4)
    #expect(arctangent(y: 1, x: infinity) == 0)
    #expect(arctangent(y: 1, x: -infinity) == Double.pi)
    #expect(arctangent(y: -infinity, x: 5) == -Double.pi / 2)
  }
}
