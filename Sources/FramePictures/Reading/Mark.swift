import FrameLogs
import Portraits
import Quantities

/// An event that pictures point at.
struct Mark {
  /// What pictures tell apart.
  enum Kind: CaseIterable {
    case down
    case release
    case cancelled
    case caught
    case retargeted
    case settled
    case dismissed
    case gap

    /// The kind of picture for a kind of event; nil for what is not shown.
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
      case .retargeted: "sent elsewhere"
      case .settled: "settled"
      case .dismissed: "dismissed"
      case .gap: "lost events"
      }
    }

    /// The sign in a terminal that shows Unicode, and in one that does not.
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
  /// When, in s.
  var time: Double
  /// The first frame that shows its effect.
  var frame: Int
}

extension Portrait {
  /// The events that are shown, in order; a catch stands for the touch that made it.
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
