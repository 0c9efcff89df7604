package import FrameLogs

/// A run directory that says what is right.
package struct ExpectedRun: Hashable, Sendable {
  /// The path of the directory.
  package let path: String

  /// Names the run directory at `path`, which need not be there yet.
  package init(path: String) { self.path = path }

  /// Whether nothing is expected: there is no file of a run.
  var isNew: Bool {
    !RunFiles.names.contains { linkKind(at: "\(path)/\($0)") != .nothing }
  }

  /// Compares `run` with the expected one.
  ///
  /// - Returns: How it came out, and the fields of the expected `run.json`; none where that is missing or
  ///   damaged.
  /// - Throws: ``CaseError`` when a row of an undamaged run cannot be read.
  package func compared(
    with run: Run, within tolerance: RunTolerance
  ) throws(CaseError) -> (CaseOutcome, header: [LogField]) {
    guard !isNew else { return (.new, []) }
    let stored: StoredRun
    do throws(FileError) { stored = try StoredRun(at: path).checked() } catch {
      return (.damaged(error), [])
    }
    do throws(FileError) {
      return (try compared(stored, with: run, within: tolerance), stored.header)
    } catch { throw .file(error) }
  }

  private func compared(
    _ stored: StoredRun, with run: Run, within tolerance: RunTolerance
  ) throws(FileError) -> CaseOutcome {
    let files = run.files()
    if stored.frames == files.frames, stored.events == files.events { return .identical }
    // Lines that are equal are not read, which takes longer than all the rest.
    let frames = try stored.frameRows(unlessIn: logLines(of: files.frames))
    var actual = RunRows(run)
    for index in frames.indices where frames[index].isEmpty && index < actual.frames.count {
      actual.frames[index] = []
    }
    let expected = RunRows(frames: frames, events: try stored.eventRows())
    var found = RunComparison(expected: expected, actual: actual, within: tolerance)
    if found.difference?.kind == .behaviourChange {
      // Whether it is, only all rows tell.
      found = RunComparison(
        expected: RunRows(frames: try stored.frameRows(), events: expected.events),
        actual: RunRows(run), within: tolerance)
    }
    if let difference = found.difference { return .different(difference, found.fields) }
    return found.fields.isEmpty ? .identical : .otherFields(found.fields)
  }
}
