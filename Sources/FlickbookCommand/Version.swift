import CSystemCalls
import Flickbook
import FramePictures
import StudyFiles

/// What `flickbook --version` says: the version, the commit it was built from where that is known, and
/// which files it writes, by their schemas.
var versionText: String {
  let commit = String(cString: flickbook_commit())
  let built = commit.isEmpty ? "" : " (commit \(commit.prefix(12)))"
  return """
    \(flickbookVersion)\(built)
    writes \(Run.schema) and \(pageSchema),
    recordings as libinput record version \(libinputRecordVersion) with flickbook schema \(recordingSchema),
    and of studies \(StudyFile.kind) and \(JournalHeader.kind)
    """
}
