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

  /// How `run` stands to it, and whether this was told the same, to the byte.
  package func compared(
    with run: Run, within tolerance: RunTolerance
  ) throws(CaseError) -> (CaseOutcome, isToldAlike: Bool) {
    guard !isNew else { return (.new, false) }
    let files = run.files()
    do throws(FileError) {
      let file = "\(path)/run.json"
      let header = kindOfFile(at: file) == .file ? try runFileBytes("run.json", at: path) : []
      return (
        try compared(run, files, expectedHeader: header, within: tolerance),
        header == files.header
      )
    } catch { throw .file(error) }
  }

  private func compared(
    _ run: Run, _ files: RunFiles, expectedHeader: [UInt8], within tolerance: RunTolerance
  ) throws(FileError) -> CaseOutcome {
    if try isIdentical(files, expectedHeader) { return .identical }
    let check = RunCheck(path: path)
    let damages = check.findings.filter { $0.kind != .unsealed }
    guard damages.isEmpty else { return .damaged(damages) }
    if check.files["frames.jsonl"] == files.frames, check.files["events.jsonl"] == files.events {
      return check.seal == true ? .identical : outcome(ofUnsealed: check, files)
    }
    let rows = try rowsApart(at: path, from: run, written: files)
    var found = RunComparison(expected: rows.expected, actual: rows.actual, within: tolerance)
    if found.difference?.kind == .behaviourChange {
      // Whether it is, only all rows tell.
      found = RunComparison(
        expected: try loadedRun(at: path).rows, actual: RunRows(run), within: tolerance)
    }
    if let difference = found.difference { return .different(difference, found.fields) }
    return found.fields.isEmpty ? .identical : .otherFields(found.fields)
  }

  /// Whether the expected run has the bytes of `files`, in all but what its header says of settings,
  /// which another version may tell otherwise.
  ///
  /// Then the digests are those expected, too, and there is nothing to take apart.
  private func isIdentical(
    _ files: RunFiles, _ expectedHeader: [UInt8]
  ) throws(FileError) -> Bool {
    guard expectedHeader == files.header || RunSeal.tellsSame(expectedHeader, as: files.header)
    else { return false }
    for (name, bytes) in files.byName.dropFirst() {
      let file = "\(path)/\(name)"
      guard kindOfFile(at: file) == .file, try runFileBytes(name, at: path) == bytes else {
        return false
      }
    }
    return true
  }

  /// Whether the summary of a run without digests says what that of the same frames says.
  private func outcome(ofUnsealed check: RunCheck, _ files: RunFiles) -> CaseOutcome {
    let file = "\(path)/summary.json"
    do throws(FileError) {
      let told = try logDocument(in: check.files["summary.json"] ?? [], path: file)
      let right = LogValue.fields(try logDocument(in: files.summary, path: file))
      for field in told where right[field.key].map({ $0 != field.value }) ?? false {
        throw .malformed(
          path: file, line: nil, found: "another \(field.key) than that of its frames",
          expected: "the same")
      }
      return .identical
    } catch {
      return .damaged([RunFinding(kind: .altered, path: file, message: error.description)])
    }
  }
}
