import Foundation
import Testing

private let hasEncoder =
  (try? Flickbook().shell("ffmpeg -v quiet -decoders | grep -q svg && command -v ffprobe").status)
  == 0

/// Moving pictures of runs, which `ffprobe` and `ffmpeg` read.
@Suite("Moving pictures", .enabled(if: hasEncoder, "needs ffmpeg with librsvg"))
struct MovieTests {
  static let formats = ["gif", "apng", "mp4", "webm"]
  /// The time in s for which the last picture is shown longer than the others.
  static let pause = 1.2

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "run")
  }

  @discardableResult
  private func plot(_ arguments: String) throws -> Flickbook.Result {
    let result = try flickbook.shell("flickbook plot \(arguments)")
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result
  }

  /// The width, the height and the packets of a moving picture, the packets as times and durations in s.
  private func probe(
    _ name: String
  ) throws -> (width: Int, height: Int, packets: [(time: Double, duration: Double)]) {
    let result = try flickbook.shell(
      """
      ffprobe -v error -show_entries stream=width,height:packet=pts_time,duration_time -of json \(name)
      """)
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let stream = try #require((found["streams"] as? [[String: Any]])?.first)
    let packets = try #require(found["packets"] as? [[String: Any]])
    func number(_ packet: [String: Any], _ key: String) -> Double {
      (packet[key] as? String).flatMap { Double($0) } ?? .nan
    }
    return (
      try #require(stream["width"] as? Int), try #require(stream["height"] as? Int),
      packets.map { (number($0, "pts_time"), number($0, "duration_time")) }
    )
  }

  /// The picture that is shown at a time, as rows of red, green and blue.
  private func picture(
    _ name: String, at number: Int, width: Int, height: Int
  ) throws -> (Int, Int) -> (red: Int, green: Int, blue: Int) {
    let result = try flickbook.shell(
      """
      ffmpeg -v error -y -i \(name) -vf "select=eq(n\\,\(number)),format=rgb24" -frames:v 1 -fps_mode passthrough \\
        -f rawvideo picture.raw
      """)
    try #require(result.status == 0, "\(result.errors)")
    let bytes = [UInt8](try flickbook.bytes("picture.raw"))
    try #require(bytes.count == width * height * 3)
    return { x, y in
      let start = (y * width + x) * 3
      return (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
    }
  }

  /// The middles of the dark lines in a column of luminances, each weighted by the darkness of its rows.
  private static func darkLines(_ column: [Double]) -> [Double] {
    var lines: [Double] = []
    var (weight, moment) = (0.0, 0.0)
    for (row, level) in (column + [255]).enumerated() {
      let darkness = max(0, 140 - level)
      weight += darkness
      moment += darkness * Double(row)
      guard darkness == 0, weight > 0 else { continue }
      lines.append(moment / weight)
      (weight, moment) = (0, 0)
    }
    return lines
  }

  @Test("a moving picture has the pictures and the duration of its run", arguments: formats)
  func timing(format: String) throws {
    let said = try plot("run -o run.\(format)").output
    let (width, height, packets) = try probe("run.\(format)")
    #expect(width % 2 == 0 && height % 2 == 0)
    // The run has 120 frames per second.
    let end = Double(try flickbook.json("run/frames.jsonl").count - 1) / 120
    let rate = format == "gif" ? 50.0 : 60
    let pictures = Int((end * rate - 1e-6).rounded(.up)) + 1
    #expect(said.contains("\(pictures) pictures of \(width) × \(height) pixels"), "\(said)")
    let repeated = ["mp4", "webm"].contains(format) ? Int((Self.pause * rate).rounded()) : 0
    #expect(packets.count == pictures + repeated)
    for (number, time) in packets.map(\.time).sorted().enumerated() {
      #expect((time - Double(number) / rate).magnitude < 0.002, "picture \(number)")
    }
    if repeated == 0 {
      let last = try #require(packets.last)
      #expect((last.duration - Self.pause - 1 / rate).magnitude < 0.01, "\(last)")
    }
  }

  @Test("the surface is where the run has it, within a pixel", arguments: formats)
  func position(format: String) throws {
    try plot("run -o run.\(format) --width 1560")
    let (width, height, _) = try probe("run.\(format)")
    #expect(width == 1_560)
    let frames = try flickbook.json("run/frames.jsonl")
    for number in [6, 14, 22] {
      let pixel = try picture("run.\(format)", at: number, width: width, height: height)
      // A column at the left of the screen, where neither the handle nor the finger is, from below the title. The
      // border of the screen and the edge of the surface are the only dark lines in it.
      let lines = Self.darkLines(
        (72..<height).map { row in
          let found = pixel(170, row)
          return 0.2126 * Double(found.red) + 0.7152 * Double(found.green)
            + 0.0722 * Double(found.blue)
        })
      try #require(lines.count == 3, "picture \(number): \(lines)")
      let frame = frames[format == "gif" ? number * 120 / 50 : number * 2]
      let y = try #require(frame["y"] as? Double)
      // The screen of the scenario is 844 pt high.
      let expected = lines[0] + y / 844 * (lines[2] - lines[0])
      #expect((lines[1] - expected).magnitude <= 1, "picture \(number): \(lines), not \(expected)")
    }
  }

  @Test("GIF and APNG repeat forever, and the same run gives the same file")
  func repeats() throws {
    for format in ["gif", "apng"] {
      try plot("run -o a.\(format)")
      try plot("run -o b.\(format)")
      #expect(try flickbook.bytes("a.\(format)") == flickbook.bytes("b.\(format)"))
    }
    // The application extension of the GIF, and its block with the number of repetitions.
    let gif = try flickbook.bytes("a.gif")
    let loops = try #require(gif.range(of: Data("NETSCAPE2.0".utf8)))
    #expect(gif[loops.upperBound...].prefix(4) == Data([3, 1, 0, 0]))
    let png = try flickbook.bytes("a.apng")
    let control = try #require(png.range(of: Data("acTL".utf8)))
    #expect(png[control.upperBound...].dropFirst(4).prefix(4) == Data([0, 0, 0, 0]))
  }

  @Test("the expected run is an outline behind the run, and --from and --to select a part")
  func expected() throws {
    try flickbook.shell(
      "flickbook replay flick.yml --scenario sheet --set spring.response=0.9 -o slow")
    try plot("slow --expected run -o change.apng --from 0.2 --to 0.5")
    let (width, height, packets) = try probe("change.apng")
    #expect(packets.count == 19, "0.3 s at 60 pictures per second")
    let pixel = try picture("change.apng", at: 12, width: width, height: height)
    // The outline of the expected surface is orange: #d9480f.
    let orange = (60..<height - 60).filter { row in
      let found = pixel(85, row)
      return found.red > 180 && found.blue < 110
    }
    #expect(!orange.isEmpty)
    try plot("slow -o alone.apng --from 0.2 --to 0.5")
    let alone = try picture("alone.apng", at: 12, width: width, height: height)
    #expect(!orange.contains { alone(85, $0).red > 180 && alone(85, $0).blue < 110 })
  }

  @Test("options that do not fit are refused, and no file is written")
  func refusals() throws {
    for (arguments, found) in [
      ("run -o x.avi", ".svg, .png, .gif, .apng, .mp4 or .webm"),
      ("run -o x.svg --from 1", "--from"), ("run -o x.png --to 1", "--to"),
      ("run -o x.gif --filmstrip 3", "--filmstrip"),
      ("run -o x.gif --moments 0.1", "--moments"), ("run -o x.gif --from 99", "the runs end at"),
      ("run -o x.gif --from 0.5 --to 0.4", "--to"), ("run -o x.gif --from=-1", "--from"),
      ("run -o x.gif --to nan", "--to"), ("run -o x.gif --width 9", "--width"),
      ("run -o x.png --animate", ".gif"),
    ] {
      expectRefusal(try flickbook.shell("flickbook plot \(arguments)"), 64, found)
    }
    // The same flick again after 130 s.
    let long = try flickbook.shell(
      """
      (cat flick.yml; sed -n '/^  - evdev:/,$p' flick.yml | sed 's/\\[  0,/[130,/') > long.yml
      flickbook plot long.yml --scenario sheet -o x.gif
      """)
    expectRefusal(long, 64, "120 s", "--from and --to")
    #expect(try flickbook.names().filter { $0.hasPrefix("x.") }.isEmpty)
  }

  @Test("without ffmpeg, or if it fails, a moving picture is refused and no file is left")
  func noEncoder() throws {
    let missing = try flickbook("plot", "run", "-o", "x.gif", environment: ["PATH": "/nowhere"])
    expectRefusal(missing, 74, "ffmpeg", "sudo apt install ffmpeg", ".svg")
    for script in ["exit 3", "exit 0", "echo '[error] no librsvg' >&2; exit 1"] {
      try flickbook.shell(
        """
        mkdir -p bin; printf '%s\\n' '#!/bin/sh' "\(script)" > bin/ffmpeg; chmod +x bin/ffmpeg
        """)
      let result = try flickbook(
        "plot", "run", "-o", "x.gif", environment: ["PATH": "bin:/usr/bin:/bin"])
      expectRefusal(result, 74, "ffmpeg", "librsvg")
    }
    #expect(!flickbook.exists("x.gif"))
  }

  @Test("Ctrl-C ends the encoder, and no file is left")
  func interrupted() throws {
    // The encoder reports its process id, interrupts the command, and would then wait for a minute.
    try flickbook.shell(
      """
      mkdir -p bin temporary
      printf '%s\\n' '#!/bin/sh' 'echo $$ > encoder' 'kill -INT $PPID' 'exec sleep 60' > bin/ffmpeg
      chmod +x bin/ffmpeg
      """)
    let result = try flickbook.shell(
      """
      PATH="bin:$PATH" TMPDIR=temporary bash -c 'trap - INT; exec flickbook plot run -o x.gif'; echo $?
      while kill -0 "$(cat encoder)" 2>/dev/null; do :; done; ls temporary
      """)
    #expect(result.output == "130\n", "\(result)")
    #expect(!flickbook.exists("x.gif"))
  }
}
