import CSystemCalls
import Glibc

/// The result of storing a recording that a page has sent.
package enum RecordingReceipt: Hashable, Sendable {
  /// The recording is stored under this name.
  case saved(name: String)
  /// The text is not a recording; the page shows the reason.
  case refused(reason: String)
  /// The recording could not be stored; the page shows the reason.
  case failed(reason: String)
}

/// An HTTP server that serves one page to one browser.
///
/// The server runs on the calling thread. It serves at most 16 connections at the same time. If all are in use, a new
/// client replaces the client that has waited longest without a complete request; if there is no such client, the new
/// client waits. Each connection has one request, and time limits. The memory use does not depend on the number of
/// requests.
///
/// The transport is not encrypted: whoever can read the packets of the network can also read the page and the cookie.
package struct PageServer: ~Copyable {
  /// The path to which a page posts recordings.
  package static let recordingsPath = PageAccess.recordingsPath

  /// The address that the server listens at, with the port that the system chose.
  package let address: ServerAddress
  private let page: HTTPResponse
  private var access: PageAccess
  private let listener: Int32
  /// A pipe that becomes readable when a signal ends the server.
  let stop: [Int32]
  private var connections: [Connection] = []
  /// The time before which no connection is accepted, because the system had no descriptors left; in milliseconds.
  private var acceptsAfter: Int64 = 0

  /// Starts to listen; clients wait until ``serve(opened:receive:)`` runs.
  ///
  /// From then on, SIGINT, SIGTERM and SIGHUP end ``serve(opened:receive:)`` instead of the process.
  ///
  /// - Parameters:
  ///   - page: The page, in HTML.
  ///   - address: The address to listen at.
  ///   - policy: The Content Security Policy of the page.
  ///   - takesRecordings: Whether the page may post recordings to ``recordingsPath``.
  /// - Throws: ``PageServerError`` if the address cannot be used.
  package init(
    _ page: [UInt8], at address: ServerAddress, policy: String, takesRecordings: Bool
  ) throws(PageServerError) {
    guard let token = randomText(), let session = randomText() else {
      throw Self.error(address, "reading random numbers")
    }
    let (listener, own) = try Self.listener(at: address)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let failure = Self.error(address, "opening a pipe")
      close(listener)
      throw failure
    }
    for end in ends { makePrivate(end) }
    self.listener = listener
    self.address = own
    stop = ends
    access = PageAccess(token: token, session: session, takesRecordings: takesRecordings)
    self.page = HTTPResponse(.ok, page, type: "text/html; charset=utf-8", policy: policy)
    flickbook_stop_on_signals(ends[1])
  }

  deinit {
    flickbook_forget_stop()
    for descriptor in stop + [listener] { close(descriptor) }
  }

  /// The addresses of the page with its token, one for each address at which the machine may be reached.
  package var pageAddresses: [String] {
    address.reachable.map { "http://\($0.hostField)/\(access.token)" }
  }

  /// Serves the page until a signal arrives.
  ///
  /// - Parameters:
  ///   - opened: Called with the address of the client when the first browser opens the page.
  ///   - receive: Stores a recording that the page has sent.
  /// - Throws: ``PageServerError`` if the system fails.
  package mutating func serve(
    opened: (String) -> Void, receive: ([UInt8]) -> RecordingReceipt
  ) throws(PageServerError) {
    defer {
      for index in connections.indices { connections[index].end() }
      connections = []
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let ready = try wait()
      guard ready.first == 0 else { return }
      let now = milliseconds()
      for index in connections.indices {
        if ready[index + 2] != 0 { advance(index, buffer, now, opened, receive) }
        if connections[index].deadline <= now { connections[index].end() }
      }
      if ready[1] != 0 {
        // The limit lets signals and other clients have their turn, however many clients arrive.
        for _ in 0..<Self.mostConnections {
          connections.removeAll { $0.isClosed }
          guard let new = accepted(now) else { break }
          connections.append(new)
          // A client usually sends its request at once.
          advance(connections.count - 1, buffer, now, opened, receive)
        }
      }
      connections.removeAll { $0.isClosed }
    }
  }

  /// The largest number of connections at the same time.
  ///
  /// Source: our choice; a browser opens up to 6 connections to a server.
  private static let mostConnections = 16

  /// Waits for events; returns the events of the stop pipe, of the listener, and of each connection.
  private func wait() throws(PageServerError) -> [Int16] {
    let now = milliseconds()
    let isAccepting = hasPlace && acceptsAfter <= now
    var polled = [
      pollfd(fd: stop[0], events: Int16(POLLIN), revents: 0),
      pollfd(fd: isAccepting ? listener : -1, events: Int16(POLLIN), revents: 0),
    ]
    polled += connections.map { pollfd(fd: $0.descriptor, events: $0.awaited, revents: 0) }
    var deadlines = connections.map(\.deadline)
    if acceptsAfter > now { deadlines.append(acceptsAfter) }
    let patience = deadlines.min().map { Int32(clamping: max(0, $0 - now)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), patience) >= 0 || errno == EINTR else {
      throw Self.error(address, "poll")
    }
    return polled.map(\.revents)
  }

  /// Whether a new client can be accepted, perhaps in the place of a client without a request.
  private var hasPlace: Bool {
    connections.count < Self.mostConnections || connections.contains { $0.hasNoRequest }
  }

  /// Returns the connection of the next waiting client; nil if no client waits, or if all places are taken.
  private mutating func accepted(_ now: Int64) -> Connection? {
    guard hasPlace else { return nil }
    var client = sockaddr_in()
    let descriptor = withSystemAddress(&client) { accept(listener, $0, $1) }
    guard descriptor >= 0 else {
      // Without descriptors or memory, `poll` would report the waiting client again at once, so wait 100 ms.
      if ![EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { acceptsAfter = now + 100 }
      return nil
    }
    makePrivate(descriptor)
    if connections.count >= Self.mostConnections { endOldestWithoutRequest() }
    var own = sockaddr_in()
    _ = withSystemAddress(&own) { getsockname(descriptor, $0, $1) }
    return Connection(
      descriptor, server: ServerAddress(own), client: ServerAddress(client).host, now: now)
  }

  /// Ends the connection that has waited longest without a request.
  private mutating func endOldestWithoutRequest() {
    // All these connections have the same time limit, so the oldest has the earliest deadline.
    let idle = connections.indices.filter { connections[$0].hasNoRequest }
    guard let oldest = idle.min(by: { connections[$0].deadline < connections[$1].deadline })
    else { return }
    connections[oldest].end()
    connections.remove(at: oldest)
  }

  /// Reads from or writes to a connection, and answers a request that has arrived.
  private mutating func advance(
    _ index: Int, _ buffer: UnsafeMutableRawBufferPointer, _ now: Int64, _ opened: (String) -> Void,
    _ receive: ([UInt8]) -> RecordingReceipt
  ) {
    connections[index].send(now: now)
    guard connections[index].awaited == Int16(POLLIN) else { return }
    var arrival = connections[index].receive(into: buffer, now: now)
    while let arrived = arrival {
      arrival = nil
      switch arrived {
      case .refused(let status):
        connections[index].respond(HTTPResponse(status), isRead: false, now: now)
      case .body(let text):
        connections[index].respond(Self.response(to: receive(text)), isRead: true, now: now)
      case .head(let request):
        let answer = access.answer(to: request, at: connections[index].server)
        if case .recording(let length) = answer {
          arrival = connections[index].expectBody(length: length, now: now)
          continue
        }
        if case .entrance(.some) = answer { opened(connections[index].client) }
        connections[index].respond(
          response(for: answer), isRead: (request.bodyLength ?? 0) == 0, now: now)
      }
    }
  }

  private func response(for answer: PageAccess.Answer) -> HTTPResponse {
    switch answer {
    case .page, .recording: page
    case .entrance(let cookie):
      HTTPResponse(
        .ok, Array(Self.entrance.utf8), type: "text/html; charset=utf-8",
        fields: cookie.map { ["Set-Cookie: \($0)"] } ?? [])
    case .refused(let status, let text, let allowed):
      HTTPResponse(status, text: text, fields: allowed.map { ["Allow: \($0)"] } ?? [])
    }
  }

  /// A document that leads on to the page, and so removes the token from the address line and from the history.
  ///
  /// A redirect would do this too, but after a link on another site, browsers do not send a cookie with
  /// `SameSite=Strict` to the target of a redirect. They do send the cookie if a document of the same site leads to the
  /// page.
  private static let entrance = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Flickbook</title>
    <meta http-equiv="refresh" content="0; url=/"></head>
    <body><p><a href="/">Open the page</a></p></body></html>

    """

  private static func response(to receipt: RecordingReceipt) -> HTTPResponse {
    switch receipt {
    case .saved(let name): HTTPResponse(.created, text: name)
    case .refused(let reason): HTTPResponse(.badRequest, text: reason)
    case .failed(let reason): HTTPResponse(.internalError, text: reason)
    }
  }

  private static func listener(
    at address: ServerAddress
  ) throws(PageServerError) -> (Int32, ServerAddress) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw error(address, "opening a socket") }
    makePrivate(descriptor)
    // A server that was restarted may use its port again while old connections expire.
    var isReused: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var own = address.systemAddress
    guard withSystemAddress(&own, { bind(descriptor, $0, $1.pointee) }) == 0,
      listen(descriptor, 128) == 0,
      withSystemAddress(&own, { getsockname(descriptor, $0, $1) }) == 0
    else {
      let failure = error(address, "listening")
      close(descriptor)
      throw failure
    }
    return (descriptor, ServerAddress(own))
  }

  /// Returns the error for the last failed system call.
  private static func error(_ address: ServerAddress, _ action: String) -> PageServerError {
    switch errno {
    case EADDRINUSE: .inUse(address)
    case EADDRNOTAVAIL: .notOurs(address)
    case EACCES: .forbidden(address)
    default: .failed(address, action: action, reason: String(cString: strerror(errno)))
    }
  }
}

/// Lets operations on a descriptor return at once, and closes it in programs that this process starts.
private func makePrivate(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

/// Calls `body` with an address in the general form of system calls, and with its size.
private func withSystemAddress<Result>(
  _ address: inout sockaddr_in,
  _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
) -> Result {
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  return withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
  }
}

/// Returns the time of the monotonic clock, in milliseconds.
private func milliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
