import Quantities
import TouchInput
import YAMLNodes

extension RecordedLibinputEvent {
  /// Reads an event from a node; nil if the node is not a mapping of keys to scalars and lists of scalars.
  init?(_ node: Node) {
    guard let mapping = node.mapping else { return nil }
    self.init()
    for (key, value) in mapping {
      guard let key = key.scalar?.string else { return nil }
      let elements = value.sequence.map { Array($0) } ?? [value]
      take(key, elements.map { $0.scalar?.string ?? "" })
    }
  }
}

extension [UInt8] {
  /// Appends a list of events below the key `libinput:`, in the form of `libinput record --with-libinput`.
  mutating func appendLibinputEvents(_ events: [LibinputEvent]) {
    append("libinput:\n")
    for event in events {
      append("    - {time: ")
      appendDottedTime(event.microseconds)
      append(", type: \(event.kind.eventType), nfingers: \(event.fingers)")
      append(", delta: ")
      appendMovement(event.accelerated)
      append(", unaccel: ")
      appendMovement(event.unaccelerated)
      if event.degrees != 0 { append(", angle_delta: \(event.degrees)") }
      if event.scale != 1 { append(", scale: \(event.scale)") }
      if event.isCancelled { append(", cancelled: true") }
      append("}\n")
    }
  }

  private mutating func appendMovement(_ movement: Planar<Points>) {
    append("[\(movement.x.value), \(movement.y.value)]")
  }
}
