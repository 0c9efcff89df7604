import Testing

@testable import PageServer

@Suite("Access to a served page")
struct PageAccessTests {
  static let server = ServerAddress(host: "192.168.1.20", port: 8080)
  static let host = "192.168.1.20:8080"

  private func request(
    _ path: String, method: String = "GET", host: String = host, cookie: String? = nil,
    _ fields: [HTTPRequest.Field] = [], length: Int? = nil
  ) -> HTTPRequest {
    let cookies = cookie.map { [HTTPRequest.Field(name: "cookie", value: $0)] } ?? []
    return HTTPRequest(
      method: method, path: path,
      fields: [HTTPRequest.Field(name: "host", value: host)] + cookies + fields, bodyLength: length)
  }

  private func access(takesRecordings: Bool = true) -> PageAccess {
    PageAccess(token: "secret", session: "hidden", takesRecordings: takesRecordings)
  }

  private func status(_ answer: PageAccess.Answer) -> HTTPStatus? {
    if case .refused(let status, _, _) = answer { status } else { nil }
  }

  /// The cookie of the first client, as browsers send it back.
  private func cookie(of access: inout PageAccess) throws -> String {
    let entrance = access.answer(to: request("/secret"), at: Self.server)
    guard case .entrance(let cookie?) = entrance else {
      Issue.record("the first client gets \(entrance)")
      return ""
    }
    let parts = cookie.split(separator: "; ").map(String.init)
    #expect(Set(parts.dropFirst()) == ["HttpOnly", "SameSite=Strict", "Path=/"])
    return try #require(parts.first)
  }

  @Test("the token gives one cookie, and the cookie gives the page any number of times")
  func first() throws {
    var access = access()
    let cookie = try cookie(of: &access)
    #expect(!cookie.contains("secret"), "the two secrets are independent")
    for _ in 0..<3 {
      #expect(access.answer(to: request("/", cookie: cookie), at: Self.server) == .page)
      #expect(
        access.answer(to: request("/", cookie: "a=b; \(cookie); c=d"), at: Self.server) == .page)
      let again = access.answer(to: request("/secret", cookie: cookie), at: Self.server)
      #expect(again == .entrance(cookie: nil), "back in the history of the browser")
    }
  }

  @Test("a second client with the token is refused, and does not end the access of the first")
  func second() throws {
    var access = access()
    let cookie = try cookie(of: &access)
    for wrong in [nil, "", "flickbook-8080=", "flickbook-8080=secret", "x\(cookie)", "\(cookie)x"] {
      let answer = access.answer(to: request("/secret", cookie: wrong), at: Self.server)
      #expect(status(answer) == .forbidden, "with the cookie \(wrong ?? "none")")
    }
    #expect(access.answer(to: request("/", cookie: cookie), at: Self.server) == .page)
  }

  @Test(
    "without the token and the cookie, every request is refused, and the token stays valid",
    arguments: [
      ("GET", "/"), ("GET", "/recordings"), ("POST", "/recordings"), ("GET", "/secre"),
      ("GET", "/secret/"), ("GET", "/SECRET"), ("GET", "/terces"), ("GET", "/%73ecret"),
      ("POST", "/secret"), ("HEAD", "/secret"), ("OPTIONS", "*"),
      ("GET", "http://192.168.1.20:8080/secret"),
    ])
  func unknown(method: String, path: String) throws {
    var access = access()
    let answer = access.answer(to: request(path, method: method), at: Self.server)
    #expect(status(answer) == .forbidden)
    _ = try cookie(of: &access)
  }

  @Test(
    "a request for another host is refused, with the token and with the cookie",
    arguments: ["evil.example:8080", "192.168.1.20", "192.168.1.20:80", "localhost:8080", ""])
  func rebinding(host: String) throws {
    var access = access()
    #expect(
      status(access.answer(to: request("/secret", host: host), at: Self.server)) == .forbidden)
    let cookie = try cookie(of: &access)
    let answer = access.answer(to: request("/", host: host, cookie: cookie), at: Self.server)
    #expect(status(answer) == .forbidden)
  }

  @Test("only the page and, if it may send recordings, their path exist", arguments: [true, false])
  func paths(takesRecordings: Bool) throws {
    var access = access(takesRecordings: takesRecordings)
    let cookie = try cookie(of: &access)
    func status(_ method: String, _ path: String) -> HTTPStatus? {
      let request = request(path, method: method, cookie: cookie, length: 1)
      return self.status(access.answer(to: request, at: Self.server))
    }
    for path in ["/..", "/../", "/.", "//", "/index.html", "/%2e%2e/", "/recordings/", "*"] {
      #expect(status("GET", path) == .notFound, "\(path)")
      #expect(status("POST", path) == .notFound, "\(path)")
    }
    for method in ["POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
      #expect(status(method, "/") == .methodNotAllowed)
      #expect(status(method, "/secret") == .methodNotAllowed)
    }
    #expect(status("GET", "/recordings") == (takesRecordings ? .methodNotAllowed : .notFound))
    #expect(status("POST", "/recordings") == (takesRecordings ? nil : .notFound))
  }

  @Test("a recording needs its length, at most 16 MB, and comes from no other page")
  func recordings() throws {
    var access = access()
    let cookie = try cookie(of: &access)
    func answer(length: Int?, origin: String?) -> PageAccess.Answer {
      let fields = origin.map { [HTTPRequest.Field(name: "origin", value: $0)] } ?? []
      let posted = request("/recordings", method: "POST", cookie: cookie, fields, length: length)
      return access.answer(to: posted, at: Self.server)
    }
    let own = "http://\(Self.host)"
    for origin in [own, nil] {
      for length in [0, 1, 16 << 20] {
        #expect(answer(length: length, origin: origin) == .recording(length: length))
      }
      #expect(status(answer(length: nil, origin: origin)) == .lengthRequired)
      #expect(status(answer(length: 16 << 20 + 1, origin: origin)) == .contentTooLarge)
      #expect(status(answer(length: .max, origin: origin)) == .contentTooLarge)
    }
    for origin in ["http://192.168.1.20:9090", "https://\(Self.host)", "null", "http://a.example"] {
      #expect(status(answer(length: 1, origin: origin)) == .forbidden, "\(origin)")
    }
  }

  @Test("random texts have 128 bits, and differ")
  func random() throws {
    let texts = try (0..<100).map { _ in try #require(randomText()) }
    #expect(Set(texts).count == 100)
    #expect(texts.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    // Each bit of a fair source is set in some of 100 texts, except with a probability of 128 · 2⁻⁹⁹.
    for place in 0..<32 { #expect(Set(texts.map { Array($0)[place] }).count > 4) }
  }
}

@Suite("Responses")
struct HTTPResponseTests {
  @Test(
    "a response has its length, is never stored, and may not be embedded or sniffed",
    arguments: [
      HTTPResponse(.ok, Array("<p>".utf8), type: "text/html", policy: "default-src 'self'"),
      HTTPResponse(.forbidden, text: "No."),
      HTTPResponse(.methodNotAllowed, fields: ["Allow: GET"]),
    ])
  func fields(response: HTTPResponse) {
    let head = String(decoding: response.head, as: UTF8.self)
    #expect(head.hasPrefix("HTTP/1.1 ") && head.hasSuffix("\r\n\r\n"))
    // CR LF is one character.
    let lines = head.dropLast(2).split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(!lines.contains(""), "the head ends early")
    for line in [
      "Content-Length: \(response.body.count)", "Connection: close", "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    ] {
      #expect(lines.contains(Substring(line)))
    }
    #expect(
      lines.contains {
        $0.hasPrefix("Content-Security-Policy: default-src ")
          && $0.hasSuffix("; frame-ancestors 'none'")
      })
  }
}
