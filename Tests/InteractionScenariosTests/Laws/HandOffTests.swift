import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// What happens at the instant at which the hand takes or lets go.
@Suite("Hand-off")
struct HandOffTests {
  @Test("no input but the finger's own movement moves the surface", arguments: Trial.names)
  func continuousPosition(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let followsFinger = trial.number("tracking.response") == 0
      for moment in try trial.moments() {
        let jump = (moment.after.position - moment.before.position).length
        switch moment.input {
        case .panBegan, .panChanged: if followsFinger { continue }
        default: break
        }
        #expect(jump < Points(1e-9), "\(trial) at \(moment.time.value) s")
      }
    }
  }

  @Test(
    "the surface sets off with the hand's velocity, through the band", arguments: Trial.names)
  func continuousVelocity(name: String) throws {
    var releases = 0
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      for moment in try trial.moments() {
        guard case .panEnded(_, let estimate) = moment.input,
          moment.eventsAfter.contains(where: { $0.kind == .decision })
        else { continue }
        releases += 1
        let expected = Law(trial).handedVelocity(estimate.velocity, moment.after)
        guard let expected else { continue }
        let error = (moment.after.velocity - expected).length
        #expect(
          error.value < 1e-6 * (1 + expected.length.value), "\(trial) at \(moment.time.value) s")
      }
    }
    #expect(releases >= Trial.sequences)
  }

  @Test("catching and letting go without moving leaves no velocity", arguments: Trial.names)
  func caughtWithoutMoving(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      for var snapshot in try trial.settlingSnapshots() {
        let free = snapshot.frame
        let caught = snapshot.receive(.touchDown(at: nil))
        #expect(caught.contains { $0.kind == .caught }, "\(trial)")
        #expect(snapshot.frame.velocity == .zero, "\(trial)")
        #expect((snapshot.frame.position - free.position).length < Points(1e-9), "\(trial)")
        let released = snapshot.receive(.touchUp, after: 0.05)
        #expect(snapshot.frame.velocity == .zero, "\(trial)")
        #expect((snapshot.frame.position - free.position).length < Points(1e-9), "\(trial)")
        let decision = try #require(released.last { $0.kind == .decision })
        #expect(decision.number("velocityX") == 0 && decision.number("velocityY") == 0)
      }
    }
  }

  @Test(
    "a pan that catches the surface in flight starts from where it is", arguments: Trial.names)
  func caughtByPan(name: String) throws {
    var frames = 0
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      for var snapshot in try trial.settlingSnapshots() {
        frames += 1
        let free = snapshot.frame
        let nudge = Pan(
          number: 99, origin: nil, location: nil,
          translation: Position(x: Points(1), y: Points(-1)), fingers: 1)
        _ = snapshot.receive(.touchDown(at: nil))
        _ = snapshot.receive(.panBegan(nudge), after: 0.001)
        #expect(
          (snapshot.frame.position - free.position).length < Points(1.5),
          "\(trial) caught at \(snapshot.time.value) s")
      }
    }
    #expect(frames > Trial.sequences)
  }
}
