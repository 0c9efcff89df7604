public import FrameLogs
package import InteractionScenarios
import Quantities
public import Review
package import TouchInput

/// A case that was replayed and compared with its expected run.
public struct TestedCase: Sendable {
  /// The case.
  public let recordingCase: RecordingCase
  /// The outcome of the comparison with the expected run.
  public let outcome: CaseOutcome
  /// The replay; nil if the case could not be replayed.
  package let replay: Attempt?

  /// The reason why the case is known to fail; nil if the case should pass.
  package var knownFailure: String? { replay?.terms.knownFailure }

  /// A replay of the case: its run, and the request, conditions and recording that it used.
  package struct Attempt: Sendable {
    package var request: ReplayRequest
    package var terms: CaseConditions
    package var recording: Recording
    /// The SHA-256 digest of the recording's file, in hexadecimal.
    package var digest: String
    package var run: Run
    /// The repeated runs of a program under test, if its first run differed from the expected run; otherwise only
    /// ``run``.
    var spread: RunSpread
    /// The fields of the expected `run.json`; empty if there is none.
    var expectedHeader: [LogField]
  }
}

extension TestedCase {
  /// Returns the visible change of the case and its cause.
  ///
  /// Returns nil if the case differs by no more than its tolerance, or if it is known to fail.
  ///
  /// - Throws: ``CaseError`` if the expected run can no longer be read.
  /// - Complexity: At most `CauseSearch.mostReplays` replays.
  public func explanation() throws(CaseError) -> ExplainedChange? {
    guard let replay, replay.terms.knownFailure == nil,
      case .different(let difference, _) = outcome,
      !difference.isAllowed
    else { return nil }
    // A part in which the repeated runs differ from each other is not part of the change.
    let stored = try expectedRun()
    let expected = replay.spread.runs.count > 1 ? replay.spread.settled(stored) : stored
    return ExplainedChange(
      name: recordingCase.name, kind: difference.kind, expected: expected, actual: replay.run,
      recording: replay.recording, subject: replay.request.subject,
      within: replay.terms.tolerance)
  }

  private func expectedRun() throws(CaseError) -> Run {
    do throws(FileError) { return try Run(contentsOf: recordingCase.expectedPath) } catch {
      throw .file(error)
    }
  }
}

extension TestedCase {
  /// Returns the comparisons with the tables in ``RecordingCase/observedPath``; empty if there are none.
  package func observations() -> [ObservedComparison] {
    guard let replay else { return [] }
    return recordingCase.observations(of: replay.run, within: replay.terms.stageTolerance)
  }
}

/// A decision with the expected target, but with a smaller margin than when the run was accepted.
public struct NarrowedMargin: Hashable, Sendable {
  /// The margin when the expected run was accepted.
  public var before: DecisionMargin
  /// The margin in the current run.
  public var now: DecisionMargin
  /// The settings and options that have changed since then; empty if only the program has changed.
  public var differences: [RequestDifference]
}

extension TestedCase {
  /// Returns the margins of the case's decisions; empty if the case could not be replayed.
  ///
  /// - Throws: ``CaseError`` if a release cannot be replayed with other positions or velocities.
  public func margins() throws(CaseError) -> [DecisionMargin] {
    guard let replay else { return [] }
    do throws(ReplayError) { return try replay.request.margins(of: replay.recording) } catch {
      throw .replay(error, path: recordingCase.recordingPath)
    }
  }

  /// Returns the decisions whose margin has become too small since the run was accepted.
  ///
  /// A margin is too small if it is less than half of the accepted margin, or if it fell below the limit that the case
  /// sets with `margin`.
  ///
  /// Each result lists the settings that have changed since then. If none has, a change of the program is the cause.
  public func narrowedMargins() -> [NarrowedMargin] {
    guard let replay, let before = acceptedMargins(in: replay.expectedHeader),
      // If the decisions cannot be compared, the comparison of the runs already reports the difference.
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
      found.append(
        NarrowedMargin(
          before: before, now: now, differences: replay.differences(includesNew: false)))
    }
    return found
  }
}

extension TestedCase {
  /// Whether the case names a program under test.
  var startsProgram: Bool {
    // The settings of a case that could not be replayed are read again.
    replay.map { $0.request.subject != nil } ?? recordingCase.startsProgram
  }

  /// The settings and options whose values differ between the `run.json` of the expected run and the replay.
  ///
  /// The frames may be equal even if values differ. Empty if the case has no usable expected run.
  package var outdatedSettings: [RequestDifference] {
    guard let replay, !replay.expectedHeader.isEmpty else { return [] }
    return replay.differences(includesNew: true)
  }
}

extension TestedCase.Attempt {
  /// The settings and options in which the replay differs from the expected run.
  fileprivate func differences(includesNew: Bool) -> [RequestDifference] {
    let all = RequestDifference.all(
      expected: expectedHeader, actual: run.header, includesNew: includesNew)
    return all.filter {
      // The number of fingers that pan on a touchpad may come from the recording, so it is not a change of settings.
      $0.expectedFrom != SettingOrigin.recording.text
    }
  }
}

extension TestedCase {
  /// Returns the frame rates at which a decision or the ending differs from the expected run.
  ///
  /// Each rate is returned with the visible change. A different settle time alone does not count.
  ///
  /// - Throws: ``CaseError`` if the case cannot be replayed at one of the rates, or if its expected run cannot be read.
  public func changes(
    atRates rates: [FrameRate]
  ) throws(CaseError) -> [(rate: FrameRate, felt: VisibleChange)] {
    guard let replay, !rates.isEmpty else { return [] }
    let expected = try expectedRun()
    var changes: [(rate: FrameRate, felt: VisibleChange)] = []
    for rate in rates where rate != expected.rate {
      var request = replay.request
      request.rate = rate
      let actual: Run
      do throws(ReplayError) { actual = try request.run(of: replay.recording) } catch {
        throw .replay(error, path: recordingCase.recordingPath)
      }
      guard decisions(of: actual) != decisions(of: expected) else { continue }
      changes.append(
        (rate, VisibleChange(expected: expected, actual: actual, kind: .behaviourChange)))
    }
    return changes
  }

  private func decisions(of run: Run) -> [String?] {
    run.events.filter { $0.kind == .decision }.map { LogValue.fields($0.payload)["target"]?.asText }
      + [run.ending.rawValue, run.summary().finalTarget]
  }
}

/// Returns a table of the frames around the first difference, with expected and actual values.
///
/// The table has the first frame that differs, and up to three frames before and after it. The columns `expected` and
/// `now` are the phases of the two runs, and the position and velocity follow each phase. If x is 0 in all these frames,
/// the table has no columns for x, and fits into 80 columns.
package func framesAround(_ expected: Run, _ actual: Run) -> String {
  let frames = zip(expected.frames, actual.frames).enumerated()
  let first = frames.first { _, pair in
    pair.0.position != pair.1.position || pair.0.velocity != pair.1.velocity
      || pair.0.phase != pair.1.phase
  }
  let middle = first?.offset ?? min(expected.frames.count, actual.frames.count)
  let last = max(expected.frames.count, actual.frames.count) - 1
  guard last >= 0 else { return "" }
  let shown = max(0, middle - 3)...min(last, middle + 3)
  let isVertical = [expected, actual].allSatisfy { run in
    run.frames[..<min(shown.upperBound + 1, run.frames.count)].dropFirst(shown.lowerBound)
      .allSatisfy { $0.position.x == .zero && $0.velocity.x == .zero }
  }
  let names = isVertical ? ["y", "vy"] : ["x", "y", "vx", "vy"]
  func cell(_ frames: [Frame], _ index: Int) -> [String] {
    guard frames.indices.contains(index) else { return [""] + names.map { _ in "" } }
    let (position, velocity) = (frames[index].position, frames[index].velocity)
    let numbers =
      isVertical
      ? [position.y.value, velocity.y.value]
      : [position.x.value, position.y.value, velocity.x.value, velocity.y.value]
    return [frames[index].phase.rawValue] + numbers.map(decimal)
  }
  var rows = [["", "frame", "expected"] + names + ["now"] + names]
  for index in shown {
    rows.append(
      [index == middle ? ">" : "", "\(index)"] + cell(expected.frames, index)
        + cell(actual.frames, index))
  }
  return alignedTable(rows.map { ["", ""] + $0 }, rightAligned: { _ in true })
}

/// Returns a number with at most three decimals.
private func decimal(_ number: Double) -> String {
  guard number.magnitude < 1e12 else { return "\(number)" }
  return "\((number * 1_000).rounded() / 1_000)"
}
