/// The status of an HTTP response.
///
/// Source: RFC 9110, "HTTP Semantics", 2022, section 15; RFC 6585, 2012, section 5, for 431.
enum HTTPStatus: Int, Error, Hashable, Sendable {
  case ok = 200
  case created = 201
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case lengthRequired = 411
  case contentTooLarge = 413
  case headTooLarge = 431
  case internalError = 500
  case notImplemented = 501
  case versionNotSupported = 505

  /// The words after the number in a response; also the body of a response that has no other text.
  var words: String {
    switch self {
    case .ok: "OK"
    case .created: "Created"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .headTooLarge: "Request Header Fields Too Large"
    case .internalError: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}

/// A complete HTTP response, after which the server closes the connection.
struct HTTPResponse: Hashable, Sendable {
  /// The status line and the header fields, with the empty line at their end.
  let head: [UInt8]
  let body: [UInt8]

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - body: The content.
  ///   - type: The media type of the content.
  ///   - policy: The Content Security Policy of the content; by default, it may load nothing.
  ///   - fields: Further header fields, each as `Name: value`.
  init(
    _ status: HTTPStatus, _ body: [UInt8], type: String = "text/plain; charset=utf-8",
    policy: String = "default-src 'none'", fields: [String] = []
  ) {
    // Other sites, such as another server of the same machine, must neither embed nor read the content. Browsers must
    // neither store it nor send its address elsewhere.
    let lines =
      [
        "HTTP/1.1 \(status.rawValue) \(status.words)", "Content-Type: \(type)",
        "Content-Length: \(body.count)", "Connection: close", "Cache-Control: no-store",
        "Content-Security-Policy: \(policy); frame-ancestors 'none'",
        "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
      ] + fields + ["", ""]
    head = Array(lines.joined(separator: "\r\n").utf8)
    self.body = body
  }

  /// Creates a response with a text for people.
  init(_ status: HTTPStatus, text: String? = nil, fields: [String] = []) {
    self.init(status, Array("\(text ?? status.words)\n".utf8), fields: fields)
  }
}
