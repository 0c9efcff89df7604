import CaseFolders
package import FrameLogs
import InteractionScenarios
import Quantities
import ReleaseRules
package import Tuning

/// The first line of a journal, which identifies its study.
///
/// The header has only data on which the results depend. If you change only the budget, the objectives or the bounds of
/// a study, `flickbook tune` can continue the same journal and evaluates its results by the new goal.
package struct JournalHeader: Hashable, Sendable {
  /// The required value of the key `flickbook`.
  package static let kind = "journal/1"

  /// A digest of everything in the study on which the results depend, except the gestures.
  package var study: String
  /// A digest of the gestures, their intents and persons, and their requests.
  package var corpus: String
  /// The number of training gestures.
  package var training: Int
  /// The number of held-out gestures.
  package var heldOut: Int
  /// The method that selected the points: a ``SearchMethod``, or the name of another optimizer.
  package var method: String
  /// The seed of the random numbers.
  package var seed: UInt64
  /// The keys of the varied settings, in the order of the space.
  package var keys: [String]
}

extension JournalHeader {
  /// Creates the header of a study, with digests of everything on which its results depend.
  ///
  /// - Parameters:
  ///   - study: The study.
  ///   - gestures: All gestures, in the order of the corpus.
  ///   - members: The labels and digests of the gestures.
  ///   - parts: The part to which each gesture belongs.
  package init(
    of study: Study, _ gestures: [LabelledRecording], _ members: [CorpusMember],
    _ parts: [CorpusSplit.Part]
  ) {
    var corpus = SHA256()
    for (gesture, (member, part)) in zip(gestures, zip(members, parts)) {
      let line = [
        member.gesture, member.intent ?? "", member.person ?? "", member.session ?? "",
        part == .heldOut ? "held out" : "training", description(of: gesture.request),
      ]
      corpus.receive(Array((line.joined(separator: "\u{1f}") + "\n").utf8))
    }
    var digest = SHA256()
    digest.receive(Array(searchText(of: study).utf8))
    self.init(
      study: digest.hexadecimal, corpus: corpus.hexadecimal, training: study.training.count,
      heldOut: study.heldOut.count, method: study.plan.method.rawValue, seed: study.plan.seed,
      keys: study.space.dimensions.map(\.key))
  }

  package var logFields: [LogField] {
    [
      LogField("flickbook", .text(Self.kind)), LogField("study", .text(study)),
      LogField("corpus", .text(corpus)), LogField("training", .integer(training)),
      LogField("heldOut", .integer(heldOut)),
      LogField(
        "search",
        .fields([LogField("method", .text(method)), LogField("seed", .text("\(seed)"))])),
      LogField("keys", .list(keys.map { .text($0) })),
    ]
  }

  /// Reads a header; nil if `fields` are not a valid header.
  package init?(_ fields: [LogField]) {
    let value = LogValue.fields(fields)
    guard value["flickbook"]?.asText == Self.kind, let study = value["study"]?.asText,
      let corpus = value["corpus"]?.asText, let training = value["training"]?.asWhole,
      let heldOut = value["heldOut"]?.asWhole, let method = value["search"]?["method"]?.asText,
      let seed = value["search"]?["seed"]?.asText.flatMap({ UInt64($0) }),
      case .list(let keys)? = value["keys"]
    else { return nil }
    self.init(
      study: study, corpus: corpus, training: training, heldOut: heldOut, method: method,
      seed: seed, keys: keys.compactMap(\.asText))
  }
}

/// Returns everything in a study on which the results depend, except the gestures, as text for a digest.
private func searchText(of study: Study) -> String {
  var text = "flickbook \(flickbookVersion)\n"
  for dimension in study.space.dimensions {
    text += "\(dimension.key)"
    switch dimension.values {
    case .range(let range, let isLogarithmic):
      text += " from \(range.lowerBound) to \(range.upperBound) log \(isLogarithmic)\n"
    case .steps(let range, let step):
      text += " from \(range.lowerBound) to \(range.upperBound) by \(step)\n"
    case .choice(let words): text += " of \(words.joined(separator: "\u{1f}"))\n"
    }
  }
  if let margin = study.wantedMargin { text += "margin \(margin.value)\n" }
  for repetition in study.repetitions {
    switch repetition {
    case .noise(let most, let seed): text += "noise \(most.value) \(seed)\n"
    case .rate(let rate): text += "hz \(rate.framesPerSecond)\n"
    }
  }
  for assignment in study.reference ?? [] {
    text += "resemble \(assignment.key) \(assignment.value)\n"
  }
  return text
}

/// Returns all settings of a request as text, for digests and comparisons.
private func description(of request: ReplayRequest) -> String {
  var words = [request.scenario, request.preset ?? ""]
  if let program = request.subject?.program { words += [program.command, program.folder] }
  words += RequestOption.all.map { $0.setting.text(in: request) }
  if request.preset != nil {
    // List the explicit values, too, because they override a preset. A request with explicit values therefore differs
    // from a request without them, even if both have equal values.
    let given = RequestOption.all.filter { $0.isOfSystem && request.origins[$0.name] != nil }
    if !given.isEmpty { words.append("given \(given.map(\.name))") }
  }
  words += request.assignments.map { "\($0.key)=\($0.value)" }
  words += request.commands.map { "\($0)" }
  return words.joined(separator: "\u{1e}")
}
