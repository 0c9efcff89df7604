import Foundation
import Testing

@Suite("Plot")
struct PlotTests {
  static let hasConverter = FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
    try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "run")
  }

  private func picture(_ arguments: String) throws -> String {
    let result = try flickbook.shell("flickbook plot \(arguments) -o -")
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result.output
  }

  @Test("a run, its recording, its case and its page are drawn in the same way")
  func sources() throws {
    try flickbook("view", "flick.yml", "--scenario", "sheet", "-o", "page.html")
    let run = try picture("run")
    #expect(run.hasPrefix("<svg"))
    #expect(try picture("flick.yml --scenario sheet") == run)
    #expect(try picture("Recordings/sheet/flick") == run)
    #expect(try picture("page.html") == run)
    #expect(try flickbook.shell("flickbook plot - --scenario sheet -o - < flick.yml").output == run)
    #expect(try picture("flick.yml --scenario sheet --set start=half") != run)
    #expect(try picture("Recordings/sheet/flick --hz 60") != run)
  }

  @Test("several runs are drawn over each other with a legend; too many runs are refused")
  func several() throws {
    let text = try picture("run flick.yml Recordings --scenario pip")
    for name in [">run<", ">flick.yml<", ">sheet/flick<"] {
      #expect(text.contains(name), "\(name)")
    }
    let runs = Array(repeating: "run", count: 25).joined(separator: " ")
    expectRefusal(try flickbook.shell("flickbook plot \(runs) -o x.svg"), 64, "25 runs", "24")
    let result = try flickbook.shell("flickbook plot run flick.yml --scenario sheet -o two.svg")
    #expect(result.output.hasPrefix("two.svg: 2 runs, "))
  }

  @Test("the expected run is drawn below the actual run; a case is drawn with its expected run")
  func expected() throws {
    try flickbook("accept", "Recordings/sheet/flick", "--because", "first")
    let same = try picture("Recordings/sheet/flick --expected Recordings/sheet/flick")
    #expect(same.contains("every frame is the same"))
    let text = try picture("run --expected Recordings/sheet/flick/expected")
    #expect(text.contains("every frame is the same"))
    let other = try picture(
      "Recordings/sheet/flick --set spring.response=0.9 --expected Recordings/sheet/flick")
    #expect(other.contains("is the first that differs"))
    expectRefusal(
      try flickbook("plot", "run", "run", "--expected", "run", "-o", "x.svg"), 64, "--expected")
  }

  @Test(
    "a filmstrip has the requested screens; --moments takes times or a number of screens")
  func filmstrip() throws {
    func screens(_ text: String) -> Int { text.split(separator: "class=\"screen\"").count - 1 }
    #expect(screens(try picture("run --filmstrip")) == 9)
    #expect(screens(try picture("run --filmstrip 5")) == 5)
    #expect(try picture("--filmstrip run") == picture("run --filmstrip 9"))
    #expect(screens(try picture("run --filmstrip --moments 0.1,0.2,0.3")) == 3)
    #expect(try picture("run --filmstrip --moments events").contains("release → half"))
    // Without --filmstrip, the picture has the requested screens below the plot, and one large
    // screen.
    #expect(screens(try picture("run --moments 0.1,0.2")) == 3)
    for (arguments, found) in [
      ("--filmstrip 0", "0"), ("--filmstrip 37", "37"), ("--moments x", "'x'"),
      ("--moments=-1", "'-1'"), ("--moments 0.1,", "''"), ("--moments 99", "ends at"),
      ("--filmstrip 3 --moments 0.1", "--moments"), ("--at 0.12", "--moments 0.12"),
      ("--theme darc", "darc"),
    ] {
      expectRefusal(try flickbook.shell("flickbook plot run \(arguments) -o x.svg"), 64, found)
    }
    #expect(!flickbook.exists("x.svg"))
  }

  @Test("an animation has one picture for every 0.05 s of a single run, and no other content")
  func animation() throws {
    let text = try picture("run --animate")
    let frames = try flickbook.text("run/frames.jsonl").split(separator: "\n").count
    let pictures = text.split(separator: "<g class=\"moment").count - 1
    #expect(pictures == Int((Double(frames - 1) / 120 / 0.05).rounded(.up)) + 1)
    #expect(text.contains("prefers-reduced-motion") && text.contains("release → half"))
    #expect(try picture("run --animate") == text)
    for (arguments, found) in [
      ("run --filmstrip 3", "--filmstrip"), ("run --moments 0.1", "--moments"),
      ("run --expected run", "--expected"), ("run run", "2 runs"),
    ] {
      expectRefusal(
        try flickbook.shell("flickbook plot \(arguments) --animate -o y.svg"), 64, found)
    }
    expectRefusal(try flickbook("plot", "run", "--animate", "-o", "y.png"), 64, "FILE.svg")
    #expect(!flickbook.exists("y.svg"))
  }

  @Test("the file extension selects the format, and an unknown extension is refused before reading")
  func endings() throws {
    for name in ["x.jpg", "x", "svg", ".svg.bak", "x.svgz", "dir.svg/x"] {
      expectRefusal(
        try flickbook("plot", "nowhere", "-o", name), 64, name,
        ".svg, .png, .gif, .apng, .mp4 or .webm")
    }
    expectRefusal(try flickbook.shell("flickbook plot run --width 100 -o x.svg"), 64, ".png")
    for size in ["--width 1", "--width 99999"] {
      expectRefusal(try flickbook.shell("flickbook plot run \(size) -o x.png"), 64, "--width")
    }
    #expect(try flickbook("plot", "run", "-o", "X.SVG").status == 0)
  }

  @Test("without rsvg-convert a PNG is refused, the message names the package, and no file is left")
  func noConverter() throws {
    try flickbook.write("mine", to: "there.png")
    let result = try flickbook(
      "plot", "run", "-o", "x.png", environment: ["PATH": "/nowhere"])
    expectRefusal(result, 74, "rsvg-convert", "librsvg2-bin", ".svg")
    // One converter fails, and another one writes nothing.
    for (script, found) in [("exit 3", "status 3"), ("exit 0", "no output")] {
      try flickbook.shell(
        "mkdir -p bin; printf '#!/bin/sh\\n\(script)\\n' > bin/rsvg-convert; chmod +x bin/rsvg-convert"
      )
      let result = try flickbook(
        "plot", "run", "-o", "there.png", "--force", environment: ["PATH": "bin:/usr/bin:/bin"])
      expectRefusal(result, 74, "rsvg-convert", found)
    }
    #expect(try flickbook.text("there.png") == "mine")
    #expect(!flickbook.exists("x.png"))
  }

  @Test(
    "a PNG has the requested width",
    .enabled(if: hasConverter, "needs rsvg-convert"))
  func png() throws {
    func width(_ name: String) throws -> Int {
      let bytes = [UInt8](try flickbook.bytes(name))
      #expect(bytes.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      return bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
    }
    for (size, pixels) in [("", 1_920), ("--width 333", 333)] {
      let result = try flickbook.shell("flickbook plot run \(size) -o x.png --force")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try width("x.png") == pixels)
    }
  }

  @Test("a file that is not a run is refused, and no file is overwritten without --force")
  func refusals() throws {
    try flickbook.shell("mkdir empty; echo nonsense > broken.yml; echo mine > mine.svg")
    expectRefusal(try flickbook("plot", "-o", "x.svg"), 64, "no run was given")
    expectRefusal(try flickbook("plot", "empty", "-o", "x.svg"), 66, "empty")
    expectRefusal(try flickbook("plot", "flick.yml", "-o", "x.svg"), 64, "--scenario")
    expectRefusal(
      try flickbook("plot", "broken.yml", "--scenario", "sheet", "-o", "x.svg"), 65, "broken.yml")
    expectRefusal(try flickbook("plot", "run", "-o", "mine.svg"), 74, "--force")
    expectRefusal(try flickbook("plot", "run", "-o", "nowhere/x.svg"), 74, "nowhere")
    #expect(try flickbook.text("mine.svg") == "mine\n")
    let result = try flickbook.shell("flickbook plot run -o - | head -c 1; exit ${PIPESTATUS[0]}")
    #expect(result.errors.isEmpty)
  }

  @Test("the pictures in the documentation equal the output of their commands")
  func documentation() throws {
    let page = try String(
      contentsOf: SourceTree.package.appending(path: "docs/pictures.md"), encoding: .utf8)
    let pictures = page.matches(of: /(?m)^(flickbook plot .*) -o (docs\/pictures\/\S+\.svg)$/)
    #expect(!pictures.isEmpty)
    for picture in pictures {
      let drawn = try flickbook.shell("cd \(SourceTree.package.path) && \(picture.1) -o -")
      let kept = try String(
        contentsOf: SourceTree.package.appending(path: picture.2), encoding: .utf8)
      #expect(drawn.output == kept, "\(picture.2): draw it again with scripts/cases pictures")
    }
    let names = Set(pictures.map { $0.2.split(separator: "/").last.map(String.init) })
    let there = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.package.appending(path: "docs/pictures").path)
    // A screenshot of a browser has no command that repeats it byte for byte.
    #expect(Set(there.filter { $0.hasSuffix(".svg") }) == names)
  }
}
