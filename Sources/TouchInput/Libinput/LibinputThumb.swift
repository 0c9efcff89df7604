/// The finger that counts as a thumb, and the gestures in which it takes part.
struct LibinputThumb: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// There is no thumb.
    case finger
    /// The only finger rests at the bottom. It is ignored until it moves up, or moves fast.
    case jailed
    /// The lowest finger takes part in pinches only.
    case pinch
    /// The finger is ignored.
    case suppressed
    /// The finger was ignored, but is now the only finger, so it is used again.
    case revived
    case revivedJailed
    /// The finger is ignored until it lifts.
    case dead
  }

  var state = State.finger
  /// The index of the thumb; nil for none.
  var touch: Int?
  /// Whether a finger far below the others may take part in a pinch.
  ///
  /// The value is false from the first fast movement until all fingers lift.
  var allowsPinch = true

  /// Whether the thumb is ignored outside gestures of several fingers.
  var isIgnored: Bool { isIgnoredInGestures || state == .pinch }

  /// Whether the thumb takes no part in gestures.
  var isIgnoredInGestures: Bool {
    switch state {
    case .jailed, .suppressed, .revivedJailed, .dead: true
    case .finger, .pinch, .revived: false
    }
  }
}

/// Thumbs, on clickpads of at least 50 mm height.
///
/// Source: libinput 1.22.1, src/evdev-mt-touchpad-thumb.c.
extension LibinputTouchpad {
  func isThumb(_ index: Int) -> Bool { thumbLines != nil && thumb.touch == index }

  /// Ignores a finger; a finger that is ignored for the second time stays ignored until it lifts.
  mutating func suppressThumb(_ index: Int) {
    switch thumb.state {
    case .revived, .revivedJailed, .suppressed, .dead:
      thumb.state = thumb.touch == index ? .dead : .suppressed
    case .finger, .jailed, .pinch: thumb.state = .suppressed
    }
    thumb.touch = index
  }

  private mutating func releaseThumb() {
    thumb.state = .finger
    thumb.touch = nil
  }

  mutating func updateThumb(_ index: Int) {
    guard thumbLines != nil else { return }
    let touch = touches[index]
    if touch.fastReports >= 10 && thumb.allowsPinch && gesture.state == .none {
      thumb.allowsPinch = false
      if thumb.state == .pinch { thumb.state = .suppressed }
    }
    if touch.phase == .ended && thumb.touch == index { return releaseThumb() }
    guard fingers <= 1 else { return }
    let isLow = lingers(index)
    if thumb.touch == index && (thumb.state == .suppressed || thumb.state == .pinch) {
      thumb.state = isLow ? .revivedJailed : .revived
    }
    if touch.phase == .began && isLow {
      thumb.state = .jailed
      thumb.touch = index
    } else if !isLow && thumb.state == .jailed {
      thumb.state = .finger
      thumb.touch = index
    } else if !isLow && thumb.state == .revivedJailed {
      thumb.state = .revived
      thumb.touch = index
    }
  }

  /// Whether a finger is so low and slow that it may be a resting thumb.
  private func lingers(_ index: Int) -> Bool {
    guard let thumbLines, !surface.scrollsAtEdges else { return false }
    let touch = touches[index]
    guard touch.point.y >= thumbLines.upper, touch.fastReports < 10 else { return false }
    guard let size = surface.quirks.thumbSize, touch.point.y <= thumbLines.lower else {
      return true
    }
    // The device measures contact areas, so between the two lines only a long and narrow contact is a thumb.
    return touch.major > size && Double(touch.minor) < Double(size) * 0.6
  }

  /// Decides which finger is the thumb when a finger joins others.
  mutating func findThumb() {
    guard let thumbLines, let lowest = lowestTouches() else { return }
    let (first, second) = lowest
    let down = touches.indices.filter {
      touches[$0].phase != .absent && touches[$0].phase != .hovering
    }
    let newest = down.last { touches[$0].phase == .began }
    let distance = surface.millimeters(touches[first].point - touches[second].point)
    let isFar = distance.x.magnitude > 35 || distance.y.magnitude > 25
    let isFast = down.contains { touches[$0].fastReports > 5 }
    if let newest, thumb.state == .finger, isFast, surface.scrollsAtEdges || isFar {
      return suppressThumb(newest)
    }
    if distance.x.magnitude < 35 && distance.y.magnitude < 25 { return releaseThumb() }
    if let newest {
      var oldest = touches[newest].beganAt
      for index in down { oldest = min(oldest, touches[index].beganAt) }
      // If all fingers touch at nearly the same time, none of them is a thumb.
      if touches[newest].beganAt - oldest < 100_000
        && touches[first].point.y < thumbLines.lower
      {
        return releaseThumb()
      }
    }
    guard distance.y.magnitude > 25 else { return releaseThumb() }
    guard thumb.allowsPinch else { return suppressThumb(first) }
    if thumb.state == .finger || thumb.state == .jailed || thumb.touch != first {
      thumb.state = .pinch
      thumb.touch = first
    } else if thumb.state != .pinch {
      suppressThumb(first)
    }
  }

  /// The two lowest fingers, the lowest first; nil if there are fewer.
  private func lowestTouches() -> (first: Int, second: Int)? {
    var first: Int?
    var second: Int?
    for index in touches.indices
    where touches[index].phase != .absent && touches[index].phase != .hovering {
      guard let lowest = first else {
        first = index
        continue
      }
      let y = touches[index].point.y
      if y > touches[lowest].point.y {
        (first, second) = (index, lowest)
      } else if y > second.map({ touches[$0].point.y }) ?? .min {
        second = index
      }
    }
    guard let first, let second else { return nil }
    return (first, second)
  }
}
