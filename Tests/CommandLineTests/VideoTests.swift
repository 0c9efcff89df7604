import Foundation
import MotionPhysics
import Quantities
import Testing

private let hasDecoder = (try? Flickbook().shell("command -v ffmpeg").status) == 0

/// Videos that the tests render, so that the true motion is known.
@Suite(
  "Motion in a video",
  .enabled(if: hasDecoder, "needs ffmpeg"))
struct VideoTests {
  static let (width, height) = (48, 320)
  static let spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))
  static let lossless = ["-c:v ffv1 a.nut", "-c:v libx264 -qp 0 -pix_fmt yuv420p a.mp4"]
  static let lossy = ["-c:v libx264 -pix_fmt yuv420p a.mp4", "-c:v mpeg4 -q:v 5 a.avi"]

  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  /// The true position: at rest until 0.2 s, and then on a spring.
  static func position(at time: Double) -> Double {
    guard time > 0.2 else { return 280.25 }
    let start = Spring.Motion(offset: Points(280.25 - 60.37), velocity: .zero)
    return 60.37 + spring.motion(after: Seconds(time - 0.2), from: start).offset.value
  }

  /// Renders a frame with an antialiased edge at `edge`; `isAcross` lets it move along x.
  static func frame(_ edge: Double, isAcross: Bool = false) -> Data {
    let levels = (0..<height).map { row in
      let dark = min(max(edge - Double(row), 0), 1)
      return UInt8((40 * dark + 210 * (1 - dark)).rounded())
    }
    if isAcross { return (0..<width).reduce(into: Data()) { frame, _ in frame += levels } }
    return levels.reduce(into: Data()) { $0 += Data(repeating: $1, count: width) }
  }

  /// Encodes frames of 60 Hz; `output` is the options and the name of the video.
  private func encode(_ frames: [Data], _ output: String, isAcross: Bool = false) throws {
    try flickbook.write(frames.reduce(into: Data()) { $0 += $1 }, to: "frames.raw")
    let size = isAcross ? "\(Self.height)x\(Self.width)" : "\(Self.width)x\(Self.height)"
    let made = try flickbook.shell(
      "ffmpeg -v error -y -f rawvideo -pix_fmt gray -s \(size) -r 60 -i frames.raw \(output)")
    try #require(made.status == 0, "\(made)")
  }

  private func render(_ output: String, _ times: [Double] = (0..<90).map { Double($0) / 60 }) throws
  {
    try encode(times.map { Self.frame(Self.position(at: $0)) }, output)
  }

  private struct Row {
    var time: Double
    var position: Double
    var error: Double
  }

  /// The rows of the table that a command line prints.
  private func rows(_ line: String) throws -> [Row] {
    let result = try flickbook.shell("flickbook observe \(line)")
    try #require(result.status == 0, "\(result)")
    let lines = result.output.split(separator: "\n").drop { $0.hasPrefix("#") }
    #expect(lines.first == "time,y,yError" || lines.first == "time,x,xError")
    return lines.dropFirst().map { line in
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      return Row(time: numbers[0], position: numbers[1], error: numbers[2])
    }
  }

  @Test("a video without losses gives each position within 0.05 pixels", arguments: lossless)
  func exact(output: String) throws {
    try render(output)
    let rows = try rows("--video \(output.split(separator: " ").last ?? "")")
    #expect(rows.count == 90)
    for (frame, row) in rows.enumerated() {
      #expect((row.time - Double(frame) / 60).magnitude < 1e-6, "\(row)")
      #expect((row.position - Self.position(at: Double(frame) / 60)).magnitude < 0.05, "\(row)")
      #expect(row.error < 0.02)
    }
    let response = Self.response(fitting: rows)
    #expect((response / 0.4 - 1).magnitude < 0.005, "\(response)")
  }

  @Test(
    "a compressed video gives each position within 0.3 pixels, and the response within 3 %",
    arguments: lossy)
  func compressed(output: String) throws {
    try render(output)
    let rows = try rows("--video \(output.split(separator: " ").last ?? "")")
    #expect(rows.count == 90)
    var (squares, stated) = (0.0, 0.0)
    for row in rows {
      let error = row.position - Self.position(at: row.time)
      #expect(error.magnitude < 0.3, "\(row)")
      squares += error * error
      stated += row.error * row.error
    }
    let ratio = (squares / stated).squareRoot()
    #expect((0.3...2.5).contains(ratio), "the errors are \(ratio) times as large as stated")
    let response = Self.response(fitting: rows)
    #expect((response / 0.4 - 1).magnitude < 0.03, "\(response)")
  }

  @Test("frames at varying times keep their times")
  func variable() throws {
    // Frame n is shown at n / 60 + 0.004 (n mod 3) seconds, a whole number of the ticks of 1/60000 s.
    let times = (0..<90).map { Double($0) / 60 + 0.004 * Double($0 % 3) }
    try render(
      "-c:v libx264 -qp 0 -pix_fmt yuv420p -vf \"settb=1/60000,setpts='round((N/60+0.004*mod(N,3))/TB)'\" "
        + "-fps_mode passthrough -enc_time_base 1:60000 -video_track_timescale 60000 a.mov", times)
    let rows = try rows("--video a.mov")
    #expect(rows.count == 90)
    for (time, row) in zip(times, rows) {
      #expect((row.time - time).magnitude < 2e-6, "\(row)")
      #expect((row.position - Self.position(at: time)).magnitude < 0.05, "\(row)")
    }
    let report = try flickbook("observe", "--video", "a.mov").errors
    #expect(report.contains("0.0087 to 0.0207 s apart"), "\(report)")
  }

  @Test(
    "frames that a recorder repeats are left out while the edge moves",
    arguments: ["-c:v libx264 -qp 0 -pix_fmt yuv420p a.mp4", "-c:v libx264 -pix_fmt yuv420p a.mp4"])
  func duplicates(output: String) throws {
    // Frame 15 is at 0.25 s; the edge moves by more than 0.5 pixels per frame from 13 to 30.
    let repeated = Set([4, 15, 18, 22, 80])
    let times = (0..<90).map { Double(repeated.contains($0) ? $0 - 1 : $0) / 60 }
    try render(output, times)
    let rows = try rows("--video a.mp4")
    let present = Set(rows.map { Int(($0.time * 60).rounded()) })
    #expect(Set(0..<90).subtracting(present) == [15, 18, 22])
    let written = try flickbook.shell("flickbook observe --video a.mp4 -o a.csv --json").json()
    #expect(written.first?["rows"] as? Int == 87)
    #expect(written.first?["frames"] as? Int == 90)
    let at = try #require(written.first?["repeatedAt"] as? [Double])
    #expect(at.map { Int(($0 * 60).rounded()) } == [15, 18, 22])
    #expect(try flickbook.text("a.csv").contains("# repeated-frames: 3\n"))
    let response = Self.response(fitting: rows)
    #expect((response / 0.4 - 1).magnitude < 0.03, "\(response)")
  }

  @Test("a region, the times and the scale choose and scale rows of the same table")
  func choices() throws {
    try render("-c:v libx264 -qp 0 -pix_fmt yuv420p a.mp4")
    // In this format, 2 × 2 pixels share a colour, and the offsets are odd.
    let all = try rows("--video a.mp4")
    let part = try rows("--video a.mp4 --region 3,41,17,263 --from 0.2 --to 0.5")
    let chosen = all.filter { (0.2...0.5).contains($0.time) }
    #expect(chosen.count == part.count && part.count == 19)
    for (row, other) in zip(part, chosen) {
      #expect(row.time == other.time)
      #expect((row.position - other.position).magnitude < 1e-6)
    }
    for (row, other) in zip(try rows("--video a.mp4 --pixels-per-point 3"), all) {
      #expect((row.position - other.position / 3).magnitude < 1e-6)
      #expect((row.error - other.error / 3).magnitude < 1e-6)
    }
    let frames = (0..<90).map { Self.frame(Self.position(at: Double($0) / 60), isAcross: true) }
    try encode(frames, "-c:v ffv1 across.nut", isAcross: true)
    for (row, other) in zip(try rows("--video across.nut --along x"), all) {
      // The levels of the other format are not rounded in the same way.
      #expect((row.position - other.position).magnitude < 0.02)
    }
  }

  @Test("the table is input of the comparison, and its notes name the software")
  func compared() throws {
    try render("-c:v ffv1 ./-a.nut")
    let made = try flickbook.shell(
      "flickbook synth flick -o flick.yml && flickbook observe --video=-a.nut -o a.csv --clock wall "
        + "--software 'an app' --date 2026-11-20")
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("a.csv: 90 rows\n"))
    let text = try flickbook.text("a.csv")
    let notes = "# software: an app\n# date: 2026-11-20\n# clock: wall\n# video: -a.nut\n"
    #expect(text.hasPrefix(notes))
    let result = try flickbook.shell(
      "flickbook observe a.csv --recording flick.yml --scenario sheet -o run")
    #expect(result.status == 1, "\(result)")
    #expect(try flickbook.text("run/run.json").contains("an app"))
  }

  @Test("an edge that cannot be followed is an error with its time")
  func edges() throws {
    func expect(_ line: String, _ answer: String) throws {
      let result = try flickbook.shell("flickbook observe --video \(line)")
      #expect(result.status == 65, "\(result)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(answer), "\(line): \(result.errors)")
      #expect(result.errors.contains(/^[^:]+: .+[;,.] .+\n$/), "\(result)")
    }
    try render("-c:v ffv1 a.nut")
    // The edge is at 211.9 in frame 17.
    try expect("a.nut --region 0,200,48,120", "at 0.283 s, near y = 211.")
    try expect("a.nut --region 0,0,48,150", "found no edge at 0.000 s")
    try expect("a.nut --near 100", "found no edge within 16 px of y = 100.0 px")
    try expect("a.nut --along x", "found no edge at 0.000 s")
    try expect("a.nut --from 9", "found no frames")
    let black = Data(repeating: 0, count: Self.width * Self.height)
    try encode([Self.frame(99), Self.frame(99), black], "-c:v ffv1 cut.nut")
    try expect(
      "cut.nut", "the edge is lost at 0.033 s, after y = 99.0 px; end before with --to 0.01")
    var card = Data(repeating: 40, count: Self.width * 100)
    card += Data(repeating: 200, count: Self.width * 100)
    card += Data(repeating: 40, count: Self.width * 120)
    try encode([card, card], "-c:v ffv1 card.nut")
    try expect(
      "card.nut", "found 2 edges of about the same strength at 0.000 s, at y = 100 and 200")
    let still = try flickbook.shell("flickbook observe --video card.nut --near 204")
    #expect(still.status == 0)
    #expect(still.errors.contains("the edge moves by less than 1 pixel"), "\(still)")
  }

  @Test("a file that is no complete video is an error")
  func broken() throws {
    try render("-c:v libx264 -qp 0 -pix_fmt yuv420p -movflags +faststart a.mp4")
    let whole = try flickbook.bytes("a.mp4")
    try flickbook.write(whole.prefix(whole.count * 2 / 3), to: "part.mp4")
    try flickbook.write(whole.prefix(300), to: "start.mp4")
    try flickbook.write("hello\n", to: "text.mp4")
    try flickbook.write("", to: "empty.mp4")
    try flickbook.shell("ffmpeg -v error -f lavfi -i sine=duration=0.1 sound.wav; mkfifo pipe")
    let cases: [(String, Int32, String)] = [
      ("part.mp4", 65, "ffmpeg finds damage, or an early end, after "),
      ("start.mp4", 65, "ffmpeg reads no video from it"),
      ("text.mp4", 65, "ffmpeg reads no video from it"),
      ("empty.mp4", 65, "ffmpeg reads no video from it"),
      ("sound.wav", 65, "it has no video stream"),
      ("none.mp4", 66, "there is no such file"), ("pipe", 65, "not a regular file"),
      ("-", 64, "a video cannot be read from standard input"),
      ("a.mp4 --region 40,0,9,320", 64, "but the picture is 48 × 320 pixels"),
      ("a.mp4 --region 0,0,48,8", 64, "found fewer than 16 pixels along y"),
      ("a.mp4 --region 0,0,48", 64, "--region: found '0,0,48'"),
      ("a.mp4 -o a.mp4 --force", 64, "a.mp4: this is the video"),
    ]
    for (line, status, answer) in cases {
      let result = try flickbook.shell("flickbook observe --video \(line)")
      #expect(result.status == status, "\(line): \(result)")
      #expect(result.errors.contains(answer), "\(line): \(result)")
      #expect(result.errors.contains(/^[^:]+: .+[;,.] .+\n$/), "\(line): \(result)")
      #expect(result.output.isEmpty)
    }
    #expect(try flickbook.bytes("a.mp4") == whole)
    let few = try flickbook.shell("flickbook observe --video part.mp4 --to 0.3")
    #expect(few.status == 0, "\(few)")
    let missing = try flickbook(
      "observe", "--video", "a.mp4", environment: ["PATH": flickbook.folder.path])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("sudo apt install ffmpeg"))
  }
}

extension VideoTests {
  /// Returns the response of the spring that fits rows best, with free damping, start time and ends of the motion.
  ///
  /// A grid of responses, damping ratios and start times is moved to its best point and made smaller, until its step is 10⁻⁴.
  private static func response(fitting rows: [Row]) -> Double {
    var (best, size) = ((response: 0.5, damping: 1.0, start: 0.25), 0.2)
    while size > 1e-4 {
      var least = Double.infinity
      let centre = best
      for index in 0..<125 {
        let steps = [index % 5, index / 5 % 5, index / 25].map { Double($0 - 2) / 2 * size }
        let response = max(0.05, centre.response + steps[0])
        let damping = max(0.05, centre.damping + 2 * steps[1])
        let start = centre.start + steps[2]
        let rest = residual(rows, response, damping, start)
        if rest < least { (least, best) = (rest, (response, damping, start)) }
      }
      // Shrink slowly, because the best values of the three depend on each other.
      size *= 0.7
    }
    return best.response
  }

  /// The sum of squares that the line through (spring, position) leaves.
  private static func residual(
    _ rows: [Row], _ response: Double, _ damping: Double, _ start: Double
  ) -> Double {
    let spring = Spring(dampingRatio: damping, response: Seconds(response))
    let from = Spring.Motion(offset: Points(1), velocity: .zero)
    var sums = (n: 0.0, u: 0.0, y: 0.0, uu: 0.0, uy: 0.0, yy: 0.0)
    for row in rows {
      let u =
        row.time <= start
        ? 1 : spring.motion(after: Seconds(row.time - start), from: from).offset.value
      let y = row.position - 100
      sums = (
        sums.n + 1, sums.u + u, sums.y + y, sums.uu + u * u, sums.uy + u * y, sums.yy + y * y
      )
    }
    let (uu, uy) = (sums.uu - sums.u * sums.u / sums.n, sums.uy - sums.u * sums.y / sums.n)
    return sums.yy - sums.y * sums.y / sums.n - uy * uy / uu
  }
}

@Suite("Options for videos")
struct VideoOptionTests {
  @Test(
    "an option that has no effect is refused before any work",
    arguments: [
      ("--video a.mp4 --recording r", "--recording: a video becomes a table first"),
      ("--video a.mp4 --scenario sheet", "--scenario: a video becomes a table first"),
      ("--video a.mp4 --scale 2", "--scale: a video becomes a table first"),
      ("--video a.mp4 --within lag=1", "--within: a video becomes a table first"),
      ("--video a.mp4 --hz 60", "--hz: a video becomes a table first"),
      ("--video a.mp4 --keep", "--keep: a video becomes a table first"),
      ("--video a.mp4 --axis y", "name the axis of a video with --along"),
      ("--video a.mp4 b.csv", "b.csv: found a table and --video"),
      ("--video a.mp4 --json", "--json: the table is written to standard output"),
      ("--video a.mp4 --force", "--force: no file is written"),
      ("--video a.mp4 --along z", "--along: found 'z'; use one of x, y."),
      ("--video a.mp4 --near nan", "--near: found nan"),
      ("--video a.mp4 --pixels-per-point 0", "--pixels-per-point: found 0"),
      ("--video a.mp4 --from -1", "--from: found -1"),
      ("--video a.mp4 --from 2 --to 1", "--to: found 1, which is not after 2"),
      ("--video a.mp4 --region 0,0,-5,9", "--region: found '0,0,-5,9'"),
      ("--video a.mp4 --clock sun", "--clock: found 'sun'"),
      ("a.csv --recording r --region 0,0,9,9", "--region: this option is for videos"),
      ("a.csv --recording r --along x", "--along: this option is for videos"),
      ("a.csv --recording r --near 4", "--near: this option is for videos"),
      ("a.csv --recording r --pixels-per-point 2", "--pixels-per-point: this option is for videos"),
      ("a.csv --recording r --from 1", "--from: this option is for videos"),
      ("a.csv --recording r --to 1", "--to: this option is for videos"),
      ("a.csv", "no recording was given"), ("", "no table was given"),
    ])
  func refused(line: String, answer: String) throws {
    let result = try Flickbook().shell("flickbook observe \(line)")
    #expect(result.status == 64, "\(result)")
    #expect(result.errors.contains(answer), "\(result)")
    #expect(result.errors.contains(/^[^:]+: .+[;,.] .+\n$/), "\(result)")
  }
}
