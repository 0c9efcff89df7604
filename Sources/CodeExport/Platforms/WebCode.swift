import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds CSS variables with the durations and `linear()` easings of the springs.
  func addCSS(to code: inout ExportedCode) {
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      guard let easing = SpringTiming(spring: spring.spring).linearEasing() else {
        return code.lose(
          spring.name, "the spring oscillates too long for linear(); it is not exported")
      }
      code.use(spring.keys)
      code.add(":root {")
      code.add(
        "  --\(name)-duration: ", "\(name).duration", easing.duration.value * 1_000, "ms",
        from: spring.keys, "ms;")
      code.add("  --\(name)-easing: \(easing.css);")
      code.add("}")
      code.add(
        ".\(name) { transition: transform var(--\(name)-duration) var(--\(name)-easing); }")
      let still = path(spring.spring, isThrown: false)
      code.lose(
        spring.name, "the straight lines of linear() differ, over \(distanceText) from rest, by",
        points: still.largest { time in
          still.distance * easing.progress(at: time / easing.duration.value)
        })
      code.lose(
        spring.name, "a CSS transition starts without velocity; \(thrown), it differs by",
        points: path(spring.spring).largest(from: spring.spring, velocity: 0))
    }
    loseFriction("CSS cannot set the friction of a scroll container", in: &code)
  }

  /// Adds functions that animate an element with keyframes of the exact motion.
  func addWebAnimations(to code: inout ExportedCode) {
    let axis = source.travel?.isVertical == false ? "X" : "Y"
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add(springFunction(spring, noting: &code))
      code.add()
      code.add(comment: "Positions are in px, and the velocity is in px/s.")
      code.add("function \(name)Animation(element, from, to, velocity) {")
      code.add(
        "  const path = Array.from({ length: 1201 }, (_, i) => \(name)Position(from, to, "
          + "velocity, i / 120));"
      )
      let near = source.number("settle.distance") ?? 0.1
      code.add(
        "  const last = Math.min(path.findLastIndex((p) => Math.abs(p - to) > ", "settle.distance",
        near, "px", from: ["settle.distance"], ") + 1, 1200);")
      code.add(
        "  const frames = path.slice(0, last).concat(to).map((p) => ({ transform: "
          + "`translate\(axis)(${p}px)` }));"
      )
      code.add(
        "  return element.animate(frames, { duration: (last / 120) * 1000, fill: \"forwards\" });")
      code.add("}")
      let path = path(spring.spring)
      code.lose(
        spring.name, "straight lines between 120 keyframes per second; \(thrown), they differ by",
        points: path.largest { time in
          let frame = (time * 120).rounded(.down)
          let (one, two) = (path.position(frame / 120), path.position((frame + 1) / 120))
          return one + (two - one) * (time * 120 - frame)
        })
      code.lose(spring.name, "a motion of more than 10 s is cut off")
    }
    addThrowFunction(to: &code)
  }

  /// Adds a function that returns the exact position of thrown content, if the law of friction has a short formula.
  func addThrowFunction(to code: inout ExportedCode) {
    guard !isSingle, let friction = source.friction else { return }
    var body: [(code: String, comment: String?)]
    switch friction.law {
    case .exponential(let decay):
      let time = code.note("timeConstant", decay.timeConstant.value, "s", from: friction.keys)
      body = [
        ("let timeConstant = \(time)", "s; \(source.valueTexts(friction.keys))"),
        ("return from + velocity * timeConstant * (1.0 - exp(-t / timeConstant))", nil),
      ]
    case .constant(let deceleration):
      let brake = code.note("deceleration", deceleration, "px/s²", from: friction.keys)
      body = [
        ("let deceleration = \(brake)", "px/s²; \(source.valueTexts(friction.keys))"),
        ("let time = min(t, abs(velocity) / deceleration)", nil),
        ("if velocity < 0.0 {", nil),
        ("  return from + velocity * time + deceleration * time * time / 2.0", nil), ("}", nil),
        ("return from + velocity * time - deceleration * time * time / 2.0", nil),
      ]
    case .flutter, .android, .chromium:
      return code.lose("friction", "the law \(source.word("friction") ?? "") is not exported")
    }
    code.add()
    code.add(
      comment: "Returns the position of thrown content t seconds after the release; without edges.")
    code.add(
      NeutralFunction(
        name: "throwPosition", parameters: [.number("from"), .number("velocity"), .number("t")],
        returnsIndex: false, body: body))
  }

  /// Returns a function that computes the exact position on a spring, and records the numbers in this function.
  func springFunction(
    _ spring: NamedSpring, noting code: inout ExportedCode
  ) -> NeutralFunction {
    let omega = spring.spring.angularFrequency
    let ratio = spring.spring.dampingRatio
    let name = spring.identifier
    let comment = "1/s; \(source.valueTexts(spring.keys))"
    var body: [(code: String, comment: String?)] = []
    func constant(_ symbol: String, _ value: Double) {
      let text = code.note("\(name).\(symbol)", value, "1/s", from: spring.keys)
      body.append(("let \(symbol) = \(text)", comment))
    }
    func end(_ lines: String...) { body += lines.map { ($0, nil) } }
    if ratio < 1 {
      constant("decayRate", ratio * omega)
      constant("frequency", omega * ((1 - ratio) * (1 + ratio)).squareRoot())
      end(
        "let x = from - to", "let s = (velocity + decayRate * x) / frequency",
        "return to + exp(-decayRate * t) * (x * cos(frequency * t) + s * sin(frequency * t))")
    } else if ratio == 1 {
      constant("decayRate", omega)
      end(
        "let x = from - to",
        "return to + exp(-decayRate * t) * (x + (velocity + decayRate * x) * t)")
    } else {
      let root = ratio + ((ratio - 1) * (ratio + 1)).squareRoot()
      constant("slowRate", omega / root)
      constant("fastRate", omega * root)
      end(
        "let x = from - to", "let fast = (velocity + slowRate * x) / (slowRate - fastRate)",
        "return to + (x - fast) * exp(-slowRate * t) + fast * exp(-fastRate * t)")
    }
    return NeutralFunction(
      name: "\(name)Position",
      parameters: [.number("from"), .number("to"), .number("velocity"), .number("t")],
      returnsIndex: false, body: body)
  }
}
