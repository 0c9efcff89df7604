import Flickbook
import GestureReplay
import Subjects

// Measures the parts of a replay in one process; prints the minimum and the median of many rounds. Reading
// is measured on a recording that is repeated until it is large, the rest on a gesture of five seconds.

/// The time limit for the replay of five seconds, in milliseconds.
let longestReplay = 0.5

func measure(_ name: String, rounds: Int = 40, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  var times: [Double] = []
  for _ in 0..<rounds {
    let time = clock.measure(body).components
    times.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) * 1e-15)
  }
  times.sort()
  print("  \(name): \(rounded(times[0])) ms best, \(rounded(times[rounds / 2])) ms median")
  return times[0]
}

func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

let hand = try HandModel(touches: [
  {
    var path = HandPath(from: Position(x: Points(195), y: Points(750)))
    path.reach(Position(x: Points(195), y: Points(300)), in: Seconds(2))
    path.reach(Position(x: Points(195), y: Points(700)), in: Seconds(2))
    path.flick(to: Position(x: Points(195), y: Points(500)), speed: PointsPerSecond(1_500))
    return SyntheticTouch(path: path)
  }()
])
let recording = try Digitizer(rate: 125).recording(
  of: hand, gesture: "five seconds", intent: "half")

// With a scenario and a number of rounds as arguments, only replays are run, for use with a
// profiler.
if CommandLine.arguments.count == 3, let rounds = Int(CommandLine.arguments[2]) {
  let request = ReplayRequest(scenario: CommandLine.arguments[1])
  var frames = 0
  for _ in 0..<rounds { frames += try request.run(of: recording).frames.count }
  print("\(frames) frames")
} else {
  try measureAll()
}

func measureAll() throws {
  let text = libinputText(of: RecordingFile(format: .libinput, recordings: [recording]))
  print("a recording of \(recording.events.count) events, \(text.count) bytes")

  for scenario in ["sheet", "pip"] {
    let request = ReplayRequest(scenario: scenario)
    let folder = ".build/benchmark-\(scenario)"
    _ = measure("\(scenario): read, replay, write") {
      do {
        let file = try RecordingFile(in: text, named: "memory")
        // Do not wait for the disk, which takes twenty times as long and does not measure Flickbook.
        try writeRun(try request.run(of: file.recordings[0]), at: folder, durably: false)
      } catch { print("failed: \(error)") }
    }
    _ = measure("\(scenario): read") {
      do { _ = try RecordingFile(in: text, named: "memory") } catch { print("failed: \(error)") }
    }
    _ = measure("\(scenario): check of the request, a hundred times") {
      var preset = request
      preset.preset = "wave"
      do { for _ in 0..<100 { try preset.check() } } catch { print("failed: \(error)") }
    }
    var run: Run?
    let best = measure("\(scenario): replay") {
      do { run = try request.run(of: recording) } catch { print("failed: \(error)") }
    }
    print(
      "  \(scenario): replay at \(rounded(best / longestReplay)) of the \(longestReplay) ms limit")
    _ = measure("\(scenario): text of the run") { _ = run?.files() }
    _ = measure("\(scenario): digest of the frames") {
      _ = run.map { SHA256.hexadecimal(of: $0.frameText()) }
    }
    print("  \(scenario): \(run?.frames.count ?? 0) frames")
  }

  try measureSubject(text)

  var large = recording
  while large.events.count < 3_000_000 {
    let offset = (large.events.last?.microseconds ?? 0) + 8_000
    large.events += large.events.map { event in
      var event = event
      event.microseconds += offset
      return event
    }
  }
  let largeText = libinputText(of: RecordingFile(format: .libinput, recordings: [large]))
  let best = measure("reading \(largeText.count / 1_000_000) MB of libinput YAML", rounds: 5) {
    do { _ = try RecordingFile(in: largeText, named: "memory") } catch { print("failed: \(error)") }
  }
  print("  \(rounded(Double(largeText.count) / best / 1000)) MB/s")
}

/// Compares a replay through a program that does nothing with a replay through a scenario; without the start of the program.
func measureSubject(_ text: [UInt8]) throws {
  func time(_ name: String, _ request: ReplayRequest) -> Double {
    measure("\(name): read, replay, write") {
      do {
        let file = try RecordingFile(in: text, named: "memory")
        let run = try request.run(of: file.recordings[0])
        try writeRun(run, at: ".build/benchmark-\(name)", durably: false)
      } catch { print("failed: \(error)") }
    }
  }
  var subject = ReplayRequest(scenario: "")
  subject.take(SubjectProgram(command: "python3 Benchmarks/ReplayBenchmarks/nothing.py"))
  try subject.check()
  let ratio = time("subject", subject) / time("sheet", ReplayRequest(scenario: "sheet"))
  print(
    "  a program that does nothing takes \(rounded(ratio)) of the time of a sheet; the limit is 3")
}
