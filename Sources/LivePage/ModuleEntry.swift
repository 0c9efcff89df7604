// The functions of the WebAssembly module that a page calls. For each request, the page calls `allocate`, writes the
// request into the memory, calls `ask`, and reads the answer from the address that `output` returns.
#if $Embedded
  /// The only session of the module; it needs no synchronization, because a module has one thread.
  nonisolated(unsafe) private var session = PageSession()
  /// The last answer; its memory stays valid until the next call.
  nonisolated(unsafe) private var output: [UInt8] = []

  /// Allocates memory for a request of `count` bytes.
  @_expose(wasm, "allocate")
  @_cdecl("flickbook_allocate")
  public func allocate(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(count)))
  }

  /// Frees the memory of a request.
  @_expose(wasm, "release")
  @_cdecl("flickbook_release")
  public func release(_ memory: UnsafeMutablePointer<UInt8>) { memory.deallocate() }

  /// Answers a request of `count` bytes, and returns the length of the answer in bytes.
  @_expose(wasm, "ask")
  @_cdecl("flickbook_ask")
  public func ask(_ request: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    output = session.answer(to: bytes(request, count))
    return Int32(output.count)
  }

  /// Makes the file `name` of the last replay available as the answer.
  ///
  /// Returns the length of the file in bytes, or -1 if there is no such file.
  @_expose(wasm, "file")
  @_cdecl("flickbook_file")
  public func file(_ name: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    guard let file = session.file(named: String(decoding: bytes(name, count), as: UTF8.self)) else {
      return -1
    }
    output = file
    return Int32(output.count)
  }

  /// Returns the address of the last answer.
  @_expose(wasm, "output")
  @_cdecl("flickbook_output")
  public func outputStart() -> UnsafePointer<UInt8>? {
    output.withUnsafeBufferPointer { $0.baseAddress }
  }

  private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int32) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
#endif
