import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// Windows whose available area changes because a keyboard appears or the screen rotates.
@Suite("Window room")
struct WindowRoomTests {
  /// Changes the available area and returns the frames just before and after.
  static func change(
    _ trial: inout WindowTrial, _ turn: (inout WindowTrial) throws -> Void
  ) throws -> (before: Frame, after: Frame) {
    let before = trial.frame
    try turn(&trial)
    return (before, trial.frame)
  }

  static let changes: [(name: String, turn: @Sendable (inout WindowTrial) throws -> Void)] = [
    ("keyboard", { try $0.change("inset.bottom", "335") }),
    ("rotation", { try $0.resize(844, 390) }),
    ("larger window", { try $0.change("width", "200") }),
  ]

  @Test(
    "a change of the area causes no jump or stop, at rest, in flight or during a drag",
    arguments: ["corners", "edges", "free"], changes.indices)
  func continuous(mode: String, change: Int) throws {
    for delay in stride(from: 0.0, through: 0.6, by: 0.05) {
      var trial = try WindowTrial([("mode", mode), ("tracking.response", "0.2")])
      trial.down()
      trial.drag(0, 0)
      trial.drag(-40, -60)
      trial.wait(delay / 4)
      let held = try Self.change(&trial, Self.changes[change].turn)
      #expect((held.before.position - held.after.position).length < Points(1e-9))
      #expect((held.before.velocity - held.after.velocity).length < PointsPerSecond(1e-6))
      trial.wait(0.02)
      trial.release(vx: -900, vy: -700)
      trial.wait(delay)
      let flying = try Self.change(&trial) { trial in
        try trial.change("inset.bottom", "60")
      }
      #expect((flying.before.position - flying.after.position).length < Points(1e-9))
      #expect((flying.before.velocity - flying.after.velocity).length < PointsPerSecond(1e-6))
      trial.settle()
      #expect(trial.window.isAtRest && trial.frame.position == trial.frame.target)
      #expect(trial.decisions.count == 1)
    }
  }

  @Test(
    "a window in a corner keeps its corner", arguments: PictureInPictureScenario.Corner.allCases)
  func corner(corner: PictureInPictureScenario.Corner) throws {
    var trial = try WindowTrial([("start", corner.rawValue)])
    for (width, height, bottom) in [(390.0, 844.0, 335.0), (844, 390, 34), (390, 844, 34)] {
      try trial.change("inset.bottom", "\(bottom)")
      try trial.resize(width, height)
      trial.settle()
      #expect(trial.frame.own["corner"] == .text(corner.rawValue))
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      #expect(trial.x == (isLeft ? 85 : width - 85))
      #expect(trial.y == (isTop ? 112 : height - bottom - 65))
    }
  }

  /// The snap fraction of the current frame.
  static func fraction(_ trial: WindowTrial) throws -> Double {
    try #require(trial.frame.own["fraction"]?.asNumber)
  }

  @Test(
    "in the modes edges and free, a window is at its old position when the old area is back",
    arguments: ["edges", "free"])
  func roundTrip(mode: String) throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<100 {
      var trial = try WindowTrial([("mode", mode), ("release.projection", "0")])
      trial.throwFrom(random.uniform(in: -220...0), random.uniform(in: -633...0))
      trial.settle()
      let start = (trial.frame.position, try Self.fraction(trial))
      for _ in 0..<4 {
        switch Int(random.uniform(in: 0...3)) {
        case 0: try trial.change("inset.bottom", "\(Int(random.uniform(in: 34...400)))")
        case 1: try trial.resize(random.uniform(in: 300...900), random.uniform(in: 600...900))
        default: try trial.change("width", "\(Int(random.uniform(in: 80...160)))")
        }
        trial.wait(random.uniform(in: 0...0.4))
      }
      try trial.resize(844, 700)
      trial.settle()
      if mode == "edges" { #expect(abs(try Self.fraction(trial) - start.1) < 1e-6) }
      try trial.resize(390, 844)
      try trial.change("inset.bottom", "34")
      try trial.change("width", "120")
      trial.settle()
      #expect((trial.frame.position - start.0).length < Points(1e-6))
    }
  }

  @Test("in an area exactly as high as the window, the window fits, and later it returns")
  func narrowRoom() throws {
    for mode in ["edges", "free"] {
      var trial = try WindowTrial([("mode", mode), ("release.projection", "0")])
      trial.throwFrom(-30, -200)
      trial.settle()
      let start = trial.frame.position
      // The new inset is 844 − 47 − 2 · 25 − 80 pt, so the remaining area is exactly as high as the
      // window.
      try trial.change("inset.bottom", "667")
      trial.settle()
      #expect(trial.y == 112)
      try trial.change("inset.bottom", "34")
      trial.settle()
      #expect((trial.frame.position - start).length < Points(1e-9), "\(mode)")
    }
  }

  @Test("a stashed window stays stashed, at its height, when the area changes")
  func stashed() throws {
    var trial = try WindowTrial([("mode", "edges"), ("stash", "true")])
    trial.throwFrom(0, -300)
    trial.settle()
    trial.command(.settle(at: "stashedRight"))
    trial.settle()
    let fraction = (trial.y - 112) / 633
    try trial.resize(844, 390)
    trial.settle()
    #expect(trial.frame.phase == .stashed && trial.x == 844 - 32 + 60)
    #expect(abs((trial.y - 112) / (390 - 99 - 112) - fraction) < 1e-9)
    try trial.change("stash", "false")
    trial.settle()
    #expect(trial.frame.phase == .resting && trial.x == 844 - 85)
  }

  @Test("a window on a magnet moves with the magnet until the finger leaves the magnet's field")
  func magnetMoves() throws {
    var trial = try WindowTrial([("dismiss", "true"), ("start", "topLeft"), ("limits", "free")])
    trial.down()
    trial.drag(0, 0)
    trial.drag(110, 600)
    trial.wait(0.5)
    var turned = trial
    try trial.change("inset.bottom", "74")
    trial.wait(0.5)
    #expect(abs(trial.x - 195) < 0.1 && abs(trial.y - 672) < 0.1)
    try trial.change("inset.bottom", "54")
    trial.wait(0.02)
    trial.release()
    trial.wait(0.01)
    #expect(trial.frame.phase == .settling)
    try trial.change("inset.bottom", "34")
    trial.settle()
    #expect(trial.window.isGone && trial.frame.position == WindowMagnetTests.centre)
    #expect(trial.eventLog.events.count { $0.kind == .dismissed } == 1)
    // The magnet moves to 500 / 2 and 600 − 34 − 50 − 48; the finger stays at (195, 712) pt.
    try turned.resize(500, 600)
    turned.wait(0.5)
    #expect(abs(turned.x - 250) < 0.1 && abs(turned.y - 468) < 0.1)
    turned.release()
    turned.settle()
    #expect(turned.frame.phase == .resting)
  }
}
