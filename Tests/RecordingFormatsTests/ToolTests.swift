import Foundation
import RecordingFormats
import Testing
import TouchInput

/// Other programs that read the recordings that Flickbook writes.
enum OtherTools {
  private static let python = "/usr/bin/python3"
  private static let replay = "/usr/libexec/libinput/libinput-replay"

  /// Whether `libinput replay` and its dependencies are installed.
  static let hasReplay =
    FileManager.default.fileExists(atPath: replay)
    && (try? run("import libevdev, pyudev, yaml", [])) != nil

  /// Whether evemu's library is installed.
  static let hasEvemu = (try? run("import ctypes; ctypes.CDLL('libevemu.so.3')", [])) != nil

  struct Failure: Error { var output: String }

  /// Runs a Python program and returns what it prints.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let result = String(decoding: text, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failure(output: String(result.suffix(1_000)))
    }
    return result
  }

  /// A program that loads `libinput replay` and passes each file to it, with a device that only
  /// prints the events.
  static let replayProgram = """
    import importlib.machinery, importlib.util, sys, time, libevdev, yaml
    loader = importlib.machinery.SourceFileLoader("replay", "\(replay)")
    replay = importlib.util.module_from_spec(importlib.util.spec_from_loader("replay", loader))
    loader.exec_module(replay)
    class Printer:
        devnode = "/dev/input/event0"
        def send_events(self, events):
            for e in events:
                print(e.sec * 1000000 + e.usec, e.type.value, e.code.value, e.value)
    libevdev.Device.create_uinput_device = lambda self: Printer()
    replay.check_udev_properties = lambda device, uinput: \
    [p.split("=", maxsplit=1) for p in device["udev"]["properties"]]
    time.sleep = lambda seconds: None
    for path in sys.argv[1:]:
        print("file")
        with open(path) as file:
            recording = yaml.safe_load(file)
        replay.check_file(recording)
        first = [replay.first_timestamp(d) for d in recording["devices"]]
        for device in recording["devices"]:
            replay.create_device_quirk(device)
            device["__uinput"] = replay.create(device)
            device["__first_event_offset"] = first[0] or 0
            replay.replay(device, False)
    """

  /// A program that passes each file to evemu's reader, and prints the name and all events.
  static let evemuProgram = """
    import ctypes, sys
    evemu = ctypes.CDLL("libevemu.so.3")
    libc = ctypes.CDLL(None)
    for function in (libc.fopen, evemu.evemu_new, evemu.evemu_get_name):
        function.restype = ctypes.c_void_p
    class Event(ctypes.Structure):
        _fields_ = [("sec", ctypes.c_long), ("usec", ctypes.c_long), ("type", ctypes.c_ushort),
                    ("code", ctypes.c_ushort), ("value", ctypes.c_int)]
    for path in sys.argv[1:]:
        print("file")
        device = ctypes.c_void_p(evemu.evemu_new(None))
        file = ctypes.c_void_p(libc.fopen(path.encode(), b"r"))
        if evemu.evemu_read(device, file) <= 0:
            raise SystemExit("evemu cannot read " + path)
        event = Event()
        while evemu.evemu_read_event(file, ctypes.byref(event)) > 0:
            print(event.sec * 1000000 + event.usec, event.type, event.code, event.value)
    """
}

@Suite("Other tools")
struct ToolTests {
  /// Writes files in a format and returns their paths.
  private func folder(with files: [[UInt8]]) throws -> (folder: URL, paths: [String]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flickbook-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let paths = try files.enumerated().map { index, bytes in
      let file = folder.appending(path: "\(index)")
      try Data(bytes).write(to: file)
      return file.path
    }
    return (folder, paths)
  }

  /// The bundled recordings and, if installed, the shorter recordings of real devices.
  private func recordings() throws -> [RecordingFile] {
    let bundled = try [SampleTexts.libinput(), SampleTexts.evemu].map { try read($0) }
    let field = try FieldRecordings.all.map { try FieldRecordings.read($0) }
    return bundled + field.filter { $0.recordings[0].events.count < 400 }
  }

  private func lines(_ recordings: [RecordingFile], dropsAutorepeat: Bool) -> [Substring] {
    var text = ""
    for file in recordings {
      text += "file\n"
      for frame in frames(of: file.recordings[0].events) {
        // `libinput replay` skips every frame in which the kernel repeats a key.
        if dropsAutorepeat, frame.contains(where: { $0.type == 1 && $0.value == 2 }) { continue }
        for event in frame {
          text += "\(event.microseconds) \(event.type) \(event.code) \(event.value)\n"
        }
      }
    }
    return text.split(separator: "\n")
  }

  private func frames(of events: [RawEvent]) -> [ArraySlice<RawEvent>] {
    var result: [ArraySlice<RawEvent>] = []
    var start = 0
    for (index, event) in events.enumerated() where event.isReport || index == events.count - 1 {
      result.append(events[start...index])
      start = index + 1
    }
    return result
  }

  private func expectSame(_ output: String, _ expected: [Substring]) {
    let found = output.split(separator: "\n")
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) where found != expected {
      Issue.record("found \(found) instead of \(expected)")
      break
    }
  }

  @Test(
    "libinput replay sends the events that Flickbook wrote",
    // Debian's libinput-tools are not installed on every machine.
    .enabled(if: OtherTools.hasReplay, "needs libinput-tools and python3"))
  func replay() throws {
    let recordings = try recordings()
    let (folder, paths) = try folder(with: recordings.map { libinputText(of: $0) })
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try OtherTools.run(OtherTools.replayProgram, paths)
    expectSame(output, lines(recordings, dropsAutorepeat: true))
  }

  @Test(
    "libinput replay reads names, notes and marks with special characters",
    .enabled(if: OtherTools.hasReplay, "needs libinput-tools and python3"))
  func replayStreamed() throws {
    var recording = LibinputWriterTests.full
    recording.device.name = "Acme \"Pro\" \\ Pad: #1 é"
    recording.events = try SampleTexts.events()
    var writer = LibinputWriter()
    var streamed = writer.header(of: recording, isStreamed: true)
    streamed += writer.frame(recording.events[..<3], gap: recording.gaps[0])
    streamed += writer.frame(recording.events[3...], gap: recording.gaps[1])
    streamed += writer.end()
    var nothing = LibinputWriter()
    let empty = nothing.header(of: recording, isStreamed: true) + nothing.end()
    let whole = libinputText(of: RecordingFile(format: .libinput, recordings: [recording]))
    let (folder, paths) = try folder(with: [whole, streamed, empty])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = RecordingFile(format: .libinput, recordings: [recording])
    let output = try OtherTools.run(OtherTools.replayProgram, paths)
    expectSame(output, lines([file, file], dropsAutorepeat: true) + ["file"])
  }

  @Test(
    "PyYAML reads names and notes with every kind of character",
    .enabled(if: OtherTools.hasReplay, "needs libinput-tools and python3"))
  func characters() throws {
    let file = RecordingFile(format: .libinput, recordings: [LibinputWriterTests.full])
    let (folder, paths) = try folder(with: [libinputText(of: file)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try OtherTools.run(
      "import sys, yaml; d = yaml.safe_load(open(sys.argv[1])); "
        + "print(ascii(d['devices'][0]['evdev']['name']), ascii(d['flickbook']['note']))", paths)
    #expect(
      found == #"'Acme "Pro" \\ Pad: #1\n\x1b\x7f\x85\u2028\ufeff\u270b\U0001f3fd' "#
        + #"'it\'s "so"\n  & *so*: #1'"# + "\n")
  }

  @Test(
    "evemu reads the events that Flickbook wrote",
    // Debian's evemu-tools are not installed on every machine.
    .enabled(if: OtherTools.hasEvemu, "needs evemu-tools and python3"))
  func evemu() throws {
    let recordings = try recordings()
    let (folder, paths) = try folder(with: recordings.map { try $0.text(as: .evemu) })
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try OtherTools.run(OtherTools.evemuProgram, paths)
    expectSame(output, lines(recordings, dropsAutorepeat: false))
  }
}
