// The part of XCUITest that the exported code uses, so that this code can be type checked on Linux.
public struct CGVector: Sendable {
  public init(dx: Double, dy: Double) {}
  public static let zero = CGVector(dx: 0, dy: 0)
}

public struct XCUIGestureVelocity {
  public init(_ value: Double) {}
}

@MainActor public class XCUICoordinate {
  public func withOffset(_ offset: CGVector) -> XCUICoordinate { self }
  public func press(forDuration duration: Double) {}
  public func press(
    forDuration duration: Double, thenDragTo otherCoordinate: XCUICoordinate,
    withVelocity velocity: XCUIGestureVelocity, thenHoldForDuration holdDuration: Double
  ) {}
}

@MainActor public class XCUIApplication {
  public func coordinate(withNormalizedOffset offset: CGVector) -> XCUICoordinate { XCUICoordinate() }
}
