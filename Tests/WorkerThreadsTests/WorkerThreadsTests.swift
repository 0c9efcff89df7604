import Synchronization
import Testing
import WorkerThreads

@Suite("Worker threads")
struct WorkerThreadsTests {
  private struct Refusal: Error, Equatable { var element: Int }

  @Test(
    "the results have the order of the elements, for every number of lanes",
    arguments: [1, 2, 7, 1_000])
  func order(lanes: Int) {
    for count in [0, 1, 2, 300] {
      let elements = Array(0..<count)
      #expect(
        parallelResults(of: elements, lanes: lanes) { $0 * $0 }
          == elements.map { $0 * $0 })
    }
  }

  @Test("each element is processed once, and the progress counts all of them")
  func progress() {
    let begun = Mutex([Int](repeating: 0, count: 200))
    var told: [Int] = []
    _ = parallelResults(of: Array(0..<200), progress: { told.append($0) }) { element in
      begun.withLock { $0[element] += 1 }
    }
    #expect(begun.withLock { $0 } == [Int](repeating: 1, count: 200))
    #expect(told == Array(1...200))
  }

  @Test("the first error in the order of the elements is thrown", arguments: 0..<50)
  func errors(first: Int) {
    let begun = Mutex(Set<Int>())
    @Sendable func process(_ element: Int) throws {
      begun.withLock { _ = $0.insert(element) }
      if element >= first { throw Refusal(element: element) }
    }
    #expect(throws: Refusal(element: first)) {
      try parallelResults(of: Array(0..<100_000), lanes: 4, process)
    }
    // All elements before it were processed, but not those far after it.
    #expect(begun.withLock { $0.isSuperset(of: 0...first) })
    #expect(begun.withLock { $0.count } < 100_000)
  }
}
