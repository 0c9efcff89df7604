import FrameLogs
import Portraits
import Quantities

/// An event that a picture marks with a symbol and a word.
struct Mark {
  /// The kind of a marked event.
  enum Kind: CaseIterable {
    case down
    case release
    case cancelled
    case caught
    case retargeted
    case settled
    case dismissed
    case gap

    /// Creates the kind of mark for a kind of event; nil if pictures do not mark such events.
    init?(_ kind: RunEvent.Kind) {
      switch kind {
      case .touchDown: self = .down
      case .panEnded, .touchUp: self = .release
      case .panCancelled, .touchCancelled: self = .cancelled
      case .caught: self = .caught
      case .retargeted: self = .retargeted
      case .settled: self = .settled
      case .dismissed: self = .dismissed
      case .gap: self = .gap
      default: return nil
      }
    }

    /// The kind in words.
    var words: String {
      switch self {
      case .down: "down"
      case .release: "release"
      case .cancelled: "cancelled"
      case .caught: "caught"
      case .retargeted: "retargeted"
      case .settled: "settled"
      case .dismissed: "dismissed"
      case .gap: "lost events"
      }
    }

    /// The symbols for terminals that show Unicode and for terminals that show only ASCII.
    var signs: (unicode: Character, ascii: Character) {
      switch self {
      case .down: ("▼", "v")
      case .release: ("▲", "^")
      case .cancelled: ("△", "c")
      case .caught: ("◆", "#")
      case .retargeted: ("◇", "r")
      case .settled: ("■", "=")
      case .dismissed: ("✕", "x")
      case .gap: ("!", "!")
      }
    }
  }

  var kind: Kind
  /// The time of the event, in s since the first event of the recording.
  var time: Double
  /// The first frame that shows the effect of the event.
  var frame: Int
}

extension Portrait {
  /// The marked events, in the order of the run.
  ///
  /// A catch replaces the mark of the touch-down at the same time, because this touch-down caused the catch.
  var marks: [Mark] {
    var result: [Mark] = []
    for event in run.events {
      guard let kind = Mark.Kind(event.kind), event.time.isFinite else { continue }
      let time = bounded(event.time.value)
      if kind == .caught, result.last?.kind == .down, result.last?.time == time {
        result.removeLast()
      }
      result.append(Mark(kind: kind, time: time, frame: run.rate.firstFrame(at: event.time)))
    }
    return result
  }
}
