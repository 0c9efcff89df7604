import CProcess
import Flickbook
import FramePictures

/// What `flickbook --version` says: the version, the commit it was built from where that is known, and
/// which files it writes.
var versionText: String {
  let commit = String(cString: flickbook_commit())
  let built = commit.isEmpty ? "" : " (commit \(commit.prefix(12)))"
  return "\(flickbookVersion)\(built)\nwrites \(Run.schema) and \(pageSchema)"
}
