import GestureReplay
import Quantities
import ReleaseRules

extension CodeExporter {
  /// Adds the detents and the function of the release rule, or the reason why there is none.
  func addRule(to code: inout ExportedCode) {
    guard let rule = source.word("release.choice") else { return }
    let (line, plane) = (ReleaseFunction(source), PlanarReleaseFunction(source))
    if let travel = source.travel {
      addDetents(of: travel, to: &code)
    } else if plane != nil {
      addCorners(to: &code)
    }
    guard code.platform.language != .css else {
      code.lose("release rule", "CSS has no velocity of a release; use --to web-animations")
      return
    }
    if let line {
      code.use(line.keys)
      addDescription(isPlanar: false, dismisses: line.dismisses, line.usesMean, to: &code)
      code.add(line.function)
    } else if let plane {
      code.use(plane.keys)
      addDescription(isPlanar: true, dismisses: false, false, to: &code)
      code.add(plane.function)
    } else {
      code.lose(
        "release rule",
        "the rule \(rule) is not exported with these settings for this surface; "
          + "'flickbook explain \(rule)' describes it")
      return
    }
    loseInputs(of: &code)
  }

  private func addDescription(
    isPlanar: Bool, dismisses: Bool, _ usesMean: Bool, to code: inout ExportedCode
  ) {
    let point = code.platform.point
    code.add()
    code.add(
      comment: "Returns the index of the detent to which a release moves the surface"
        + (dismisses ? ", or -1 if it dismisses the surface." : "."))
    code.add(
      comment: isPlanar
        ? "The position and the detents (x in detents, y in detentsY) are in \(point), the velocity "
          + "is in \(point) per second."
        : "The position and the detents are coordinates in \(point), the detents ascending; the "
          + "velocity is in \(point) per second."
          + (usesMean
            ? " The mean is the displacement of the whole touch divided by its duration." : ""))
    code.add(
      comment: "start is the index of the detent at which the surface rested, or to which it was "
        + "moving, before the touch.")
  }

  /// Records the differences that depend on the inputs that the caller of the function passes.
  private func loseInputs(of code: inout ExportedCode) {
    code.lose(
      "release velocity",
      "the function takes the velocity that your platform estimates; Flickbook used its own "
        + "estimator")
    if let point = source.word("release.point"), point != "surface" {
      code.lose(
        "release rule",
        "the projection of release.point = \(point) is computed from the surface here")
    }
    if source.word("release.source") == "mean" {
      code.lose("release rule", "release.source = mean: pass the mean velocity of the touch")
    }
    if source.travel?.hidden != nil, source.word("release.dismissal") == "candidate" {
      code.lose(
        "release rule",
        "release.dismissal = candidate: add the coordinate of the dismissed surface to the detents")
    }
  }

  private func addDetents(of travel: RestLine, to code: inout ExportedCode) {
    let names = travel.rests.map { commentText($0.name) }.joined(separator: ", ")
    addList(
      "detents", travel.rests.map { $0.coordinate },
      "\(names); \(travel.isVertical ? "y, down" : "x, to the right")", to: &code)
  }

  private func addCorners(to code: inout ExportedCode) {
    let rests = source.rests.positions
    let names = rests.map { commentText($0.name) }.joined(separator: ", ")
    addList("detents", rests.map { $0.position.x.value }, "\(names); x, to the right", to: &code)
    addList("detentsY", rests.map { $0.position.y.value }, "y, down", to: &code)
  }

  private func addList(
    _ name: String, _ values: [Double], _ meaning: String, to code: inout ExportedCode
  ) {
    let point = code.platform.point
    code.use(["detents"])
    let list = values.enumerated().map { index, value in
      code.note("\(name)[\(index)]", value, point, from: ["detents"])
    }.joined(separator: ", ")
    let screen = "\(plain(source.screen.x.value))x\(plain(source.screen.y.value))"
    let comment = code.platform.language.comment("\(meaning), in \(point) on \(screen)")
    if name == "detents" { code.add() }
    switch code.platform.language {
    case .swift: code.add("let \(name) = [\(list)]  \(comment)")
    case .kotlin: code.add("val \(name) = listOf(\(list))  \(comment)")
    case .dart, .javaScript: code.add("const \(name) = [\(list)];  \(comment)")
    case .c: code.add("static const double \(name)[] = { \(list) };  \(comment)")
    case .cpp:
      code.add(
        "inline constexpr double \(code.platform.language.identifier(name))[] = { \(list) };  \(comment)"
      )
    case .rust:
      let constant = code.platform.language.identifier(name).uppercased()
      code.add("pub const \(constant): [f64; \(values.count)] = [\(list)];  \(comment)")
    case .qml: code.add("readonly property var \(name): [\(list)]  \(comment)")
    case .css: code.add("/* \(name): \(list) (\(meaning)). */")
    }
  }
}
