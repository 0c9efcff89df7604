// The beginning and the end of contacts. A device may report hovering fingers, count fingers without their positions,
// or end a contact by mistake. A contact therefore begins or ends only if the count, the pressure or the size confirms
// it.
extension LibinputTouchpad {
  /// Marks a finger as hovering, because the device reports it; it does not touch yet.
  mutating func beginHovering(_ index: Int) {
    switch touches[index].phase {
    case .began, .down, .hovering: return
    case .ending:
      // The contact ended and began again in one report. This is a fault of the device, so the contact continues.
      fingers += 1
      touches[index].phase = .down
      touches[index].hasLeft = false
    case .absent, .ended:
      touches[index].forget()
      touches[index].isChanged = true
      touches[index].hasLeft = false
      touches[index].palm = .none
      touches[index].phase = .hovering
      touches[index].pin = nil
      touches[index].speed = 0
      touches[index].fastReports = 0
      touches[index].wobble = 0
      changes.hasMovement = true
    }
  }

  /// Marks a finger as gone from the device, and ends its contact.
  mutating func leave(_ index: Int) {
    touches[index].hasLeft = true
    endContact(index)
  }

  private mutating func beginContact(_ index: Int, at time: Int64) {
    touches[index].isChanged = true
    touches[index].phase = .began
    touches[index].beganAt = time
    touches[index].palmAt = time
    touches[index].fastReports = 0
    fingers += 1
    lastMovementAt = time
  }

  private mutating func endContact(_ index: Int) {
    switch touches[index].phase {
    case .absent, .ending, .ended: return
    case .hovering: touches[index].phase = .absent
    case .began, .down:
      fingers -= 1
      touches[index].phase = .ending
    }
    touches[index].isChanged = true
  }

  /// Updates the phases of the fingers at the end of a report.
  mutating func updateContacts(at time: Int64) {
    takeCount()
    if surface.pressure != nil {
      compareWithPressure(at: time)
    } else if surface.touchSize != nil {
      compareWithSize(at: time)
    } else {
      compareWithCount(at: time)
    }
    for index in touches.indices {
      if touches[index].phase == .ending {
        touches[index].isChanged = true
        touches[index].palm = .none
        touches[index].phase = .ended
        touches[index].pin = nil
        touches[index].palmAt = 0
        touches[index].fastReports = 0
        changes.hasMovement = true
      }
      // The contact area of a lifting finger shrinks, which moves its centre. Keep the position before the lift.
      if touches[index].phase == .ended, let last = touches[index].history.last {
        touches[index].point = last.point
      }
    }
  }

  /// Adds and removes fingers that the device counts without reporting their positions.
  private mutating func takeCount() {
    guard let counted = count.fingers else { return }
    if surface.quirks.losesFingers { restoreLostFingers(counted) }
    if surface.quirks.inventsSlots && surface.hasSlots && counted > 1 && activeSlots > 0
      && counted > activeSlots && activeSlots < slotCount
    {
      slotCount = activeSlots
    }
    for index in (surface.hasSlots ? slotCount : 0)..<max(touches.count, slotCount) {
      if index < counted { beginHovering(index) } else { leave(index) }
    }
  }

  /// Restores contacts that the device ended by mistake, when it counts three or more fingers.
  private mutating func restoreLostFingers(_ counted: Int) {
    guard counted >= 3, fingers < counted, !(fingers == slotCount && counted == slotCount) else {
      return
    }
    for index in 0..<slotCount where touches[index].phase == .ending {
      touches[index].isChanged = true
      touches[index].phase = .down
      fingers += 1
    }
  }

  private mutating func compareWithCount(at time: Int64) {
    guard count.isTouched || count.tools != 0 || count.isMany || fingers > 0,
      let counted = count.fingers,
      fingers != counted || (fingers > 0) != count.isTouched
    else { return }
    if count.isTouched && fingers < counted {
      for index in touches.indices where touches[index].phase == .hovering && fingers < counted {
        beginContact(index, at: time)
      }
    }
    guard fingers > counted || !count.isTouched else { return }
    for index in touches.indices.reversed() {
      switch touches[index].phase {
      case .absent, .hovering: continue
      case .began, .down, .ending, .ended: endContact(index)
      }
      if count.isTouched && fingers == counted { break }
    }
  }

  private mutating func compareWithPressure(at time: Int64) {
    guard let pressure = surface.pressure else { return }
    let counted = count.fingers ?? 0
    var touching = 0
    for index in 0..<slotCount where touches[index].phase != .absent {
      if touches[index].isChanged {
        if touches[index].phase == .hovering {
          if touches[index].pressure >= pressure.begins {
            touches[index].forget()
            beginContact(index, at: time)
          }
        } else if (counted <= slotCount || slotCount == 1)
          && touches[index].pressure < pressure.ends
        {
          endContact(index)
        }
      }
      if touches[index].isDown { touching += 1 }
    }
    guard counted > slotCount, fingers > 0 else { return }
    // The device counts more fingers than it has slots. If one finger touches, all of them count as touching.
    if touching > 0 {
      for index in touches.indices where touches[index].phase == .hovering {
        touches[index].forget()
        beginContact(index, at: time)
        if fingers >= counted { break }
      }
    }
    guard fingers > counted || touching == 0 else { return }
    for index in touches.indices.reversed() {
      switch touches[index].phase {
      case .absent, .hovering, .ending: continue
      case .began, .down, .ended: endContact(index)
      }
      if touching > 0 && fingers == counted { break }
    }
  }

  private mutating func compareWithSize(at time: Int64) {
    guard let size = surface.touchSize else { return }
    for index in 0..<slotCount
    where touches[index].phase != .absent && touches[index].isChanged {
      let (major, minor) = (touches[index].major, touches[index].minor)
      if touches[index].phase == .hovering {
        if major > size.begins && minor > size.ends || major > size.ends && minor > size.begins {
          touches[index].forget()
          beginContact(index, at: time)
        }
      } else if major < size.ends || minor < size.ends {
        endContact(index)
      }
    }
  }

  /// Gives the fingers that are only counted the position of the topmost finger.
  mutating func placeCountedFingers() {
    guard (count.fingers ?? .max) > slotCount, fingers > 0 else { return }
    var topmost: LibinputTouch?
    for touch in touches[..<slotCount] {
      switch touch.phase {
      case .absent, .ended: continue
      case .hovering, .began, .down, .ending:
        if touch.point.y < topmost?.point.y ?? .max { topmost = touch }
      }
    }
    guard let topmost else { return }
    for index in touches.indices.dropFirst(surface.hasSlots ? slotCount : 1)
    where touches[index].phase != .absent {
      touches[index].point = topmost.point
      touches[index].pressure = topmost.pressure
      if topmost.isChanged { touches[index].isChanged = true }
    }
  }
}
