#if Evdev
  import CLibevdev
  import Glibc
  import TouchInput

  /// Splits the bytes that a device delivers into events.
  ///
  /// The kernel delivers complete events. A pipe that replaces a device may deliver a part of an event, which the
  /// buffer keeps until the rest arrives.
  struct EventBuffer: ~Copyable {
    /// The number of events that fit into the buffer.
    ///
    /// The number is our choice. The kernel queues 64 to 512 events for a program, but usually only the events of a few
    /// reports are waiting.
    private static let capacity = 256

    private let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity * MemoryLayout<input_event>.stride,
      alignment: MemoryLayout<input_event>.alignment)
    private var start = 0
    private var end = 0

    deinit { bytes.deallocate() }

    /// Whether the last read filled the buffer, in which case more bytes may be waiting.
    var isFull: Bool { end == bytes.count }

    /// Reads the available bytes, and returns their number; 0 at the end of the data, or nil with `errno` set.
    mutating func fill(from descriptor: Int32) -> Int? {
      let left = end - start
      if left > 0, start > 0 {
        UnsafeMutableRawBufferPointer(rebasing: bytes[..<left])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      start = 0
      end = left
      let free = UnsafeMutableRawBufferPointer(rebasing: bytes[end...])
      let count = read(descriptor, free.baseAddress, free.count)
      guard count >= 0 else { return nil }
      end += count
      return count
    }

    /// Removes and returns the next event; nil if the buffer has no complete event.
    mutating func next() -> RawEvent? {
      guard end - start >= MemoryLayout<input_event>.stride else { return nil }
      var event = bytes.loadUnaligned(fromByteOffset: start, as: input_event.self)
      start += MemoryLayout<input_event>.stride
      return RawEvent(
        microseconds: flickbook_event_microseconds(&event), type: event.type, code: event.code,
        value: event.value)
    }
  }
#endif
