/// What `work` makes of each of `elements`, in their order, computed on as many threads as there are.
///
/// Only a few are worked on at a time, however many there are.
///
/// - Parameters:
///   - elements: What is worked on.
///   - lanes: How many are worked on at a time at most.
///   - progress: Called with the number of those done so far, one after the other.
///   - work: Makes a result.
/// - Returns: A result for each element.
func parallelResults<Element: Sendable, Result: Sendable>(
  of elements: [Element], lanes: Int = 8, progress: (Int) -> Void = { _ in },
  _ work: @escaping @Sendable (Element) -> Result
) async -> [Result] {
  await withTaskGroup(of: (index: Int, result: Result).self) { group in
    var results = [Result?](repeating: nil, count: elements.count)
    var next = 0
    func addNext() {
      guard next < elements.count else { return }
      let index = next
      next += 1
      group.addTask { (index, work(elements[index])) }
    }
    for _ in 0..<lanes { addNext() }
    var done = 0
    while let (index, result) = await group.next() {
      results[index] = result
      done += 1
      progress(done)
      addNext()
    }
    return results.compactMap { $0 }
  }
}
