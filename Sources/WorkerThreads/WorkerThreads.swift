import Glibc
import Synchronization

/// The number of online processors, at least 1.
package var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Starts a detached thread that runs `body`; does nothing if a limit of the operating system does not permit a further
/// thread.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  if let started = thread(body) { pthread_detach(started) }
}

/// Computes the results of `work` for all `elements` in parallel, and returns them in the order of the elements.
///
/// If a limit of the operating system does not permit a further thread, the calling thread does the work.
///
/// - Parameters:
///   - elements: The inputs.
///   - lanes: The largest number of elements that are processed at a time, which limits the memory that `work` needs;
///     1 or more. The number of processors is a second limit.
///   - progress: Called on the calling thread, after each element, with the number of finished elements.
///   - work: Computes the result of an element. If it throws, no further element is begun.
/// - Returns: A result for each element.
/// - Throws: The error of the first element, in the order of the elements, for which `work` throws; the error therefore
///   does not depend on timing.
package func parallelResults<Element: Sendable, Result: Sendable, Failure: Error>(
  of elements: [Element], lanes: Int = 8, progress: (Int) -> Void = { _ in },
  _ work: @escaping @Sendable (Element) throws(Failure) -> Result
) throws(Failure) -> [Result] {
  precondition(lanes > 0, "\(lanes) lanes")
  let job = Job(elements, work)
  let threads = (0..<min(lanes, processorCount, elements.count)).compactMap { _ in
    thread { while job.processNext() {} }
  }
  var done = 0
  while done < elements.count, !job.isStopped {
    if threads.isEmpty { _ = job.processNext() } else { job.waitForResult() }
    done += 1
    progress(done)
  }
  for thread in threads { pthread_join(thread, nil) }
  return try job.results()
}

/// Elements, and the results of the finished elements.
private final class Job<Element: Sendable, Value: Sendable, Failure: Error>: Sendable {
  private let elements: [Element]
  private let work: @Sendable (Element) throws(Failure) -> Value
  /// The index of the next element to begin.
  private let next = Atomic(0)
  private let hasFailed = Atomic(false)
  /// The result of each element; nil if the element is not finished.
  ///
  /// Only the thread that began an element writes its result. The caller reads the results after all threads have ended.
  private nonisolated(unsafe) let found: UnsafeMutablePointer<Result<Value, Failure>?>
  /// Counts the finished elements for which the caller has not waited yet.
  ///
  /// The semaphore is allocated separately, because it must not change its address.
  private nonisolated(unsafe) let finished = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(
    _ elements: [Element], _ work: @escaping @Sendable (Element) throws(Failure) -> Value
  ) {
    self.elements = elements
    self.work = work
    found = .allocate(capacity: elements.count)
    found.initialize(repeating: nil, count: elements.count)
    sem_init(finished, 0, 0)
  }

  deinit {
    sem_destroy(finished)
    finished.deallocate()
    found.deinitialize(count: elements.count)
    found.deallocate()
  }

  /// Whether an element has failed, so that no further element is begun.
  var isStopped: Bool { hasFailed.load(ordering: .acquiring) }

  /// Processes the next element; returns false if no element is left, or if the job is stopped.
  func processNext() -> Bool {
    guard !isStopped else { return false }
    let begun = next.wrappingAdd(1, ordering: .relaxed).oldValue
    guard begun < elements.count else { return false }
    let result = Result { () throws(Failure) in try work(elements[begun]) }
    found[begun] = result
    if case .failure = result { hasFailed.store(true, ordering: .releasing) }
    sem_post(finished)
    return true
  }

  /// Waits until a further element is finished.
  func waitForResult() { while sem_wait(finished) != 0 {} }

  /// Returns the results, or throws the first error.
  func results() throws(Failure) -> [Value] {
    var values: [Value] = []
    for index in elements.indices {
      if let result = found[index] { values.append(try result.get()) }
    }
    return values
  }
}

/// Starts a thread; returns nil if a limit of the operating system does not permit it.
private func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  let boxed = Unmanaged.passRetained(Body(body))
  var started = pthread_t()
  let trouble = pthread_create(
    &started, nil,
    { boxed in
      guard let boxed else { return nil }
      Unmanaged<Body>.fromOpaque(boxed).takeRetainedValue().run()
      return nil
    }, boxed.toOpaque())
  guard trouble == 0 else {
    boxed.release()
    return nil
  }
  return started
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
