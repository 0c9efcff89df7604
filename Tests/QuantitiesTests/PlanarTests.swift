import Quantities
import Testing

@Suite("Pairs of quantities")
struct PlanarTests {
  /// Two pairs with hand-calculated products.
  struct Products: CustomTestStringConvertible, Sendable {
    var left: (x: Double, y: Double)
    var right: (x: Double, y: Double)
    var dot: Double
    var cross: Double
    var testDescription: String

    init(
      _ why: String, _ left: (x: Double, y: Double), _ right: (x: Double, y: Double), dot: Double,
      cross: Double
    ) {
      (testDescription, self.left, self.right) = (why, left, right)
      (self.dot, self.cross) = (dot, cross)
    }
  }

  @Test(
    "the dot product measures how parallel two pairs are, the cross product the turn between them",
    arguments: [
      Products("right and down is a quarter clockwise", (2, 0), (0, 3), dot: 0, cross: 6),
      Products("right and up is a quarter back", (2, 0), (0, -3), dot: 0, cross: -6),
      Products("the same way", (3, 4), (6, 8), dot: 50, cross: 0),
      Products("the opposite way", (3, 4), (-3, -4), dot: -25, cross: 0),
      Products("neither", (1, 2), (3, 5), dot: 13, cross: -1),
    ])
  func products(products: Products) {
    let left = Position(x: Points(products.left.x), y: Points(products.left.y))
    let right = Velocity(
      x: PointsPerSecond(products.right.x), y: PointsPerSecond(products.right.y))
    #expect(left.dot(right) == products.dot && right.dot(left) == products.dot)
    #expect(left.cross(right) == products.cross && right.cross(left) == -products.cross)
  }

  @Test("a distance divided by a velocity is the time in which the velocity covers the distance")
  func time() {
    #expect(Points(300) / PointsPerSecond(1_200) == Seconds(0.25))
    #expect(Points(-300) / PointsPerSecond(-1_200) == Seconds(0.25))
    #expect(PointsPerSecond(1_200) * (Points(300) / PointsPerSecond(1_200)) == Points(300))
  }

  @Test("dividing by a velocity of zero is a programmer error")
  func noVelocity() async {
    await #expect(processExitsWith: .failure) { _ = Points(1) / PointsPerSecond.zero }
  }
}
