import Quantities

// The recognition of the current gesture, and the events that the gesture sends.
extension LibinputTouchpad {
  /// The distance below which a moving finger still counts as resting, in millimetres.
  private static let holdDistance = 0.5

  /// Follows changes of the number of fingers.
  ///
  /// Fingers do not all lift at the same time. A gesture that has begun therefore keeps its number of fingers until
  /// another number has lasted for 100 ms.
  mutating func updateFingerCount(at time: Int64) {
    let active = touches.indices.count { isActive($0) }
    guard active != gesture.fingers else { return gesture.pendingFingers = nil }
    if active == 0 {
      end(at: time, isCancelled: false)
      gesture.fingers = 0
      gesture.pendingFingers = nil
    } else if !gesture.hasBegun {
      gesture.fingers = active
      gesture.pendingFingers = nil
      if gesture.state == .unknown || gesture.state == .pointerMotion { reset() }
    } else if active != gesture.pendingFingers {
      gesture.pendingFingers = active
      gesture.switchTimer = time + 100_000
    }
  }

  mutating func switchTimeElapsed(at time: Int64) {
    guard let fingers = gesture.pendingFingers else { return }
    if gesture.hasBegun { end(at: time, isCancelled: true) }
    gesture.fingers = fingers
    gesture.pendingFingers = nil
  }

  mutating func holdTimeElapsed(at time: Int64) {
    switch gesture.state {
    case .unknown: gesture.state = .hold
    case .pointerMotion:
      guard gesture.fingers == 1, let first = gesture.first,
        distanceMoved(first) < Self.holdDistance
      else { return }
      gesture.state = .holdWithMotion
    case .none, .hold, .holdWithMotion, .scroll, .pinch, .swipe: return
    }
    gesture.hasBegun = true
    send(.holdBegin, fingers: gesture.fingers, at: time)
  }

  /// Cancels the gesture because of a click, unless the fingers only rest.
  mutating func cancelMotion(at time: Int64) {
    if gesture.hasBegun && gesture.state != .hold {
      end(at: time, isCancelled: true)
    } else if gesture.state == .pointerMotion && rules.clickEndsPointerMotion {
      reset()
    }
  }

  private mutating func end(at time: Int64, isCancelled: Bool) {
    if gesture.hasBegun {
      gesture.hasBegun = false
      switch gesture.state {
      case .none, .unknown, .pointerMotion: break
      case .hold, .holdWithMotion: sendEnd(.holdEnd, at: time, isCancelled)
      case .swipe: sendEnd(.swipeEnd, at: time, isCancelled)
      case .pinch: sendEnd(.pinchEnd, at: time, isCancelled)
      case .scroll:
        if gesture.hasScrolled { send(.scrollEnd, fingers: gesture.fingers, at: time) }
        gesture.hasScrolled = false
      }
    } else if gesture.state == .pinch && rules.keepsUnbegunPinch {
      gesture.holdTimer = nil
      return
    }
    reset()
  }

  private mutating func reset() {
    gesture.holdTimer = nil
    gesture.state = .none
  }

  /// Changes the gesture to `state`; a previous gesture that has begun is cancelled.
  private mutating func change(to state: LibinputGestureState.State, at time: Int64) {
    if gesture.state == .holdWithMotion && state != .pointerMotion { return }
    if state == .pinch { beginPinch() }
    if gesture.state == .unknown && state == .pointerMotion {
      // The hold timer keeps running, because the finger may still be resting.
      gesture.state = state
      return
    }
    if gesture.state != .none { end(at: time, isCancelled: true) }
    gesture.state = state
  }

  /// Recognizes the gesture and sends its events at the end of a report.
  mutating func sendGestures(at time: Int64, ignoresMotion: Bool) {
    guard gesture.fingers > 0 else { return }
    if surface.isClickpad && buttons.held != 0 && thumb.state == .finger {
      // While a clickpad is pressed, all fingers drag the pointer, unless one of them is a thumb.
      if gesture.state != .pointerMotion {
        end(at: time, isCancelled: true)
        if gesture.state == .none { gesture.state = .pointerMotion }
      }
      gesture.fingers = 1
      gesture.pendingFingers = nil
    }
    guard gesture.pendingFingers == nil else { return }
    if time < gesture.beganAt + 300_000, let index = thumb.touch, isActive(index),
      distanceMoved(index) >= 1.5
    {
      thumb = LibinputThumb()
    }
    guard gesture.fingers <= 4 else { return }
    if gesture.state == .none { findFingers(at: time) }
    if gesture.state == .unknown && !ignoresMotion { decide(at: time) }
    if gesture.state == .hold && !ignoresMotion { decide(at: time) }
    if gesture.state == .pointerMotion && changes.hasMovement { sendPointerMotion(at: time) }
    if gesture.state == .holdWithMotion {
      if changes.hasMovement { sendPointerMotion(at: time) }
      decide(at: time)
    }
    if gesture.state == .scroll { sendScroll(at: time) }
    if gesture.state == .swipe { sendSwipe(at: time) }
    if gesture.state == .pinch { sendPinch(at: time) }
  }

  /// Chooses the fingers whose movements decide the gesture.
  private mutating func findFingers(at time: Int64) {
    // libinput examines at most four fingers.
    let active = Array(touches.indices.filter { isActive($0) }.prefix(4))
    guard let only = active.first else { return }
    guard active.count > 1 else {
      touches[only].gestureOrigin = touches[only].point
      gesture.first = only
      return beginUnknown(at: time)
    }
    if !surface.hasGestures && (active.count == 2 || !rules.tracksFingersWithoutGestures) {
      if active.count == 2 { change(to: .scroll, at: time) }
      return
    }
    var (highest, lowest) = (only, active[1])
    if active.count > 2 {
      lowest = only
      for index in active.prefix(slotCount).dropFirst() {
        if touches[index].point.y < touches[highest].point.y {
          highest = index
        } else if touches[index].point.y >= touches[lowest].point.y {
          lowest = index
        }
      }
      guard highest != lowest else { return }
    }
    gesture.beganAt = time
    touches[highest].gestureOrigin = touches[highest].point
    touches[lowest].gestureOrigin = touches[lowest].point
    (gesture.first, gesture.second) = (highest, lowest)
    beginUnknown(at: time)
  }

  private mutating func beginUnknown(at time: Int64) {
    gesture.state = .unknown
    // A hold of one or two fingers begins sooner, so that it stops a scroll at once.
    if surface.hasGestures { gesture.holdTimer = time + (gesture.fingers <= 2 ? 40_000 : 180_000) }
  }

  /// Decides which gesture the fingers make, if they moved far enough.
  private mutating func decide(at time: Int64) {
    guard let first = gesture.first else { return }
    let fingers = gesture.fingers
    let firstMoved = distanceMoved(first)
    if fingers == 1 { return decideForOneFinger(firstMoved, at: time) }
    if surface.hasGestures && fingers > 2 && fingers > slotCount {
      // The positions of the fingers are unknown.
      return change(to: .swipe, at: time)
    }
    guard let second = gesture.second else { return }
    let secondMoved = distanceMoved(second)
    let straight: LibinputGestureState.State = fingers == 2 ? .scroll : .swipe
    guard max(firstMoved, secondMoved) >= 1 else { return }
    let distance = surface.millimeters(touches[first].point - touches[second].point)
    let isClose = distance.x.magnitude < 40 && distance.y.magnitude < 7
    if (!surface.hasGestures || isClose) && time > gesture.beganAt + 150_000 {
      return change(to: straight, at: time)
    }
    let least = 1.5 + 0.5 * Double(fingers - 2)
    if max(firstMoved, secondMoved) >= 4 + 2 * Double(fingers - 2),
      decideForOneMoving(firstMoved, secondMoved, least, at: time)
    {
      return
    }
    guard min(firstMoved, secondMoved) >= least else { return }
    let isStraight =
      fingers > slotCount || directions(first).agree(with: directions(second))
    change(to: isStraight && (fingers == 2 || surface.hasGestures) ? straight : .pinch, at: time)
  }

  private mutating func decideForOneFinger(_ moved: Double, at time: Int64) {
    guard changes.hasMovement, !pointerMovement.isZero else { return }
    let rests = moved < Self.holdDistance
    if gesture.state == .hold && rests {
      gesture.state = .holdWithMotion
    } else if !(gesture.state == .holdWithMotion && rests) {
      change(to: .pointerMotion, at: time)
    }
  }

  /// Decides the gesture if one of two fingers moved far and the other did not; otherwise returns false.
  private mutating func decideForOneMoving(
    _ firstMoved: Double, _ secondMoved: Double, _ least: Double, at time: Int64
  ) -> Bool {
    guard let first = gesture.first, let second = gesture.second else { return false }
    let isFirstLower = touches[first].point.y > touches[second].point.y
    let (lower, upper) = isFirstLower ? (firstMoved, secondMoved) : (secondMoved, firstMoved)
    if thumbLines != nil && lower < least {
      suppressThumb(isFirstLower ? first : second)
      end(at: time, isCancelled: true)
      return true
    }
    if (!surface.hasGestures || upper < least) && gesture.fingers == 2 {
      change(to: .scroll, at: time)
      return true
    }
    if upper < least && gesture.fingers > 2 && surface.hasGestures && thumb.allowsPinch {
      change(to: .pinch, at: time)
      return true
    }
    return false
  }

  /// The distance of a finger from its ``LibinputTouch/gestureOrigin``, in millimetres.
  private func distanceMoved(_ index: Int) -> Double {
    surface.millimeters(touches[index].point - touches[index].gestureOrigin).length
  }

  private func directions(_ index: Int) -> LibinputDirections {
    LibinputDirections(
      of: surface.millimeters(touches[index].point - touches[index].gestureOrigin))
  }

  /// Whether the fingers of a scroll move towards or away from each other.
  private var isPinch: Bool {
    guard let first = gesture.first, let second = gesture.second else { return false }
    return !directions(first).agree(with: directions(second))
      && min(distanceMoved(first), distanceMoved(second)) >= 1.5
  }
}

// The movements of gestures, in units of the device.
extension LibinputTouchpad {
  /// The sum of the movements of all fingers, or their mean.
  private func movement(isMean: Bool) -> LibinputVector {
    var sum = LibinputVector.zero
    var active = 0
    for index in touches[..<slotCount].indices where isActive(index) {
      active += 1
      guard touches[index].isChanged else { continue }
      sum.x += Double(touches[index].movement.x)
      sum.y += Double(touches[index].movement.y)
    }
    guard isMean, active > 0 else { return sum }
    return LibinputVector(x: sum.x / Double(active), y: sum.y / Double(active))
  }

  /// The movement of the pointer: the mean of all fingers, or the sum while a clickpad is pressed.
  ///
  /// The finger that presses a clickpad may rest, so a mean would halve the movement of the other finger.
  private var pointerMovement: LibinputVector {
    movement(isMean: !(surface.isClickpad && buttons.held != 0))
  }

  private mutating func sendPointerMotion(at time: Int64) {
    let movement = pointerMovement
    guard !movement.isZero else { return }
    send(
      .pointerMotion, acceleration.accelerated(movement, at: time), acceleration.square(movement),
      fingers: 1, at: time)
  }

  private mutating func sendScroll(at time: Int64) {
    // A pinch can look like a scroll at first.
    if time < gesture.beganAt + 300_000 && isPinch { return change(to: .pinch, at: time) }
    let movement = movement(isMean: true)
    guard !movement.isZero else { return }
    if !gesture.hasBegun {
      gesture.hasBegun = true
      gesture.scrollAxes = LibinputScrollAxes()
      guard rules.beginsWithMovement else { return }
    }
    gesture.hasScrolled = true
    let delta = gesture.scrollAxes.constrained(
      acceleration.unaccelerated(movement), millimeters: surface.millimeters(movement), at: time)
    if !delta.isZero { send(.scroll, delta, delta, fingers: gesture.fingers, at: time) }
  }

  private mutating func sendSwipe(at time: Int64) {
    let movement = movement(isMean: true)
    guard !movement.isZero else { return }
    let accelerated = acceleration.accelerated(movement, at: time)
    if !gesture.hasBegun {
      gesture.hasBegun = true
      send(.swipeBegin, fingers: gesture.fingers, at: time)
      guard rules.beginsWithMovement else { return }
    }
    send(
      .swipeUpdate, accelerated, acceleration.unaccelerated(movement), fingers: gesture.fingers,
      at: time)
  }

  private mutating func beginPinch() {
    guard let pinch = pinch else { return }
    gesture.pinchDistance = pinch.distance
    gesture.pinchAngle = pinch.angle
    gesture.pinchCenter = pinch.center
    gesture.pinchScale = 1
  }

  /// The distance between the two fingers in 1/1000 inch, the angle of the line between them in degrees, and their
  /// midpoint in device units.
  private var pinch: (distance: Double, angle: Double, center: LibinputVector)? {
    guard let first = gesture.first, let second = gesture.second else { return nil }
    let (one, other) = (touches[first].point, touches[second].point)
    let distance = surface.mouseUnits(one - other)
    return (
      distance.length, arctangent(y: distance.y, x: distance.x) * 180 / .pi,
      LibinputVector(x: Double(one.x + other.x) / 2, y: Double(one.y + other.y) / 2)
    )
  }

  private mutating func sendPinch(at time: Int64) {
    guard let pinch = pinch else { return }
    let scale = gesture.pinchDistance > 0 ? pinch.distance / gesture.pinchDistance : 1
    var degrees = pinch.angle - gesture.pinchAngle
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    let movement = LibinputVector(
      x: pinch.center.x - gesture.pinchCenter.x, y: pinch.center.y - gesture.pinchCenter.y)
    (gesture.pinchAngle, gesture.pinchCenter) = (pinch.angle, pinch.center)
    let accelerated = acceleration.accelerated(movement, at: time)
    guard !movement.isZero || scale != gesture.pinchScale || degrees != 0 else { return }
    if !gesture.hasBegun {
      gesture.hasBegun = true
      send(.pinchBegin, fingers: gesture.fingers, at: time)
      guard rules.beginsWithMovement else { return gesture.pinchScale = scale }
    }
    send(
      .pinchUpdate, accelerated, acceleration.unaccelerated(movement), fingers: gesture.fingers,
      at: time)
    events[events.count - 1].scale = scale
    events[events.count - 1].degrees = degrees
    gesture.pinchScale = scale
  }

  mutating func send(
    _ kind: LibinputEvent.Kind, _ accelerated: LibinputVector = .zero,
    _ unaccelerated: LibinputVector = .zero, fingers: Int, at time: Int64
  ) {
    events.append(
      LibinputEvent(
        microseconds: time, kind: kind, fingers: fingers,
        accelerated: Planar(x: Points(accelerated.x), y: Points(accelerated.y)),
        unaccelerated: Planar(x: Points(unaccelerated.x), y: Points(unaccelerated.y))))
  }

  private mutating func sendEnd(_ kind: LibinputEvent.Kind, at time: Int64, _ isCancelled: Bool) {
    send(kind, fingers: gesture.fingers, at: time)
    events[events.count - 1].isCancelled = isCancelled
  }
}
