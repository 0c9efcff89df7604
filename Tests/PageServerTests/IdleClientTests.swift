import Glibc
import Testing

@testable import PageServer

@Suite("Clients without a request", .serialized)
struct IdleClientTests {
  /// A server of an empty page on a free port of this machine.
  private final class Service {
    private var server: PageServer
    let port: UInt16
    let stop: Int32

    init() throws {
      server = try PageServer(
        [], at: ServerAddress(host: "127.0.0.1", port: 0), policy: "", takesRecordings: false)
      port = server.address.port
      stop = server.stop[1]
    }

    func run() { try? server.serve(opened: { _ in }, receive: { _ in .failed(reason: "") }) }
  }

  /// Returns a socket that is connected to a port of this machine.
  private func client(of port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = ServerAddress(host: "127.0.0.1", port: port).systemAddress
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }

  private func send(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// Waits until the server ends the connection; returns what it has sent.
  private func response(on descriptor: Int32) -> String {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += piece[..<count]
    }
  }

  @Test(
    "a request is answered before the clients that came last and sent no request have to leave",
    arguments: ["", "GET / HT"])
  func request(beginning: String) throws {
    let service = try Service()
    let port = service.port
    // A thread of its own, because the threads of tasks may be as few as the cores.
    var thread = pthread_t()
    let started = pthread_create(
      &thread, nil,
      { service in
        if let service { Unmanaged<Service>.fromOpaque(service).takeUnretainedValue().run() }
        return nil
      }, Unmanaged.passUnretained(service).toOpaque())
    try #require(started == 0)
    var idle: [Int32] = []
    // Three times as many as the server serves at the same time.
    for _ in 0..<48 {
      idle.append(try client(of: port))
      send(beginning, to: idle[idle.count - 1])
    }
    let browser = try client(of: port)
    send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", to: browser)
    #expect(response(on: browser).hasPrefix("HTTP/1.1 "))
    // A server that waits for the time limits of the others ends all of them first.
    var byte: UInt8 = 0
    #expect(recv(idle[idle.count - 1], &byte, 1, Int32(MSG_DONTWAIT)) < 0)
    #expect(errno == EAGAIN)
    for descriptor in idle + [browser] { close(descriptor) }
    write(service.stop, "!", 1)
    pthread_join(thread, nil)
  }
}
