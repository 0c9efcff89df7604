import Testing

@testable import PageServer

@Suite("Heads of HTTP requests")
struct HTTPRequestTests {
  /// A head, or a part of it, that the server refuses.
  struct Refusal: CustomTestStringConvertible, Sendable {
    var text: String
    var status: HTTPStatus
    var testDescription: String

    init(_ why: String, _ text: String, _ status: HTTPStatus = .badRequest) {
      self.testDescription = why
      self.text = text
      self.status = status
    }
  }

  static let browser = """
    GET /page?x=1 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAccept: text/html, */*\r\nUser-Agent:\t Fern (x) \r\n\
    Cookie: a=b; c=d\r\n\r\n
    """

  private func head(_ text: String) -> HTTPHead { HTTPHead(Array(text.utf8)) }

  @Test("a request of a browser is parsed, and its names of fields are in lower case")
  func browser() {
    let expected = HTTPRequest(
      method: "GET", path: "/page",
      fields: [
        .init(name: "host", value: "127.0.0.1:80"), .init(name: "accept", value: "text/html, */*"),
        .init(name: "user-agent", value: "Fern (x)"), .init(name: "cookie", value: "a=b; c=d"),
      ])
    #expect(head(Self.browser) == .request(expected, length: Self.browser.utf8.count))
  }

  @Test("the bytes after a head do not change it")
  func body() {
    let length = Self.browser.utf8.count
    for rest in ["x", "\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"] {
      #expect(head(Self.browser + rest) == head(Self.browser))
      guard case .request(_, length) = head(Self.browser + rest) else {
        Issue.record("no request of \(length) bytes")
        continue
      }
    }
  }

  @Test("every beginning of a head is incomplete, and a search of only its new bytes finds its end")
  func byteByByte() {
    let bytes = Array(Self.browser.utf8)
    for count in 0..<bytes.count {
      #expect(HTTPHead(Array(bytes[..<count])) == .incomplete)
      #expect(HTTPHead(bytes, searched: count) == HTTPHead(bytes), "after \(count) bytes")
    }
  }

  @Test(
    "a request that is not HTTP/1.0 or HTTP/1.1, or that is ambiguous, is refused",
    arguments: [
      Refusal("nothing before the empty line", ""),
      Refusal("two words", "GET /"),
      Refusal("four words", "GET / / HTTP/1.1"),
      Refusal("two spaces", "GET  / HTTP/1.1"),
      Refusal("no method", " / HTTP/1.1"),
      Refusal("a method that is not a token", "G(T / HTTP/1.1"),
      Refusal("TLS instead of HTTP", "\u{16}\u{3}\u{1}\u{2}"),
      Refusal("another protocol", "GET / GOPHER/1.1"),
      Refusal("HTTP/2", "GET / HTTP/2.0", .versionNotSupported),
      Refusal("HTTP/0.9 with a version", "GET / HTTP/0.9", .versionNotSupported),
      Refusal("a control character in the path", "GET /\u{1} HTTP/1.1"),
      Refusal("a letter that is not ASCII in the path", "GET /ä HTTP/1.1"),
      Refusal("no host in HTTP/1.1", "GET / HTTP/1.1\r\nAccept: */*"),
      Refusal("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a"),
      Refusal("a field without a colon", "GET / HTTP/1.1\r\nHost: a\r\nAccept"),
      Refusal("a space before the colon", "GET / HTTP/1.1\r\nHost : a"),
      Refusal("a folded line", "GET / HTTP/1.1\r\nHost: a\r\n b: c"),
      Refusal("a line feed alone", "GET / HTTP/1.1\r\nHost: a\nX: b"),
      Refusal("a carriage return alone", "GET / HTTP/1.1\r\nHost: a\rX: b"),
      Refusal("a null character", "GET / HTTP/1.1\r\nHost: a\0"),
      Refusal("two lengths", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1"),
      Refusal("a negative length", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1"),
      Refusal("a list of lengths", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1"),
      Refusal("an empty length", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length:"),
      Refusal(
        "chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked", .notImplemented),
    ])
  func refused(refusal: Refusal) {
    #expect(head(refusal.text + "\r\n\r\n") == .refused(refusal.status))
  }

  @Test("a head may have 16,384 bytes and not one more, whether or not it is complete")
  func limit() {
    let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
    func filled(to count: Int) -> String {
      start + String(repeating: "x", count: count - start.utf8.count - 4) + "\r\n\r\n"
    }
    guard case .request(_, length: 16_384) = head(filled(to: 16_384)) else {
      Issue.record("the largest head is refused")
      return
    }
    #expect(head(filled(to: 16_385)) == .refused(.headTooLarge))
    #expect(head(String(repeating: "x", count: 16_384)) == .incomplete)
    #expect(head(String(repeating: "x", count: 16_385)) == .refused(.headTooLarge))
  }

  @Test("a length is a decimal number of any size, and HTTP/1.0 needs no host")
  func lengths() {
    for (text, expected) in [("0", 0), ("17", 17), (String(repeating: "9", count: 40), Int.max)] {
      let line = "Content-Length: \(text)"
      guard case .request(let request, _) = head("POST / HTTP/1.0\r\n\(line)\r\n\r\n")
      else {
        Issue.record("refused: \(text)")
        continue
      }
      #expect(request.bodyLength == expected)
    }
  }
}

@Suite("Addresses of servers")
struct ServerAddressTests {
  @Test(
    "an IPv4 address may have a port",
    arguments: [
      ("127.0.0.1", "127.0.0.1", 0), ("0.0.0.0:8080", "0.0.0.0", 8080),
      ("192.168.1.20:65535", "192.168.1.20", 65535), ("10.0.0.1:1", "10.0.0.1", 1),
    ])
  func parsed(text: String, host: String, port: UInt16) {
    #expect(ServerAddress(text) == ServerAddress(host: host, port: port))
  }

  @Test(
    "any other text is refused",
    arguments: [
      "", ":", "localhost", "8080", ":8080", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536",
      "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1:80:80", "::1", "[::1]:80", "256.0.0.1", "1.2.3",
      " 127.0.0.1", "flick.yml", "127.0.0.1:٣",
    ])
  func refused(text: String) {
    #expect(ServerAddress(text) == nil)
  }

  @Test("an address is unchanged by the conversion to the system's form, and port 80 is not shown")
  func conversions() throws {
    for text in ["127.0.0.1:80", "192.168.1.20:65535", "0.0.0.0:258"] {
      let address = try #require(ServerAddress(text))
      #expect(ServerAddress(address.systemAddress) == address)
      #expect(address.hostField == (address.port == 80 ? "127.0.0.1" : text))
    }
  }
}
