/// Returns the results of `work` for each of `elements`, in their order, computed in parallel.
///
/// At most `lanes` elements are in memory and in work at a time, regardless of the total.
///
/// - Parameters:
///   - elements: The inputs.
///   - lanes: The most elements that are worked on at a time.
///   - progress: Called after each element with the number of finished elements, never concurrently.
///   - work: Computes the result of an element.
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
