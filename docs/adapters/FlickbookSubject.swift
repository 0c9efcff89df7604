// Runs Swift as a subject of Flickbook: a program under test that speaks JSON lines on its standard
// input and output. Copy this file into your target. It needs only Foundation.
//
//     FlickbookSubject.serve([…]) { Sheet($0) }       a surface, which answers with its position
//     FlickbookSubject.serveRule([…]) { decide($0) }  a rule, which answers with a target
//     FlickbookSubject.serve(MyScenario.self)         a scenario, if you import Flickbook
//
// The protocol is described in docs/subject-protocol.md of Flickbook.

import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A line of the protocol: its keys and values.
struct SubjectLine {
  var values: [String: Any]

  var type: String { text("type") }
  /// The time in microseconds.
  var time: Double { number("time") }
  var phase: String { text("phase") }
  var contact: Int { Int(exactly: number("contact").rounded()) ?? 0 }

  func number(_ key: String) -> Double { (values[key] as? NSNumber)?.doubleValue ?? 0 }
  func text(_ key: String) -> String { values[key] as? String ?? "" }
  func object(_ key: String) -> SubjectLine {
    SubjectLine(values: values[key] as? [String: Any] ?? [:])
  }
  func numbers(_ key: String) -> [Double] { (values[key] as? [NSNumber])?.map(\.doubleValue) ?? [] }
  func objects(_ key: String) -> [SubjectLine] {
    (values[key] as? [[String: Any]])?.map(SubjectLine.init) ?? []
  }
}

/// What a surface knows about its run.
struct SubjectRun {
  /// The width and the height of the screen, in points.
  var screen: [Double]
  /// The frames per second.
  var rate: Double
  /// The seed for random numbers.
  var seed: Int
  /// The values of the settings, with the defaults of the description.
  var settings: SubjectLine
  /// Reports an event, such as `report("decision", 16_000, ["target": "full"])`.
  var report: (_ event: String, _ microseconds: Double, _ details: [String: Any]) -> Void
}

/// A surface under test; one object serves one run.
protocol SubjectSurface {
  /// Handles a line of the type `touch`, `pan`, `gap` or `command`.
  mutating func receive(_ line: SubjectLine)
  /// Returns the state at a time, such as `["y": 422, "phase": "resting"]`.
  mutating func frame(at microseconds: Double) -> [String: Any]
}

enum FlickbookSubject {
  /// Serves a surface until the standard input ends.
  ///
  /// `description` has the keys of the line `hello`, such as `name`, `axes` and `settings`.
  static func serve<Surface: SubjectSurface>(
    _ description: [String: Any], create: @escaping (SubjectRun) throws -> Surface
  ) {
    var surface: Surface?
    answerLines(description) { line, write in
      switch line.type {
      case "reset":
        // If the surface cannot be created, nothing is answered until the next run.
        surface = nil
        let settings = defaults(description).merging(line.object("settings").values) { $1 }
        surface = try create(
          SubjectRun(
            screen: line.numbers("screen"), rate: line.number("rate"),
            seed: Int(exactly: line.number("seed")) ?? 0, settings: SubjectLine(values: settings),
            report: { event, time, details in
              let common: [String: Any] = ["type": "event", "event": event, "time": time]
              write(common.merging(details) { $1 })
            }))
      case "frames":
        for time in line.numbers("times") {
          guard let frame = surface?.frame(at: time) else { return }
          write(["type": "frame", "time": time].merging(frame) { $1 })
        }
      case "end":
        if surface != nil { write(["type": "end"]) }
        surface = nil
      case "touch", "pan", "gap", "command": surface?.receive(line)
      default: break
      }
    }
  }

  /// Serves a rule until the standard input ends; `decide` returns the name of a target.
  static func serveRule(_ description: [String: Any], decide: @escaping (SubjectLine) -> String) {
    let rule: [String: Any] = ["kind": "rule"]
    answerLines(rule.merging(description) { $1 }) { line, write in
      if line.type == "release" { write(["type": "target", "target": decide(line)]) }
    }
  }

  private static func defaults(_ description: [String: Any]) -> [String: Any] {
    var values: [String: Any] = [:]
    for setting in description["settings"] as? [[String: Any]] ?? [] {
      if let key = setting["key"] as? String { values[key] = setting["default"] }
    }
    return values
  }

  /// Reads lines, and writes the answers to all lines that have arrived at once.
  private static func answerLines(
    _ description: [String: Any],
    _ answer: (SubjectLine, @escaping ([String: Any]) -> Void) throws -> Void
  ) {
    let output = SubjectOutput()
    let head: [String: Any] = ["type": "hello", "protocol": "flickbook-subject/1"]
    var rest: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(0, &piece, piece.count)
      guard count > 0 else { return }
      rest += piece[..<count]
      var lines = rest.split(separator: 10, omittingEmptySubsequences: false)
      rest = Array(lines.removeLast())
      for bytes in lines where bytes.contains(where: { $0 > 32 }) {
        let value = try? JSONSerialization.jsonObject(
          with: Data(bytes), options: [.fragmentsAllowed])
        guard let value else {
          let text = String(decoding: bytes.prefix(100), as: UTF8.self)
          output.write(["type": "error", "message": "this line is not JSON: \(text)"])
          continue
        }
        let line = SubjectLine(values: value as? [String: Any] ?? [:])
        do {
          if line.type == "hello" { output.write(head.merging(description) { $1 }) }
          try answer(line, output.write)
        } catch {
          output.write(["type": "error", "message": "\(error)"])
        }
      }
      output.flush()
    }
  }
}

/// The answers that are not written yet.
private final class SubjectOutput {
  private var bytes = Data()

  func write(_ line: [String: Any]) {
    // A number that is not finite has no JSON; null is a missing value.
    let line = line.mapValues { ($0 as? Double)?.isFinite == false ? NSNull() : $0 }
    guard JSONSerialization.isValidJSONObject(line),
      let text = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys])
    else { return write(["type": "error", "message": "an answer has a value without JSON"]) }
    bytes += text
    bytes.append(10)
  }

  func flush() {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
      guard count > 0 else { exit(1) }
      bytes = bytes.dropFirst(count)
    }
  }
}

#if canImport(Flickbook)
  import Flickbook

  extension FlickbookSubject {
    /// Serves a scenario until the standard input ends.
    ///
    /// A pan begins at the first movement of a finger. `estimator` is the name of the velocity
    /// estimator. Input of touchpads is ignored.
    static func serve<S: Scenario>(
      _ scenario: S.Type, version: String = "", estimator: String = "bayes"
    ) {
      let start = try? S(tuning: S.standardTuning, screen: Screen())
      var keys: Set<String> = []
      let writtenByFlickbook = ["fingerX", "fingerY"]
      let description: [String: Any] = [
        "name": S.name, "version": version, "targets": start?.targets ?? [],
        "settings": S.settings.filter { keys.insert($0.key).inserted }.map {
          $0.description(in: S.standardTuning)
        },
        "fields": S.ownFields.filter { !writtenByFlickbook.contains($0.key) }.map {
          ["key": $0.key, "unit": $0.unit, "meaning": $0.meaning]
        },
      ]
      serve(description) { run in try ScenarioSurface<S>(run, estimator: estimator) }
    }
  }

  extension Setting {
    fileprivate func description(in tuning: Tuning) -> [String: Any] {
      var fields: [String: Any] = ["key": key, "unit": unit, "meaning": meaning]
      switch access {
      case .number(let range, let get, _):
        fields["default"] = get(tuning)
        (fields["min"], fields["max"]) = (range.lowerBound, range.upperBound)
      case .flag(let get, _): fields["default"] = get(tuning)
      case .word(let choices, let get, _):
        (fields["default"], fields["values"]) = (get(tuning), choices)
      case .text(_, let get, _): fields["default"] = get(tuning)
      }
      return fields
    }

    /// Sets the value that is in `settings`, if the setting has an effect in `tuning`.
    fileprivate func take(_ settings: SubjectLine, in tuning: inout Tuning) {
      guard applies(in: tuning) else { return }
      switch (access, settings.values[key]) {
      case (.number(_, _, let set), let value as Double): set(&tuning, value)
      case (.flag(_, let set), let value as Bool): set(&tuning, value)
      case (_, let value as String): _ = self.set(value, in: &tuning)
      default: break
      }
    }
  }

  /// A scenario that receives the touches of the lines.
  private struct ScenarioSurface<S: Scenario>: SubjectSurface {
    private let run: SubjectRun
    private var scenario: S
    private var eventLog = EventLog()
    private var reader: TouchReader
    /// The number of the next frame, and of the next event to report.
    private var (frameCount, eventCount) = (0, 0)
    /// The contact in each slot of a touchscreen; nil for a slot without a finger.
    private var slots: [Int?] = []
    /// The slots of the cancelled contacts that have not lifted.
    private var palms: [Int] = []
    /// The time of a report of the touchscreen that is not complete.
    private var openReport: Int64?
    /// The device units per point; positions are whole numbers of device units.
    private let unitsPerPoint: Double

    init(_ run: SubjectRun, estimator: String) throws {
      self.run = run
      let (width, height) = (run.screen.first ?? 390, run.screen.last ?? 844)
      let screen = Screen(size: Planar(x: Points(width), y: Points(height)))
      var tuning = S.standardTuning
      // Other settings depend on those that decide, such as the rule of a release.
      for setting in S.settings where setting.decides { setting.take(run.settings, in: &tuning) }
      for setting in S.settings { setting.take(run.settings, in: &tuning) }
      scenario = try S(tuning: tuning, screen: screen)
      let unitsPerPoint = min(100_000, 1e9 / max(width, height))
      self.unitsPerPoint = unitsPerPoint
      func axis(_ code: UInt16, _ length: Double) -> DeviceDescription.Axis {
        .init(code: code, minimum: 0, maximum: Int32(length * unitsPerPoint))
      }
      let device = DeviceDescription(
        axes: [
          .init(code: AbsoluteAxis.slot, minimum: 0, maximum: 63),
          axis(AbsoluteAxis.positionX, width), axis(AbsoluteAxis.positionY, height),
          .init(code: AbsoluteAxis.trackingID, minimum: 0, maximum: .max),
        ], properties: [DeviceProperty.direct])
      var options = PanOptions()
      options.axis = S.panAxis(tuning, on: screen)
      let mapping = try SurfaceMapping(device: device, screen: screen.size)
      reader = TouchReader(
        device: device, initial: nil, mapping: mapping, options: options,
        estimator: try Estimator.named(estimator))
    }

    mutating func receive(_ line: SubjectLine) {
      // Touches with the same time belong to one report of the touchscreen.
      let time = Int64(line.time)
      if openReport != time { completeReport() }
      switch line.type {
      case "touch": receiveTouch(line, at: time)
      case "command" where line.values["settle"] != nil:
        advance(to: .microseconds(time), isFrame: false)
        scenario.receive(.settle(at: line.text("settle")), at: .microseconds(time), into: &eventLog)
        reportEvents()
      default: break
      }
    }

    mutating func frame(at microseconds: Double) -> [String: Any] {
      completeReport()
      let time = Seconds(microseconds / 1e6)
      advance(to: time, isFrame: true)
      reportEvents()
      let frame = scenario.frame(frameCount, at: time)
      frameCount += 1
      var values: [String: Any] = [
        "x": frame.position.x.value, "y": frame.position.y.value,
        "vx": frame.velocity.x.value, "vy": frame.velocity.y.value,
        "targetX": frame.target.x.value, "targetY": frame.target.y.value,
        "phase": frame.phase.rawValue, "progress": frame.progress,
      ]
      for field in frame.own.descriptions { values[field.key] = frame.own[field.key]?.json }
      return values
    }

    private mutating func receiveTouch(_ line: SubjectLine, at time: Int64) {
      let known = slots.firstIndex(of: line.contact)
      guard let slot = line.phase == "began" ? slots.firstIndex(of: nil) ?? slots.count : known,
        slot < 64
      else { return }
      if slot == slots.count { slots.append(nil) }
      send(AbsoluteAxis.slot, Double(slot), at: time)
      switch line.phase {
      case "began", "moved":
        if line.phase == "began" {
          slots[slot] = line.contact
          send(AbsoluteAxis.trackingID, Double(line.contact), at: time)
          // A slot keeps its values, so after a palm the next finger would be a palm, too.
          send(AbsoluteAxis.toolType, 0, at: time)
        }
        send(AbsoluteAxis.positionX, line.number("x") * unitsPerPoint, at: time)
        send(AbsoluteAxis.positionY, line.number("y") * unitsPerPoint, at: time)
      case "cancelled":
        // A contact that the device takes for a palm (2) is cancelled. It lifts in the next report.
        send(AbsoluteAxis.toolType, 2, at: time)
        palms.append(slot)
      default:
        slots[slot] = nil
        send(AbsoluteAxis.trackingID, -1, at: time)
      }
      openReport = time
    }

    private mutating func send(_ code: UInt16, _ value: Double, at time: Int64) {
      let value = Int32(max(-2e9, min(value.rounded(), 2e9)))
      handle(RawEvent(microseconds: time, type: EventType.absolute, code: code, value: value))
    }

    private mutating func completeReport() {
      guard let time = openReport else { return }
      openReport = nil
      synchronize(at: time)
      guard !palms.isEmpty else { return }
      for slot in palms {
        slots[slot] = nil
        send(AbsoluteAxis.slot, Double(slot), at: time)
        send(AbsoluteAxis.trackingID, -1, at: time)
      }
      palms = []
      synchronize(at: time)
    }

    private mutating func synchronize(at time: Int64) {
      handle(
        RawEvent(
          microseconds: time, type: EventType.synchronization, code: Synchronization.report,
          value: 0))
    }

    private mutating func handle(_ event: RawEvent) {
      for timed in reader.receive(event) {
        let time = Seconds.microseconds(timed.microseconds)
        advance(to: time, isFrame: false)
        scenario.receive(timed.event, at: time, into: &eventLog)
      }
      reportEvents()
    }

    private mutating func advance(to time: Seconds, isFrame: Bool) {
      scenario.advance(to: time, isFrame: isFrame, into: &eventLog)
    }

    /// Reports the new events, without those of the finger, which Flickbook writes itself.
    private mutating func reportEvents() {
      let ofFinger: Set<RunEvent.Kind> = [
        .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
      ]
      for event in eventLog.events[eventCount...] where !ofFinger.contains(event.kind) {
        let details = event.payload.map { ($0.key, $0.value.json) }
        run.report(event.kind.rawValue, event.time.value * 1e6, Dictionary(details) { $1 })
      }
      eventCount = eventLog.events.count
    }
  }

  extension LogValue {
    fileprivate var json: Any {
      switch self {
      case .number(let number): number.isFinite ? number as Any : NSNull()
      case .integer(let number): number
      case .text(let text): text
      case .flag(let flag): flag
      case .none: NSNull()
      case .list(let values): values.map(\.json)
      case .fields(let fields): Dictionary(fields.map { ($0.key, $0.value.json) }) { $1 }
      }
    }
  }
#endif
