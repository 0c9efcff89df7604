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

/// A decision that is the same as expected, but nearer to another one.
public struct NarrowedMargin: Hashable, Sendable {
  /// The margin with the settings that the expected run was told.
  public var before: DecisionMargin
  /// The margin now.
  public var now: DecisionMargin
  /// What is told otherwise now.
  public var differences: [RequestDifference]
}

extension RecordingCase {
  /// How far the decisions of the case are from others.
  ///
  /// - Throws: ``CaseError`` when the case cannot be replayed.
  public func margins(
    trying tried: RequestFile? = nil
  ) throws(CaseError) -> [DecisionMargin] {
    var (request, _) = try request()
    tried?.apply(&request)
    return try margins(of: request)
  }

  /// The decisions whose margin has fallen by half or more, because the case is told something else than
  /// its expected run was; the work of a few replays unless it is.
  ///
  /// What a change of the program does to a margin and to no frame is not seen.
  ///
  /// - Throws: ``CaseError`` when the case can no longer be replayed, or its expected run be read.
  public func narrowedMargins(
    trying tried: RequestFile? = nil
  ) throws(CaseError) -> [NarrowedMargin] {
    var (request, _) = try request()
    tried?.apply(&request)
    let header: [LogField]
    do throws(FileError) { header = try loadedHeader(at: expectedPath) } catch {
      throw .file(error)
    }
    let now: [LogField]
    do throws(SettingError) { now = try request.headerFields() } catch {
      throw .replay(.setting(error), path: settingsPath)
    }
    // How many fingers pan on a touchpad the recording may say.
    let differences = RequestDifference.all(expected: header, actual: now).filter {
      $0.expectedFrom != SettingOrigin.recording.text
    }
    guard !differences.isEmpty, let old = ReplayRequest(header: header) else { return [] }
    // What was said then and means nothing now cannot be compared.
    guard let before = try? margins(of: old) else { return [] }
    let after = try margins(of: request)
    return zip(before, after).compactMap { before, now in
      guard before.target == now.target, now.isHalved(since: before) else { return nil }
      return NarrowedMargin(before: before, now: now, differences: differences)
    }
  }

  private func margins(of request: ReplayRequest) throws(CaseError) -> [DecisionMargin] {
    let loaded: LoadedRecording
    do throws(LoadError) { loaded = try loadedRecording(at: recordingPath) } catch {
      throw .load(error)
    }
    do throws(ReplayError) { return try request.margins(of: loaded.recording) } catch {
      throw .replay(error, path: recordingPath)
    }
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
