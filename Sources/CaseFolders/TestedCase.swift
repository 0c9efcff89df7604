public import FrameLogs
package import InteractionScenarios
import Quantities
public import Review
package import TouchInput

/// A case that was replayed and compared with its expected run.
public struct TestedCase: Sendable {
  /// The case.
  public let recordingCase: RecordingCase
  /// The outcome of the comparison.
  public let outcome: CaseOutcome
  /// The replay; nil if the case could not be replayed.
  package let replay: Attempt?

  /// Why the case is known to fail; nil if it should pass.
  package var knownFailure: String? { replay?.terms.knownFailure }

  package struct Attempt: Sendable {
    package var request: ReplayRequest
    package var terms: CaseTerms
    package var recording: Recording
    /// The SHA-256 digest of its file, in hexadecimal.
    package var digest: String
    package var run: Run
    /// The fields of the `run.json` of the expected run; empty if there is none.
    var expectedHeader: [LogField]
  }
}

extension TestedCase {
  /// Returns the visible change of the case and its cause.
  ///
  /// Nil if the case differs by no more than its tolerance or is known to fail.
  ///
  /// - Throws: ``CaseError`` if its expected run can no longer be read.
  /// - Complexity: at most `CauseSearch.mostReplays` replays.
  public func explanation() throws(CaseError) -> ExplainedChange? {
    guard let replay, replay.terms.knownFailure == nil,
      case .different(let difference, _) = outcome,
      difference.kind > .withinTolerance
    else { return nil }
    let expected = try expectedRun()
    return ExplainedChange(
      name: recordingCase.name, kind: difference.kind, expected: expected, actual: replay.run,
      recording: replay.recording, within: replay.terms.tolerance)
  }

  private func expectedRun() throws(CaseError) -> Run {
    do throws(FileError) { return try storedRun(at: recordingCase.expectedPath) } catch {
      throw .file(error)
    }
  }
}

/// A decision that is as expected but has a smaller margin than when its run was accepted.
public struct NarrowedMargin: Hashable, Sendable {
  /// The margin when the expected run was accepted.
  public var before: DecisionMargin
  /// The margin now.
  public var now: DecisionMargin
  /// The settings and options that have changed; empty if only the program has changed.
  public var differences: [RequestDifference]
}

extension TestedCase {
  /// Returns the margins of the case's decisions; empty if the case could not be replayed.
  ///
  /// - Throws: ``CaseError`` if a release cannot be replayed with other values.
  public func margins() throws(CaseError) -> [DecisionMargin] {
    guard let replay else { return [] }
    do throws(ReplayError) { return try replay.request.margins(of: replay.recording) } catch {
      throw .replay(error, path: recordingCase.recordingPath)
    }
  }

  /// Returns the decisions whose margin fell by half or more since the run was accepted, or below the case's limit.
  ///
  /// The cause may be other settings or a changed program.
  public func narrowedMargins() -> [NarrowedMargin] {
    guard let replay, let before = acceptedMargins(in: replay.expectedHeader),
      // If the decisions cannot be compared, the comparison of the runs reports the difference.
      (try? replay.request.mayHaveFallen(
        before, of: replay.recording, below: replay.terms.leastMargin)) == true,
      let margins = try? replay.request.margins(of: replay.recording)
    else { return [] }
    var found: [NarrowedMargin] = []
    for before in before {
      guard let now = margins.first(where: { $0.number == before.number }),
        before.target == now.target,
        now.isHalved(since: before) || now.isBelow(replay.terms.leastMargin, since: before)
      else { continue }
      found.append(NarrowedMargin(before: before, now: now, differences: replay.differences))
    }
    return found
  }
}

extension TestedCase.Attempt {
  /// The settings and options in which the replay differs from the expected run.
  fileprivate var differences: [RequestDifference] {
    RequestDifference.all(expected: expectedHeader, actual: run.header).filter {
      // The number of fingers that pan on a touchpad may come from the recording.
      $0.expectedFrom != SettingOrigin.recording.text
    }
  }
}

extension TestedCase {
  /// Returns the frame rates at which a decision or the ending differs from the expected run.
  ///
  /// Each has the visible change. The time at which the surface settles is not compared.
  ///
  /// - Throws: ``CaseError`` if the case cannot be replayed at a rate, or its expected run cannot be read.
  public func changes(
    atRates rates: [FrameRate]
  ) throws(CaseError) -> [(rate: FrameRate, felt: FeltChange)] {
    guard let replay, !rates.isEmpty else { return [] }
    let expected = try expectedRun()
    var changes: [(rate: FrameRate, felt: FeltChange)] = []
    for rate in rates where rate != expected.rate {
      var request = replay.request
      request.rate = rate
      let actual: Run
      do throws(ReplayError) { actual = try request.run(of: replay.recording) } catch {
        throw .replay(error, path: recordingCase.recordingPath)
      }
      guard decisions(of: actual) != decisions(of: expected) else { continue }
      changes.append(
        (rate, FeltChange(expected: expected, actual: actual, kind: .behaviourChange)))
    }
    return changes
  }

  private func decisions(of run: Run) -> [String?] {
    run.events.filter { $0.kind == .decision }.map { LogValue.fields($0.payload)["target"]?.asText }
      + [run.ending.rawValue, run.summary().finalTarget]
  }
}

/// Returns a table of the three frames before and after the first difference, with expected and actual values.
package func framesAround(_ expected: Run, _ actual: Run) -> String {
  let frames = zip(expected.frames, actual.frames).enumerated()
  let first = frames.first { _, pair in
    pair.0.position != pair.1.position || pair.0.velocity != pair.1.velocity
      || pair.0.phase != pair.1.phase
  }
  let middle = first?.offset ?? min(expected.frames.count, actual.frames.count)
  let last = max(expected.frames.count, actual.frames.count) - 1
  guard last >= 0 else { return "" }
  func cell(_ frames: [Frame], _ index: Int) -> [String] {
    guard frames.indices.contains(index) else { return ["", "", "", "", ""] }
    let frame = frames[index]
    return [
      frame.phase.rawValue, decimal(frame.position.x.value), decimal(frame.position.y.value),
      decimal(frame.velocity.x.value), decimal(frame.velocity.y.value),
    ]
  }
  let names = ["phase", "x", "y", "vx", "vy"]
  var rows = [["", "frame"] + names.map { "\($0), expected" } + names.map { "\($0), now" }]
  for index in max(0, middle - 3)...min(last, middle + 3) {
    rows.append(
      [index == middle ? ">" : "", "\(index)"] + cell(expected.frames, index)
        + cell(actual.frames, index))
  }
  return alignedTable(rows.map { ["", ""] + $0 }, rightAligned: true)
}

/// Returns a number with at most three decimals.
private func decimal(_ number: Double) -> String {
  guard number.magnitude < 1e12 else { return "\(number)" }
  return "\((number * 1_000).rounded() / 1_000)"
}
