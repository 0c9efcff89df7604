// The processing of one report: first the fingers, then the gestures.
extension LibinputTouchpad {
  /// Completes a report.
  mutating func process(at time: Int64) {
    updateContacts(at: time)
    moveTouches(at: time)
    updateAreas(at: time)
    updateEdgeScrolls(at: time)
    if changes.isPress && surface.isClickpad {
      // Pressing a clickpad moves the fingers a little, so each finger is ignored until it moves farther, on purpose.
      for index in touches.indices { touches[index].pin = touches[index].point }
    }
    updateFingerCount(at: time)
    sendEvents(at: time)
    endReport()
  }

  private mutating func sendEvents(at time: Int64) {
    if sendClick(at: time) {
      cancelMotion(at: time)
      sendGestures(at: time, ignoresMotion: true)
      return
    }
    sendEdgeScrolls(at: time)
    sendGestures(at: time, ignoresMotion: false)
  }

  private mutating func endReport() {
    for index in touches.indices where touches[index].isChanged {
      if touches[index].phase == .ended {
        touches[index].phase = touches[index].hasLeft ? .absent : .hovering
      } else if touches[index].phase == .began {
        touches[index].phase = .down
      }
      touches[index].isChanged = false
    }
    fingersBefore = fingers
    buttons.heldBefore = buttons.held
    changes = Changes()
    if fingers == 0 { thumb = LibinputThumb() }
  }

  /// Returns whether a press or a release of a clickpad is sent in this report.
  ///
  /// A press waits until a finger occupies an area for buttons. If the number of fingers selects the button, a press
  /// with more than three fingers is not sent.
  private mutating func sendClick(at time: Int64) -> Bool {
    guard surface.isClickpad || surface.quirks.hasOneButton,
      buttons.isWaiting || buttons.held != buttons.heldBefore
    else { return false }
    let isPress = buttons.held != 0
    if isPress && !surface.quirks.clicksByFingers && !touches.contains(where: { $0.area != .none })
    {
      buttons.isWaiting = true
      return false
    }
    buttons.isWaiting = false
    guard isPress || buttons.isSent else { return false }
    endEdgeScrolls(at: time)
    buttons.isSent = isPress
    guard isPress && surface.quirks.clicksByFingers else { return true }
    let pressing = touches.indices.count {
      touches[$0].isDown && touches[$0].palm == .none && !(isThumb($0) && thumb.isIgnored)
    }
    buttons.isSent = pressing <= 3
    return buttons.isSent
  }

  private mutating func moveTouches(at time: Int64) {
    placeCountedFingers()
    // Positions jump when the number of fingers changes; on many devices, they also jump in the next report.
    let forgets = fingers != fingersBefore
    var hasNew = false
    for index in touches.indices where touches[index].phase != .absent {
      if forgets || touches[index].forgetsAgain {
        touches[index].forget()
        touches[index].forgetsAgain = forgets
      }
      if touches[index].isChanged {
        moveTouch(index, at: time)
        if touches[index].phase == .began { hasNew = true }
      } else {
        touches[index].fastReports = max(touches[index].fastReports - 1, 0)
        touches[index].remember(at: time)
      }
    }
    guard hasNew else { return }
    if thumbLines != nil && fingers >= 2 { findThumb() }
    acceleration.restart(at: time)
  }

  private mutating func moveTouch(_ index: Int, at time: Int64) {
    if jumps(index, at: time) { touches[index].forget() }
    updateThumb(index)
    updatePalm(index, at: time)
    findJitter(index, at: time)
    suppressJitter(index)
    touches[index].remember(at: time)
    countFastReports(index)
    measureSpeed(index, at: time)
    unpin(index)
  }

  /// Whether the position of a finger jumped farther than a finger can move.
  ///
  /// A movement is a jump if it is longer than 20 mm, or more than 7 mm longer than the previous movement; both lengths
  /// are scaled to 12 ms. A movement that took longer than 30 ms is never a jump.
  private mutating func jumps(_ index: Int, at time: Int64) -> Bool {
    let interval: Int64 = 12_000
    guard !surface.quirks.neverJumps else { return false }
    guard let last = touches[index].history.last else {
      touches[index].lastJump = 0
      return false
    }
    let passed = time - last.microseconds
    guard passed > 0, passed <= interval * 5 / 2 else { return false }
    if surface.quirks.inventsSlots && touches[index].point == LibinputPoint(x: 4095, y: 0) {
      // This device sends this corner while it does not know the position.
      touches[index].point = last.point
      return true
    }
    let distance =
      surface.millimeters(touches[index].point - last.point).length * Double(interval)
      / Double(passed)
    let isJump = distance > 20 || distance - touches[index].lastJump > 7
    touches[index].lastJump = distance
    return isJump
  }

  /// Begins to suppress jitter if the only finger moves left, right and left again, with at most 40 ms between the
  /// movements.
  private mutating func findJitter(_ index: Int, at time: Int64) {
    guard fingers == 1, fingersBefore == 1, !suppressesJitter,
      let last = touches[index].history.last
    else { return }
    guard changes.hasMovement else { return touches[index].wobble = 0 }
    let moved = last.point - touches[index].point
    let passed = time - lastMovementAt
    lastMovementAt = time
    guard moved.x != 0 || moved.y == 0, passed <= 40_000 else { return touches[index].wobble = 0 }
    touches[index].wobble >>= 1
    if moved.x > 0 {
      touches[index].wobble |= 0b100
      if touches[index].wobble == 0b101 { suppressesJitter = true }
    }
  }

  /// Keeps a finger at the centre of an ellipse until the finger leaves the ellipse; the finger then drags the ellipse
  /// along.
  private mutating func suppressJitter(_ index: Int) {
    guard suppressesJitter else { return }
    if !touches[index].history.isEmpty {
      touches[index].point = rest(touches[index].point, around: touches[index].restCenter)
    }
    touches[index].restCenter = touches[index].point
  }

  private func rest(_ point: LibinputPoint, around center: LibinputPoint) -> LibinputPoint {
    let radii = surface.restRadii
    guard radii.x > 0, radii.y > 0 else { return point }
    // Distances are in device units, except `relative`, which is a multiple of the radius.
    let moved = point - center
    let (dx, dy) = (Double(moved.x), Double(moved.y))
    let (a, b) = (Double(radii.x), Double(radii.y))
    let relative = (dx * dx / (a * a) + dy * dy / (b * b)).squareRoot()
    guard relative >= 1 else { return center }
    let margin = (dx * dx + dy * dy).squareRoot() / relative
    var lag = LibinputVector(x: 0, y: margin)
    if moved.x != 0 {
      let gradient = dy / dx
      lag.x = margin / (gradient * gradient + 1).squareRoot()
      lag.y = max((margin + lag.x) * (margin - lag.x), 0).squareRoot()
    }
    return LibinputPoint(
      x: Int(Double(point.x) + (moved.x >= 0 ? -lag.x : lag.x)),
      y: Int(Double(point.y) + (moved.y >= 0 ? -lag.y : lag.y)))
  }

  private mutating func countFastReports(_ index: Int) {
    let touch = touches[index]
    touches[index].fastReports =
      touch.speed > 20 ? min(touch.fastReports + 1, 15) : max(touch.fastReports - 1, 0)
  }

  private mutating func measureSpeed(_ index: Int, at time: Int64) {
    let history = touches[index].history
    guard surface.hasSlots, touches[index].phase == .down,
      history.count == LibinputTouch.longestHistory
    else { return }
    let last = history[history.count - 2]
    touches[index].speed =
      surface.millimeters(touches[index].point - last.point).length
      / Double(time - last.microseconds) * 1_000_000
  }

  private mutating func unpin(_ index: Int) {
    guard let pin = touches[index].pin else { return }
    if surface.millimeters(touches[index].point - pin).length >= 1.5 { touches[index].pin = nil }
  }
}

// Palms.
extension LibinputTouchpad {
  /// Whether a finger takes part in gestures.
  func isActive(_ index: Int) -> Bool { isActive(index, ignoresThumb: thumb.isIgnoredInGestures) }

  private func isActive(_ index: Int, ignoresThumb: Bool) -> Bool {
    let touch = touches[index]
    return touch.isDown && touch.palm == .none && touch.pin == nil
      && !(ignoresThumb && isThumb(index)) && (touch.area == .surface || touch.hasLeftButton)
      && touch.edgeScroll == .surface
  }

  private mutating func updatePalm(_ index: Int, at time: Int64) {
    if pressesLikePalm(index) || isToolPalm(index) || isLargePalm(index) { return }
    updateEdgePalm(index, at: time)
    _ = pressesLikePalm(index)
  }

  private mutating func pressesLikePalm(_ index: Int) -> Bool {
    guard let limit = surface.palmPressure, [.none, .pressure].contains(touches[index].palm) else {
      return false
    }
    if touches[index].pressure > limit { touches[index].palm = .pressure }
    return touches[index].palm == .pressure
  }

  private mutating func isToolPalm(_ index: Int) -> Bool {
    guard surface.reportsPalms, [.none, .tool].contains(touches[index].palm) else { return false }
    touches[index].palm = touches[index].isReportedPalm ? .tool : .none
    return touches[index].palm == .tool
  }

  private mutating func isLargePalm(_ index: Int) -> Bool {
    guard let limit = surface.palmSize, [.none, .size].contains(touches[index].palm),
      touches[index].major > limit || touches[index].minor > limit
    else { return false }
    touches[index].palm = .size
    return true
  }

  /// Marks a finger that begins at an edge as a palm, until it moves away from the edge or another finger touches.
  private mutating func updateEdgePalm(_ index: Int, at time: Int64) {
    let hasOthers =
      fingers >= 2
      && touches.indices.contains { $0 != index && isActive($0, ignoresThumb: thumb.isIgnored) }
    if touches[index].palm == .edge {
      if hasOthers || leavesEdge(index, at: time) { touches[index].palm = .none }
      return
    }
    guard touches[index].palm == .none, !hasOthers, touches[index].phase == .began,
      isAtEdge(touches[index].point),
      !(rules.ignoresPalmsInButtonAreas && surface.isClickpad && isInButtonArea(index)),
      !edges(of: index).contains(.right)
    else { return }
    touches[index].palm = .edge
    touches[index].palmAt = time
    touches[index].palmOrigin = touches[index].point
  }

  /// Whether a finger has left the edge within 200 ms, sideways from a side or down from the top.
  private func leavesEdge(_ index: Int, at time: Int64) -> Bool {
    let touch = touches[index]
    guard let palmEdges, time < touch.palmAt + 200_000, !isAtEdge(touch.point) else { return false }
    let allowed: LibinputDirections
    if touch.palmOrigin.x < palmEdges.left || touch.palmOrigin.x > palmEdges.right {
      allowed = [.northEast, .east, .southEast, .southWest, .west, .northWest]
    } else if touch.palmOrigin.y < palmEdges.top {
      allowed = [.south, .southEast, .southWest]
    } else {
      return false
    }
    let directions = LibinputDirections(of: surface.millimeters(touch.point - touch.palmOrigin))
    return !directions.isEmpty && allowed.isSuperset(of: directions)
  }

  private func isAtEdge(_ point: LibinputPoint) -> Bool {
    guard let palmEdges else { return false }
    return point.x < palmEdges.left || point.x > palmEdges.right || point.y < palmEdges.top
  }
}
