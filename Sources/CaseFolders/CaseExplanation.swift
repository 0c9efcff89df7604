public import FrameLogs
import InteractionScenarios
public import Review
import TouchInput

extension RecordingCase {
  /// Why the case comes out otherwise than expected, and what is felt of that.
  ///
  /// - Parameters:
  ///   - kind: What kind of difference ``outcome(trying:)`` told.
  ///   - tried: The settings that were tried then.
  /// - Returns: What is felt, and where it comes from.
  /// - Throws: ``CaseError`` when the case can no longer be replayed, or its expected run be read.
  /// - Complexity: at most `CauseSearch.mostReplays` replays.
  public func explanation(
    of kind: RunDifference.Class, trying tried: RequestFile? = nil
  ) throws(CaseError) -> ExplainedChange {
    var (request, tolerance) = try request()
    tried?.apply(&request)
    let loaded: LoadedRecording
    do throws(LoadError) { loaded = try loadedRecording(at: recordingPath) } catch {
      throw .load(error)
    }
    let expected: Run
    do throws(FileError) { expected = try storedRun(at: expectedPath) } catch { throw .file(error) }
    let actual = try run(request)
    var search = CauseSearch(
      expected: expected, actual: actual, recording: loaded.recording, within: tolerance)
    return ExplainedChange(
      name: name, felt: FeltChange(expected: expected, actual: actual, kind: kind),
      cause: search.cause())
  }
}

extension RecordingCase {
  /// The frame rates of `rates` at which the case is decided otherwise than expected, or ends otherwise,
  /// and what is felt of that; when its surface settles does not count.
  ///
  /// - Throws: ``CaseError`` when the case can no longer be replayed, or its expected run be read.
  public func changes(
    atRates rates: [FrameRate], trying tried: RequestFile? = nil
  ) throws(CaseError) -> [(rate: FrameRate, felt: FeltChange)] {
    guard !rates.isEmpty else { return [] }
    var (request, _) = try request()
    tried?.apply(&request)
    let expected: Run
    do throws(FileError) { expected = try storedRun(at: expectedPath) } catch { throw .file(error) }
    var changes: [(rate: FrameRate, felt: FeltChange)] = []
    for rate in rates where rate != expected.rate {
      request.rate = rate
      let actual = try run(request)
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
