import Subjects
import Testing

@Suite("Subjects")
struct SubjectTests {}
