/// The reason why a page could not be served.
package enum PageServerError: Error, Hashable, Sendable {
  /// Another program listens at the address.
  case inUse(ServerAddress)
  /// The machine does not have the address.
  case notOurs(ServerAddress)
  /// The user may not use the port.
  case forbidden(ServerAddress)
  /// A system call failed; `reason` is the message of the system.
  case failed(ServerAddress, action: String, reason: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PageServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inUse(let address):
      "\(address.host):\(address.port): another program uses this port; give another port, or no "
        + "port to use a free one."
    case .notOurs(let address):
      "\(address.host): this machine does not have this address; 'ip address' lists its addresses."
    case .forbidden(let address):
      "\(address.host):\(address.port): you may not use this port; give a port above 1023."
    case .failed(let address, let action, let reason):
      "\(address.host): \(action) failed: \(reason); try again, or give another address."
    }
  }
}
