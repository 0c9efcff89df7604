/// A file that speaks the subject protocol for a program in one language; the files are in `docs/adapters`.
enum SubjectAdapter: String, CaseIterable {
  case javascript, python, swift, c

  /// The name of the file.
  var file: String {
    switch self {
    case .javascript: "flickbook-subject.mjs"
    case .python: "flickbook_subject.py"
    case .swift: "FlickbookSubject.swift"
    case .c: "flickbook_subject.h"
    }
  }

  /// The content of the file.
  var bytes: [UInt8] {
    switch self {
    case .javascript: PackageResources.flickbook_subject_mjs
    case .python: PackageResources.flickbook_subject_py
    case .swift: PackageResources.FlickbookSubject_swift
    case .c: PackageResources.flickbook_subject_h
    }
  }

  /// The language, and what the file needs.
  var needs: String {
    switch self {
    case .javascript: "JavaScript, with Node 18 or newer"
    case .python: "Python 3.9 or newer"
    case .swift: "Swift 6, with Foundation"
    case .c: "C11 or C++, with POSIX"
    }
  }
}
