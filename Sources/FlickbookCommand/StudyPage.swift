import Flickbook
import FramePictures
import LivePage
import StudyFiles

extension StudyReport {
  /// The limit for the number of dots in a chart.
  ///
  /// If there are more trials, a chart shows only the first trials, the front, and the trials that are statistically
  /// indistinguishable from the best. The limit is our choice. The eye cannot separate more dots, and a page should
  /// open immediately.
  private static let mostDots = 4_000

  /// Returns the report as one HTML page.
  func page() throws -> String {
    var page = ReportPage(
      title: loaded.file.title ?? shownName(of: path),
      subtitle: corpusText.replacing("\n", with: "; "))
    advice.add(to: &page)
    gestureCounts(hint: nil).add(to: &page)
    try addPictures(to: &page)
    front(most: 30, hint: "").add(to: &page)
    let ring = findings.best == nil ? "" : "A ring marks the best trial (\(bestName)). "
    page.add(
      .text(
        ring
          + "Orange dots are the front. Blue dots are indistinguishable from the best trial on the gestures of the "
          + "search."))
    page.add(.charts(trialCharts))
    importance.add(to: &page)
    if !heatCharts.isEmpty {
      page.add(.text("Each cell shows the mean of its trials; darker is better."))
      page.add(.charts(heatCharts))
    }
    presets(most: .max).add(to: &page)
    return page.html
  }

  // MARK: Charts

  private func kind(_ trial: Int) -> Chart.Point.Kind {
    if trial == findings.best { return .best }
    if findings.front.contains(trial) { return .front }
    return findings.indistinguishable.contains(trial) ? .indistinguishable : .rest
  }

  private func words(_ trial: Int) -> String {
    let names = loaded.study.space.dimensions.map(\.key)
    return "trial \(trial): "
      + zip(names, search.results[trial].values).map { "\($0) \($1)" }.joined(separator: ", ")
  }

  /// The trials that the charts show, each with the values of its objectives.
  private var drawn: [(trial: Int, standing: Standing)] {
    let kept = Set(findings.front + findings.indistinguishable + [findings.best].compactMap { $0 })
    var count = 0
    return search.results.enumerated().compactMap { trial, result in
      guard let card = result.card else { return nil }
      count += 1
      guard count <= Self.mostDots || kept.contains(trial) else { return nil }
      return (trial, goal.standing(of: card))
    }
  }

  /// The charts of the trials.
  ///
  /// The charts show the first objective against each other objective, and each objective against each setting.
  private var trialCharts: [Chart] {
    let drawn = drawn
    func point(_ x: Double, _ y: Double, _ trial: Int) -> Chart.Point {
      Chart.Point(x: x, y: y, kind: kind(trial), words: words(trial))
    }
    var charts: [Chart] = []
    for second in goal.objectives.indices.dropFirst() {
      charts.append(
        Chart(
          title: "Objectives", across: goal.objectives[0].axis, along: goal.objectives[second].axis,
          .dots(
            drawn.map { point($0.standing.values[0], $0.standing.values[second], $0.trial) },
            names: [])))
    }
    for (index, dimension) in loaded.study.space.dimensions.enumerated() {
      for (number, objective) in goal.objectives.enumerated() {
        var names: [String] = []
        if case .choice(let all) = dimension.values { names = all }
        let points = drawn.compactMap { trial, standing -> Chart.Point? in
          let value = search.results[trial].values[index]
          let x = names.isEmpty ? Double(value) : names.firstIndex(of: value).map(Double.init)
          return x.map { point($0, standing.values[number], trial) }
        }
        charts.append(
          Chart(
            title: dimension.key, across: dimension.key, along: objective.axis,
            .dots(points, names: names)))
      }
    }
    return charts
  }

  /// The heat maps: each objective over the two numeric settings with the greatest effect on the objective.
  private var heatCharts: [Chart] {
    // Choose about four trials per cell, so that the mean of a cell is not only noise.
    let cells = max(3, min(24, Int(Double(search.results.count).squareRoot() / 2)))
    let dimensions = loaded.study.space.dimensions
    let numeric = dimensions.indices.filter { dimensions[$0].bounds != nil }
    guard numeric.count > 1 else { return [] }
    return goal.objectives.enumerated().compactMap { number, objective in
      let ranked = numeric.sorted {
        findings.importance[$0][number] > findings.importance[$1][number]
      }
      let (first, second) = (ranked[0], ranked[1])
      guard let across = dimensions[first].bounds, let along = dimensions[second].bounds else {
        return nil
      }
      var sums = [(sum: Double, count: Double)](repeating: (0, 0), count: cells * cells)
      for result in search.results {
        guard let value = result.card.map(goal.standing)?.values[number], value.isFinite,
          let x = Double(result.values[first]), let y = Double(result.values[second])
        else { continue }
        func cell(_ number: Double, _ bounds: ClosedRange<Double>) -> Int {
          let fraction = (number - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)
          return min(max(Int(fraction * Double(cells)), 0), cells - 1)
        }
        let index = cell(y, along) * cells + cell(x, across)
        sums[index] = (sums[index].sum + value, sums[index].count + 1)
      }
      let means = (0..<cells).map { row in
        (0..<cells).map { column in
          let (sum, count) = sums[row * cells + column]
          return count > 0 ? sum / count : nil
        }
      }
      return Chart(
        title: objective.name, across: dimensions[first].key, along: dimensions[second].key,
        .heat(means, across: across, along: along))
    }
  }

  // MARK: Gestures

  /// Adds pictures of the gestures that need attention.
  private func addPictures(to page: inout ReportPage) throws {
    var left = StudyGestures.mostPlayed
    for change in StudyGestures.Change.allCases {
      let found = gestures.gestures(change)
      let played = found.prefix(left)
      left -= played.count
      guard !played.isEmpty else { continue }
      let part = played.count < found.count ? ", of which \(played.count) are shown" : ""
      page.add(.text("\(words(of: change)): \(count(found.count, "gesture"))\(part)"))
      page.add(.gestures(try played.map(picturedGesture)))
    }
  }

  private func words(of change: StudyGestures.Change) -> String {
    switch change {
    case .broken: "From right to wrong"
    case .moved: "From one wrong target to another"
    case .wrong: gestures.isOfRecommendation ? "Still wrong" : "Wrong"
    case .repaired: "From wrong to right"
    }
  }

  /// Returns a gesture with a picture of its run with the recommended settings.
  ///
  /// If the target differs, the picture also shows the run with the current settings.
  private func picturedGesture(_ gesture: StudyGestures.Gesture) throws -> ReportPage.Gesture {
    let known = gesture.recording
    var notes: [String] = []
    if let before = gesture.before, gesture.isChanged {
      notes.append("with the current settings: \(before)")
    }
    if gesture.isHeldOut { notes.append("held out") }
    let run = try recommendedRequest(known).run(of: known.recording)
    let style = PlotStyle(theme: .auto)
    var picture = svgPicture(of: [PlottedRun(run, scenery: run.scenery)], style: style)
    if gesture.isChanged {
      let current = try known.request.run(of: known.recording)
      picture = svgPicture(
        comparing: current, with: run, scenery: (current.scenery, run.scenery), style: style)
    }
    return ReportPage.Gesture(
      name: shownPath(known.name), words: "meant \(gesture.intent), went to \(gesture.after)",
      note: notes.joined(separator: "; "), picture: picture)
  }

  /// Returns the request of a gesture with the recommended settings, or its own request if no trial is recommended.
  private func recommendedRequest(_ known: LabelledRecording) throws -> ReplayRequest {
    var request = known.request
    guard let taken else { return request }
    for (dimension, value) in zip(loaded.study.space.dimensions, search.results[taken].values) {
      try request.vary(dimension.key, value)
    }
    return request
  }

  /// Returns the name of a recording that the page shows.
  ///
  /// An absolute path can identify a person, so the name is relative to the folder of the study, or only the last
  /// component of the path.
  private func shownPath(_ name: String) -> String {
    guard name.hasPrefix("/"), let slash = path.lastIndex(of: "/"), name.hasPrefix(path[...slash])
    else { return shownName(of: name) }
    return String(name.dropFirst(path[...slash].count))
  }
}

extension Objective {
  /// The label of an axis, with the unit if there is one.
  fileprivate var axis: String {
    guard terms.count == 1, terms[0].weight == 1, !terms[0].measure.unit.isEmpty else {
      return name
    }
    return "\(name), \(terms[0].measure.unit)"
  }
}

extension SearchDimension {
  /// The lowest and the highest value of a setting that varies in a range; nil for a choice between words.
  fileprivate var bounds: ClosedRange<Double>? {
    switch values {
    case .range(let range, _), .steps(let range, _): range
    case .choice: nil
    }
  }
}
