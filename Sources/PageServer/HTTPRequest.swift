/// The largest size of the head of a request, in bytes.
///
/// Source: our choice; the head that a browser sends has less than 1 kB, and widely used servers accept 8 to 16 kB.
let largestHead = 16_384

/// The largest size of the body of a request, in bytes.
///
/// Source: our choice; a drag of one minute with 1,000 events per second has about 4 MB.
let largestBody = 16 << 20

/// The head of an HTTP request.
///
/// Source: RFC 9112, "HTTP/1.1", 2022, sections 2 to 6.
struct HTTPRequest: Hashable, Sendable {
  /// A header field.
  struct Field: Hashable, Sendable {
    /// The name in lower case.
    var name: String
    /// The value without surrounding spaces.
    var value: String
  }

  /// The method, such as `GET`.
  var method: String
  /// The target up to the query, exactly as received: percent encoding is not decoded.
  var path: String
  /// The header fields, in order.
  var fields: [Field]
  /// The value of `Content-Length`; nil if the request has no such field.
  var bodyLength: Int?

  /// Returns the values of all fields with the name `name`, which must be in lower case.
  func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

/// The result of parsing the beginning of a connection.
enum HTTPHead: Hashable, Sendable {
  /// The end of the head has not arrived yet.
  case incomplete
  /// The head is complete and valid; its `length` in bytes includes the empty line at its end.
  case request(HTTPRequest, length: Int)
  /// The head is too large, is not HTTP, or requires what this server does not support.
  case refused(HTTPStatus)

  /// Parses the head of a request.
  ///
  /// - Parameters:
  ///   - bytes: All bytes that have arrived.
  ///   - searched: The number of bytes at the beginning that were parsed before with the result ``incomplete``, so that
  ///     a head that arrives byte by byte takes linear time.
  init(_ bytes: [UInt8], searched: Int = 0) {
    guard let length = Self.length(of: bytes, from: max(0, searched - 3)) else {
      self = bytes.count > largestHead ? .refused(.headTooLarge) : .incomplete
      return
    }
    guard length <= largestHead else {
      self = .refused(.headTooLarge)
      return
    }
    do throws(HTTPStatus) {
      self = .request(try HTTPRequest(head: bytes[..<(length - 4)]), length: length)
    } catch { self = .refused(error) }
  }

  /// Returns the length of the head including the empty line; nil if the empty line has not arrived.
  private static func length(of bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 4 <= bytes.count {
      if bytes[index] == carriageReturn, bytes[index + 1] == lineFeed,
        bytes[index + 2] == carriageReturn, bytes[index + 3] == lineFeed
      {
        return index + 4
      }
      index += 1
    }
    return nil
  }
}

private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")

extension HTTPRequest {
  /// Parses the lines of a head, without the empty line at its end.
  ///
  /// - Throws: The status with which the server refuses the request.
  fileprivate init(head: ArraySlice<UInt8>) throws(HTTPStatus) {
    var lines = try Self.lines(of: head)[...]
    let words = (lines.popFirst() ?? []).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].isToken, !words[1].isEmpty,
      words[1].allSatisfy({ (0x21...0x7e).contains($0) })
    else { throw .badRequest }
    let version = text(words[2])
    guard ["HTTP/1.0", "HTTP/1.1"].contains(version) else {
      throw version.hasPrefix("HTTP/") ? .versionNotSupported : .badRequest
    }
    method = text(words[0])
    path = text(words[1].prefix { $0 != UInt8(ascii: "?") })
    fields = []
    for line in lines { fields.append(try Self.field(line)) }
    // RFC 9112, section 3.2: refuse a request with several hosts, and a request of HTTP/1.1 without one.
    let hosts = values(of: "host").count
    guard hosts == 1 || hosts == 0 && version == "HTTP/1.0" else { throw .badRequest }
    guard values(of: "transfer-encoding").isEmpty else { throw .notImplemented }
    let lengths = values(of: "content-length")
    guard let length = lengths.first else { return }
    guard lengths.count == 1, !length.isEmpty,
      length.utf8.allSatisfy({ (48...57).contains($0) })
    else { throw .badRequest }
    // A number with too many digits is larger than any body that the server accepts.
    bodyLength = Int(length) ?? .max
  }

  private static func lines(of head: ArraySlice<UInt8>) throws(HTTPStatus) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for part in head.split(separator: lineFeed, omittingEmptySubsequences: false) {
      var line = part
      // All lines but the last, whose end is not part of `head`, must end in CR LF.
      if part.endIndex < head.endIndex {
        guard line.popLast() == carriageReturn else { throw .badRequest }
      }
      // Tabs are the only control characters that fields may contain.
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else { throw .badRequest }
      lines.append(line)
    }
    return lines
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(HTTPStatus) -> Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isToken else {
      throw .badRequest
    }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let value = line[(colon + 1)...].drop(while: isBlank)
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    return Field(name: text(line[..<colon]).lowercased(), value: text(value[..<end]))
  }
}

private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

extension ArraySlice<UInt8> {
  /// Whether the bytes are a token, as the names of methods and fields are.
  ///
  /// Source: RFC 9110, "HTTP Semantics", 2022, section 5.6.2.
  fileprivate var isToken: Bool {
    !isEmpty
      && allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
