import Glibc

/// The time limits of a connection, in milliseconds.
///
/// Source: our choices. A browser sends the head of a request at once, and opens some connections in advance that it may
/// never use. A phone with a weak signal needs a minute for the largest recording.
private enum Limit {
  /// From the start of the connection to the end of the head.
  static let head: Int64 = 5_000
  /// From the end of the head to the end of the body.
  static let body: Int64 = 60_000
  /// Between two moments at which the client receives a part of the response.
  static let response: Int64 = 30_000
  /// From the end of the response to the end of a request that was not read to its end.
  static let end: Int64 = 5_000
}

/// A connection of a client: one request and its response.
struct Connection {
  private enum State {
    case readingHead(searched: Int)
    case readingBody(length: Int)
    case sending(HTTPResponse, sent: Int, isRead: Bool)
    /// The response is sent. If the server closed the connection now, the system would discard the response before a
    /// client that still sends its request could read it.
    case discarding
    case closed
  }

  /// A complete request, or a head whose request must be refused.
  enum Arrival {
    case head(HTTPRequest)
    case body([UInt8])
    case refused(HTTPStatus)
  }

  let descriptor: Int32
  /// The address of the server that the client has reached.
  let server: ServerAddress
  /// The address of the client.
  let client: String
  /// The time at which the connection is closed, in milliseconds.
  private(set) var deadline: Int64
  private var state = State.readingHead(searched: 0)
  private var received: [UInt8] = []

  /// Creates a connection for an open socket that does not block.
  init(_ descriptor: Int32, server: ServerAddress, client: String, now: Int64) {
    self.descriptor = descriptor
    self.server = server
    self.client = client
    deadline = now + Limit.head
  }

  /// Whether the connection is closed.
  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// Whether the connection has no request to answer: its head is incomplete, or the response is sent.
  var hasNoRequest: Bool {
    switch state {
    case .readingHead, .discarding: true
    case .readingBody, .sending, .closed: false
    }
  }

  /// The events of `poll` for which the connection waits.
  var awaited: Int16 {
    switch state {
    case .readingHead, .readingBody, .discarding: Int16(POLLIN)
    case .sending: Int16(POLLOUT)
    case .closed: 0
    }
  }

  /// Closes the connection; may be called repeatedly.
  mutating func end() {
    guard !isClosed else { return }
    close(descriptor)
    state = .closed
    received = []
  }

  /// Reads what has arrived; returns a head or a body when it is complete.
  ///
  /// `buffer` is only used during the call.
  mutating func receive(into buffer: UnsafeMutableRawBufferPointer, now: Int64) -> Arrival? {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    guard count > 0 else {
      let isWaiting = count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno)
      if !isWaiting { end() }
      return nil
    }
    switch state {
    case .readingHead(let searched):
      received.append(contentsOf: buffer[..<count])
      switch HTTPHead(received, searched: searched) {
      case .incomplete:
        state = .readingHead(searched: received.count)
        return nil
      case .request(let request, let length):
        received.removeFirst(length)
        return .head(request)
      case .refused(let status): return .refused(status)
      }
    case .readingBody:
      received.append(contentsOf: buffer[..<count])
      return completeBody
    case .sending, .discarding, .closed: return nil
    }
  }

  /// Begins to read a body; returns the body if it has arrived together with the head.
  mutating func expectBody(length: Int, now: Int64) -> Arrival? {
    state = .readingBody(length: length)
    deadline = now + Limit.body
    return completeBody
  }

  private var completeBody: Arrival? {
    guard case .readingBody(let length) = state, received.count >= length else { return nil }
    return .body(Array(received.prefix(length)))
  }

  /// Begins to send a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - isRead: Whether the request has been read to its end.
  ///   - now: The time in milliseconds.
  mutating func respond(_ response: HTTPResponse, isRead: Bool, now: Int64) {
    received = []
    state = .sending(response, sent: 0, isRead: isRead)
    deadline = now + Limit.response
    send(now: now)
  }

  /// Sends as much of the response as the client accepts now, and closes the connection after the response.
  mutating func send(now: Int64) {
    guard case .sending(let response, var sent, let isRead) = state else { return }
    while sent < response.head.count + response.body.count {
      let isHead = sent < response.head.count
      let part = isHead ? response.head : response.body
      let start = isHead ? sent : sent - response.head.count
      let count = part.withUnsafeBytes { bytes in
        Glibc.send(
          descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        state = .sending(response, sent: sent, isRead: isRead)
        return
      }
      guard count > 0 else { return end() }
      sent += count
      deadline = now + Limit.response
    }
    guard !isRead else { return end() }
    shutdown(descriptor, Int32(SHUT_WR))
    state = .discarding
    deadline = now + Limit.end
  }
}
