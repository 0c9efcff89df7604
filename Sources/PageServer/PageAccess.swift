import Glibc

/// Decides which requests the server answers.
///
/// The address that the user passes on contains a random token. The first browser that presents the token gets a cookie,
/// and from then on only requests with this cookie are answered, so that an address that somebody else reads later is
/// worthless.
struct PageAccess: Sendable {
  /// The action with which the server answers a request.
  enum Answer: Hashable, Sendable {
    /// Lead the browser to the page, after it has stored the cookie; nil if the browser already has the cookie.
    case entrance(cookie: String?)
    /// Send the page.
    case page
    /// Receive a recording whose text has this many bytes.
    case recording(length: Int)
    /// Refuse the request; the text is for people, and `allowed` is the method that the path allows.
    case refused(HTTPStatus, text: String? = nil, allowed: String? = nil)
  }

  /// The path to which a page posts recordings.
  static let recordingsPath = "/recordings"

  /// The secret in the address, which can be used once.
  let token: String
  /// The secret in the cookie.
  private let session: String
  /// Whether the page may post recordings.
  private let takesRecordings: Bool
  private var isTokenUsed = false

  /// Creates the access to one page; the two secrets must be independent random texts.
  init(token: String, session: String, takesRecordings: Bool) {
    self.token = token
    self.session = session
    self.takesRecordings = takesRecordings
  }

  /// Returns the action for a request that arrived at the address `server`.
  ///
  /// The first request with the token uses the token up.
  mutating func answer(to request: HTTPRequest, at server: ServerAddress) -> Answer {
    // If a foreign name leads to this server (DNS rebinding), the browser sends that name as the host.
    guard request.values(of: "host") == [server.hostField] else {
      return .refused(.forbidden, text: "This server answers only at http://\(server.hostField)/.")
    }
    let isEntrance = isEqual(request.path, "/\(token)")
    guard isKnown(request, at: server) else {
      guard isEntrance, request.method == "GET", !isTokenUsed else {
        return .refused(
          .forbidden,
          text: "Only the first browser that opens the address from flickbook view gets the page. "
            + "Start flickbook view again for a new address.")
      }
      isTokenUsed = true
      return .entrance(cookie: cookie(at: server))
    }
    switch request.path {
    case "/":
      return request.method == "GET" ? .page : .refused(.methodNotAllowed, allowed: "GET")
    case Self.recordingsPath where takesRecordings:
      return request.method == "POST"
        ? posted(request, at: server) : .refused(.methodNotAllowed, allowed: "POST")
    default:
      guard isEntrance else { return .refused(.notFound) }
      return request.method == "GET"
        ? .entrance(cookie: nil) : .refused(.methodNotAllowed, allowed: "GET")
    }
  }

  private func posted(_ request: HTTPRequest, at server: ServerAddress) -> Answer {
    // Cookies do not depend on the port, so pages of other servers of this machine could post with the cookie.
    guard request.values(of: "origin").allSatisfy({ $0 == "http://\(server.hostField)" }) else {
      return .refused(.forbidden, text: "Only the page of this server may send recordings.")
    }
    guard let length = request.bodyLength else { return .refused(.lengthRequired) }
    guard length <= largestBody else {
      return .refused(
        .contentTooLarge, text: "The recording is larger than \(largestBody >> 20) MB.")
    }
    return .recording(length: length)
  }

  /// Whether the request has the cookie of the first browser.
  private func isKnown(_ request: HTTPRequest, at server: ServerAddress) -> Bool {
    request.values(of: "cookie").contains { value in
      value.split(separator: ";").contains { pair in
        isEqual(pair.drop { $0 == " " }, "\(cookieName(at: server))=\(session)")
      }
    }
  }

  /// The name of the cookie, which contains the port because servers on other ports of the machine share its cookies.
  private func cookieName(at server: ServerAddress) -> String { "flickbook-\(server.port)" }

  private func cookie(at server: ServerAddress) -> String {
    "\(cookieName(at: server))=\(session); Path=/; HttpOnly; SameSite=Strict"
  }
}

/// Returns whether two texts are equal, in a time that depends only on their lengths.
private func isEqual(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
  guard one.utf8.count == other.utf8.count else { return false }
  return zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// Returns 128 bits from the random source of the kernel, as 32 hexadecimal digits; nil if the source fails.
func randomText() -> String? {
  var bytes = [UInt8](repeating: 0, count: 16)
  guard getentropy(&bytes, bytes.count) == 0 else { return nil }
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
