import Glibc
public import Quantities

/// Everything that a device says from the moment it was opened, until something ends it.
///
/// A thread of its own reads the device, so that a slow consumer does not make the kernel drop
/// events; a consumer that lags by more than 65,536 frames does, and gets to see the gap. The
/// sequence ends after ``DeviceSignal/ended(_:)``; whoever stops iterating stops the reading.
public struct DeviceSignals: AsyncSequence, Sendable {
  /// An element of the sequence.
  public typealias Element = DeviceSignal

  fileprivate let stream: AsyncStream<DeviceSignal>

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  public func makeAsyncIterator() -> AsyncStream<DeviceSignal>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// When the reading of a device ends, and how often it speaks up.
public struct ReadingLimits: Hashable, Sendable {
  /// How long to read; nil means until something else ends it.
  public var duration: Seconds?
  /// After how long without an event ``DeviceSignal/quiet`` is sent; nil means never.
  public var quietInterval: Seconds?

  /// Creates limits; without arguments there are none.
  public init(duration: Seconds? = nil, quietInterval: Seconds? = nil) {
    self.duration = duration
    self.quietInterval = quietInterval
  }
}

extension InputDevice {
  /// Starts to read the device.
  ///
  /// - Parameters:
  ///   - stop: Ends the reading; what the kernel has already queued is still delivered.
  ///   - limits: When the reading ends by itself.
  /// - Returns: The signals, from the moment at which the device was opened.
  public consuming func signals(
    stop: StopSwitch, limits: ReadingLimits = ReadingLimits()
  ) -> DeviceSignals {
    let (stream, continuation) = AsyncStream<DeviceSignal>.makeStream(
      bufferingPolicy: .bufferingOldest(65_536))
    continuation.onTermination = { _ in stop.press() }
    let box = ReaderBox(DeviceReader(device: self, stop: stop, limits: limits), continuation)
    startThread(box)
    return DeviceSignals(stream: stream)
  }
}

/// Carries a reader, which cannot be copied, into its thread.
private final class ReaderBox {
  private var reader: DeviceReader?
  private let continuation: AsyncStream<DeviceSignal>.Continuation

  init(_ reader: consuming DeviceReader, _ continuation: AsyncStream<DeviceSignal>.Continuation) {
    self.reader = consume reader
    self.continuation = continuation
  }

  func run() {
    guard var reader = reader.take() else { return }
    reader.read { [continuation] signal in
      // A full buffer holds the reader up; the kernel then drops events and says so.
      while case .dropped = continuation.yield(signal) { usleep(1000) }
    }
    continuation.finish()
  }

  func fail(_ error: DeviceError) {
    continuation.yield(.ended(.failed(error)))
    continuation.finish()
  }
}

private func startThread(_ box: ReaderBox) {
  let context = Unmanaged.passRetained(box)
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<ReaderBox>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, context.toOpaque())
  if status == 0 {
    pthread_detach(thread)
  } else {
    context.release()
    box.fail(.system(node: "flickbook", action: "thread", message: lastSystemMessage(status)))
  }
}
