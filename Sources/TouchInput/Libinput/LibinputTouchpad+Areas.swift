// The areas for buttons, and the edges that scroll.
extension LibinputTouchpad {
  func isInButtonArea(_ index: Int) -> Bool {
    touches[index].point.y >= surface.bottomButtons || touches[index].point.y <= surface.topButtons
  }

  /// Updates the areas for buttons that the fingers occupy.
  mutating func updateAreas(at time: Int64) {
    for index in touches.indices
    where touches[index].phase != .absent && touches[index].phase != .hovering {
      if touches[index].phase == .began {
        touches[index].origin = touches[index].point
        touches[index].originAt = time
        touches[index].hasLeftButton = false
      }
      if touches[index].phase == .ended {
        touches[index].area = .none
        touches[index].areaTimer = nil
      } else if touches[index].isChanged {
        updateArea(index, at: time)
      }
      if changes.isPress && touches[index].area == .topNew { touches[index].area = .top }
    }
  }

  private mutating func updateArea(_ index: Int, at time: Int64) {
    if touches[index].point.y >= surface.bottomButtons {
      let moved = surface.millimeters(touches[index].point - touches[index].origin).length
      if touches[index].area == .bottom && !touches[index].hasLeftButton && moved > 5 {
        leaveButton(index)
      }
      switch touches[index].area {
      case .none: touches[index].area = .bottom
      case .topNew: touches[index].area = .surface
      case .bottom, .surface, .top: break
      }
    } else if touches[index].point.y <= surface.topButtons {
      switch touches[index].area {
      case .none:
        touches[index].area = .topNew
        touches[index].areaTimer = time + 100_000
      case .bottom: leaveBottom(index)
      case .surface, .topNew, .top: break
      }
    } else {
      switch touches[index].area {
      case .none, .topNew:
        touches[index].area = .surface
        touches[index].areaTimer = nil
      case .bottom: leaveBottom(index)
      case .surface, .top: break
      }
    }
  }

  private mutating func leaveBottom(_ index: Int) {
    touches[index].area = .surface
    releaseOthers(of: index)
  }

  private mutating func leaveButton(_ index: Int) {
    touches[index].hasLeftButton = true
    releaseOthers(of: index)
  }

  /// Lets other fingers in the bottom area take part in gestures, too, if they touched down within 80 ms of the finger
  /// `index`, which has moved.
  private mutating func releaseOthers(of index: Int) {
    let began = touches[index].originAt
    for other in touches.indices
    where touches[other].area == .bottom && !touches[other].hasLeftButton {
      let passed = max(began, touches[other].originAt) - min(began, touches[other].originAt)
      if passed <= 80_000 { touches[other].hasLeftButton = true }
    }
  }

  mutating func areaTimeElapsed(_ index: Int) {
    if touches[index].area == .topNew { touches[index].area = .top }
  }
}

// Edges that scroll, on devices that cannot count two fingers.
extension LibinputTouchpad {
  /// The scrolling edges at which a finger is; empty on a device that counts fingers, which scrolls with two fingers.
  func edges(of index: Int) -> LibinputTouch.Edges {
    guard surface.scrollsAtEdges else { return [] }
    let limits = surface.scrollEdges
    var edges: LibinputTouch.Edges = []
    if touches[index].point.x > limits.right { edges.insert(.right) }
    if touches[index].point.y > limits.bottom { edges.insert(.bottom) }
    return edges
  }

  mutating func updateEdgeScrolls(at time: Int64) {
    for index in touches.indices where touches[index].isChanged || !surface.scrollsAtEdges {
      switch touches[index].phase {
      case .absent, .hovering, .ending: continue
      case .began: beginEdgeScroll(index, at: time)
      case .down: followEdge(index)
      case .ended: endEdge(index, as: .none)
      }
    }
  }

  private mutating func beginEdgeScroll(_ index: Int, at time: Int64) {
    let edges = self.edges(of: index)
    guard !edges.isEmpty else { return endEdge(index, as: .surface) }
    touches[index].edgeScroll = .new
    touches[index].edges = edges
    touches[index].edgeOrigin = touches[index].point
    // A rest begins a scroll, unless the pad has areas for buttons, in which a resting finger presses a button.
    touches[index].edgeTimer = surface.hasBottomButtons ? nil : time + 300_000
  }

  private mutating func endEdge(_ index: Int, as state: LibinputTouch.EdgeScroll) {
    touches[index].edgeScroll = state
    touches[index].edges = []
    touches[index].edgeTimer = nil
  }

  private mutating func followEdge(_ index: Int) {
    let isCorner = touches[index].edges == [.right, .bottom]
    guard
      touches[index].edgeScroll == .new || touches[index].edgeScroll == .scrolling && isCorner
    else { return }
    touches[index].edges.formIntersection(edges(of: index))
    if touches[index].edges.isEmpty { endEdge(index, as: .surface) }
  }

  mutating func edgeTimeElapsed(_ index: Int, at time: Int64) {
    if touches[index].edgeScroll == .new { touches[index].edgeScroll = .scrolling }
  }

  mutating func sendEdgeScrolls(at time: Int64) {
    guard surface.scrollsAtEdges else { return }
    for index in touches.indices where touches[index].isChanged {
      let touch = touches[index]
      guard touch.palm == .none, !(isThumb(index) && thumb.isIgnored) else { continue }
      if touch.edges.isEmpty {
        endEdgeScroll(index, at: time)
      } else if !edges(of: index).isDisjoint(with: touch.edges), touch.edges != [.right, .bottom] {
        sendEdgeScroll(index, at: time)
      }
    }
  }

  private mutating func sendEdgeScroll(_ index: Int, at time: Int64) {
    let touch = touches[index]
    let isVertical = touch.edges == .right
    if touch.edgeScroll == .new {
      // A finger may only cross the edge, so it scrolls only after 3 mm along the edge, or after a rest.
      let moved = surface.mouseUnits(touch.point - touch.edgeOrigin)
      guard (isVertical ? moved.y : moved.x).magnitude >= 3 * LibinputSurface.mouseResolution else {
        return
      }
    }
    let delta = acceleration.unaccelerated(LibinputVector(touch.movement))
    let along = isVertical ? LibinputVector(x: 0, y: delta.y) : LibinputVector(x: delta.x, y: 0)
    guard !along.isZero else { return }
    send(.scroll, along, along, fingers: 1, at: time)
    touches[index].sentEdge = touch.edges
    touches[index].edgeScroll = .scrolling
    touches[index].edgeTimer = nil
  }

  private mutating func endEdgeScroll(_ index: Int, at time: Int64) {
    guard touches[index].sentEdge != nil else { return }
    send(.scrollEnd, fingers: 1, at: time)
    touches[index].sentEdge = nil
  }

  /// Ends all scrolls at edges, because of a click.
  mutating func endEdgeScrolls(at time: Int64) {
    for index in touches.indices where touches[index].sentEdge != nil {
      endEdgeScroll(index, at: time)
      touches[index].edges = []
      touches[index].edgeScroll = .surface
    }
  }
}
