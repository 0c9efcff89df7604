import Glibc

/// An IPv4 address and a port to serve a page at.
package struct ServerAddress: Hashable, Sendable {
  /// The IPv4 address, as four decimal numbers with dots; `0.0.0.0` stands for all addresses of the machine.
  package var host: String
  /// The port; 0 stands for a free port that the system chooses.
  package var port: UInt16

  /// Creates an address from its parts.
  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `ADDRESS` or `ADDRESS:PORT`, such as `192.168.1.20` or `0.0.0.0:8080`.
  ///
  /// Returns nil for host names, IPv6 addresses, and ports outside 1...65535.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var parsed = in_addr()
    guard parts.count <= 2, inet_pton(AF_INET, String(parts[0]), &parsed) == 1 else { return nil }
    host = String(parts[0])
    port = 0
    guard parts.count == 2 else { return }
    guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(parts[1]),
      number > 0
    else { return nil }
    port = number
  }

  /// The value of the field `Host` in requests that browsers send to this address; they leave out the default port 80.
  var hostField: String { port == 80 ? host : "\(host):\(port)" }

  /// The address as the system represents it.
  init(_ address: sockaddr_in) {
    var address = address
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    inet_ntop(AF_INET, &address.sin_addr, &text, socklen_t(text.count))
    host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    port = UInt16(bigEndian: address.sin_port)
  }

  /// This address for a system call.
  var systemAddress: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return address
  }

  /// The addresses at which other machines may reach this one, each with the port of this address.
  ///
  /// If this address is `0.0.0.0`, these are the addresses of all network interfaces that are up, or of the loopback
  /// interface if there is no other. Otherwise it is only this address.
  var reachable: [ServerAddress] {
    guard host == "0.0.0.0" else { return [self] }
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [self] }
    defer { freeifaddrs(first) }
    var found: [ServerAddress] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      let flags = Int(interface.ifa_flags)
      guard let name = interface.ifa_addr, name.pointee.sa_family == sa_family_t(AF_INET),
        flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0
      else { continue }
      let host = name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        ServerAddress($0.pointee).host
      }
      found.append(ServerAddress(host: host, port: port))
    }
    return found.isEmpty ? [ServerAddress(host: "127.0.0.1", port: port)] : found
  }
}
