/// Computes the results of `work` for all `elements` in parallel, and returns them in the order of the elements.
///
/// At most `lanes` elements are processed at a time, which limits the memory that `work` needs.
///
/// - Parameters:
///   - elements: The inputs.
///   - lanes: The largest number of elements that are processed at a time.
///   - progress: Called after each element with the number of finished elements; the calls are never concurrent.
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
