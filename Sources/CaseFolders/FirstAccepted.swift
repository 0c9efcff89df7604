import FrameLogs
import InteractionScenarios

extension RecordingCase {
  /// What came of a case that is as expected, seen from the frames that were accepted first, `first`.
  ///
  /// - Throws: ``CaseError`` when these cannot be read.
  func sinceFirst(
    _ first: [UInt8]?, _ outcome: CaseOutcome, _ run: Run, within tolerance: RunTolerance
  ) throws(CaseError) -> CaseOutcome {
    guard outcome.isWithinTolerance, let first else { return outcome }
    let rows = RunRows(run)
    let frames: [[LogField]]
    do throws(FileError) {
      frames = try logRows(in: first, path: path(of: .first))
    } catch { throw .file(error) }
    let found = RunComparison(
      expected: RunRows(frames: frames, events: rows.events), actual: rows, within: tolerance)
    guard let difference = found.difference, difference.kind > .withinTolerance else {
      return outcome
    }
    return .crept(difference)
  }

  /// The frames that were accepted first, once `run` is the expected one: those from which it has come by
  /// steps within the tolerance alone; nil where there was no such step.
  func framesAcceptedFirst(until run: Run) throws(FileError) -> [UInt8]? {
    do throws(CaseError) {
      let tolerance = try request().tolerance
      let (outcome, _) = try ExpectedRun(path: expectedPath).compared(with: run, within: tolerance)
      guard outcome.isWithinTolerance else { return nil }
      let first = KeptFiles(of: self).first
      if case .crept = try sinceFirst(first, outcome, run, within: tolerance) { return nil }
      do throws(FileError) {
        if let first { return first }
        guard case .different = outcome else { return nil }
        return try runFileBytes("frames.jsonl", at: expectedPath)
      } catch { throw .file(error) }
    } catch {
      // What else is wrong with the case is told where it is replayed.
      guard case .file(let error) = error else { return nil }
      throw error
    }
  }
}

extension CaseOutcome {
  /// Whether all numbers are within the tolerance of the expected run.
  fileprivate var isWithinTolerance: Bool {
    switch self {
    case .identical, .otherFields: true
    case .different(let difference, _): difference.kind == .withinTolerance
    case .crept, .new, .damaged, .failed: false
    }
  }
}
