import Quantities

extension CodeExporter {
  /// Adds the detents and the function of the release rule, or the reason why there is none.
  func addRule(to code: inout ExportedCode) {
    guard let rule = source.word("release.choice") else { return }
    if let travel = source.travel { addDetents(of: travel, to: &code) }
    guard code.platform.language != .css else {
      code.lose("release rule", "CSS has no velocity of a release; use --to web-animations")
      return
    }
    guard let function = ReleaseFunction(source) else {
      code.lose(
        "release rule",
        source.travel == nil
          ? "the surface moves along two axes, and only rules of one axis are exported"
          : "the rule \(rule) is not exported with these settings; 'flickbook explain \(rule)' "
            + "describes it"
      )
      return
    }
    code.use(function.keys)
    code.add()
    code.add(
      comment:
        "Returns the index of the detent to which a release moves the "
        + "surface\(function.dismisses ? ", or -1 if it dismisses the surface" : "")."
    )
    code.add(
      comment:
        "The position and the detents are coordinates in \(code.platform.point), the detents "
        + "ascending; "
        + "the velocity is in \(code.platform.point) per second."
        + (function.usesMean
          ? " The mean is the displacement of the whole touch divided by its duration." : ""))
    code.add(
      comment:
        "start is the index of the detent at which the surface rested, or to which it was "
        + "moving, before the "
        + "touch.")
    code.add(function.function)
    loseInputs(of: &code)
  }

  /// Adds what the function expects of its caller.
  private func loseInputs(of code: inout ExportedCode) {
    code.lose(
      "release velocity",
      "the function takes the velocity that your platform estimates; Flickbook used its own "
        + "estimator"
    )
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

  private func addDetents(of travel: Travel, to code: inout ExportedCode) {
    code.use(["detents"])
    let names = travel.rests.map { "\(commentText($0.name))" }.joined(separator: ", ")
    let list = travel.rests.enumerated().map { index, rest in
      code.note("detents[\(index)]", rest.coordinate, code.platform.point, from: ["detents"])
    }.joined(separator: ", ")
    let comment = code.platform.language.comment(
      "\(names); \(travel.isVertical ? "y, down" : "x, to the right"), in "
        + "\(code.platform.point) on "
        + "\(plain(source.screen.x.value))x\(plain(source.screen.y.value))")
    code.add()
    switch code.platform.language {
    case .swift: code.add("let detents = [\(list)]  \(comment)")
    case .kotlin: code.add("val detents = listOf(\(list))  \(comment)")
    case .dart: code.add("const detents = [\(list)];  \(comment)")
    case .javaScript: code.add("const detents = [\(list)];  \(comment)")
    case .c: code.add("static const double detents[] = { \(list) };  \(comment)")
    case .qml: code.add("readonly property var detents: [\(list)]  \(comment)")
    case .css: code.add("/* Detents: \(list) (\(names)). */")
    }
  }
}
