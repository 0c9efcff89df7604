import Foundation
import Testing

@Suite("Options without effect")
struct IgnoredOptionTests {
  typealias Wrong = WrongUsageTests.Wrong

  static let live = [
    Wrong("replay --live auto --scenario sheet --desc letter.txt", 64, "--desc: found with --live"),
    Wrong("replay --live auto --scenario sheet --axis x=0:5", 64, "--axis: found with --live"),
    Wrong("replay --live auto --scenario sheet --device 1", 64, "--device: found with --live"),
    Wrong("replay --live auto --scenario sheet --pan 2", 64, "--pan: found with --live"),
    Wrong("replay --live auto --scenario sheet --record a.svg", 64, "a name that ends in .yml."),
  ]

  static let synth = [
    Wrong("synth flick --case sheet/y -o a.yml", 64, "--case: found with -o"),
    Wrong("synth flick --case shet/y", 64, "did you mean 'sheet'?"),
    Wrong("synth flick --case sheet/y --intent hlf", 64, "--intent: sheet has no target 'hlf'"),
    Wrong("synth flick --noise -1", 64, "the noise is -1; choose a number in 0…100 pt."),
    Wrong("scenario show sheet --json --all", 64, "--all: the JSON has the settings of all rules"),
    Wrong("synth flick --set start=half", 64, "--set, --preset: "),
    Wrong("synth flick -o a.svg", 64, "give a name that ends in .yml."),
    Wrong("synth flick -o a.html", 64, "give a name that ends in .yml."),
    Wrong("synth flick -o a.evemu", 64, "give a name that ends in .yml."),
    Wrong("synth flick -o a.txt", 64, "give a name that ends in .yml."),
    Wrong("synth flick -o a.csv", 64, "give a name that ends in .yml."),
  ]

  static let endings = [
    Wrong("replay flick.yml --scenario sheet -o run.svg", 64, "a run is a folder"),
    Wrong("replay flick.yml --scenario sheet -o a/run.json", 64, "a run is a folder"),
    Wrong("replay flick.yml --scenario sheet -o run.yml", 64, "a run is a folder"),
    Wrong("convert flick.yml a.evemu --to libinput", 64, "--to libinput: "),
    Wrong("convert flick.yml a.yml --to evemu", 64, "--to evemu: "),
    Wrong("convert flick.yml a.svg --to evemu", 64, "--to evemu: "),
    Wrong("convert flick.yml a --to raw", 64, "no format 'raw' to write"),
    Wrong("convert flick.yml a --to evtest", 64, "no format 'evtest' to write"),
    Wrong("convert flick.yml a.getevent", 64, "no format that can be written has this file"),
    Wrong("convert flick.yml a.csv --to touches", 64, "--to touches: "),
    Wrong("convert flick.yml a.yml --to cdp", 64, "--to cdp: "),
    Wrong("convert flick.yml a.csv --screen 390x844", 64, "--viewport: "),
    Wrong("convert flick.yml a.json --to uinput --viewport 390x844", 64, "--viewport: "),
    Wrong("convert flick.yml a.jsonl --to touches --screen 390", 64, "--viewport: "),
    Wrong("convert flick.yml a.jsonl --to cdp --dpr 3", 64, "--dpr: "),
    Wrong("convert flick.yml a.java --to espresso --dpr 0", 64, "--dpr: found 0"),
  ]

  static let expected = [
    Wrong(
      "replay flick.yml --scenario sheet -o Recordings/sheet/x/expected", 74, "flickbook accept"),
    Wrong(
      "replay flick.yml --scenario sheet -o Recordings/sheet/x/expected/ --force", 74,
      "flickbook accept Recordings/sheet/x"),
    Wrong(
      "replay Recordings/sheet/x --hz 60 -o Recordings/sheet/x/expected", 74, "flickbook accept"),
  ]

  static let contradictions = [
    Wrong(
      "tune Recordings --vary spring.response=0.2,0.4 --set spring.response=0.3", 64,
      "--vary: 'spring.response' is varied"),
    Wrong("tune Recordings --vary engine=exact,wave --engine exact", 64, "leave out --engine"),
    Wrong("tune Recordings --vary hz=60,120 --hz 60", 64, "leave out --hz"),
    Wrong("rule lint --set release.flick=200 --set release.flick=300", 64, "give one of them."),
    Wrong("rule map --json --set release.flick=1 --set release.flick=3", 64, "give one of them."),
    Wrong("corpus synth 2 -o c --set start=half --set start=full", 64, "give one of them."),
    Wrong("synth flick --case sheet/y --set start=half --set start=full", 64, "give one of them."),
    Wrong(
      "replay flick.yml --scenario pip --config Recordings/sheet/x/case.yml", 64,
      "--scenario: found 'pip', and 'sheet' in"),
    Wrong("velocity flick.yml --touchpad-fingers 3", 64, "this option is for touchpads"),
  ]

  static let ignored = [
    Wrong("replay flick.yml --scenario sheet --force", 64, "--force: "),
    Wrong("synth flick --force", 64, "--force: "),
    Wrong("tune --example Recordings", 64, "--example: "),
    Wrong(
      "corpus label flick.yml --scenario sheet --intent half --desc d", 64,
      "--desc: this option changes only"),
    Wrong(
      "corpus label flick.yml --person anna --axis x=0:9", 64, "--axis: this option changes only"),
    Wrong("corpus label flick.yml --clear --device 1", 64, "--device: this option changes only"),
    Wrong("tune --example --most 3", 64, "--example: "),
    Wrong("trim flick.yml a.yml --from -1", 64, "--from: found -1; give seconds from 0"),
    Wrong(
      "replay flick.yml --scenario sheet --at 0.1:settle=half --at 0.1:settle=full", 64,
      "give one of them"),
  ]

  static let misread = [
    Wrong(
      "inspect bare.getevent --axis x=0:1079 --axis x=0:100", 64,
      "found 'x=0:100' and 'x=0:1079'; give one range per axis."),
    Wrong("replay flick.yml --scenario sheet --screen -5x5", 64, "--screen: found '-5x5'"),
    Wrong("replay flick.yml --scenario sheet --at -1:settle=half", 64, "--at: found '-1:settle"),
    Wrong("rule map --json --fastest -1", 64, "--fastest: found -1; give points per second"),
    Wrong("corpus list flick.yml --hz 60", 64, "Unknown option '--hz'"),
    Wrong("corpus check flick.yml --estimator bayes", 64, "Unknown option '--estimator'"),
    Wrong("corpus split flick.yml --pan 1", 64, "Unknown option '--pan'"),
    Wrong("corpus list bare.getevent --axis z=0:9", 65, "--axis"),
    Wrong("velocity flick.yml --pan 3", 64, "'flickbook inspect' lists them."),
    Wrong("case new flick.yml flick.yml --scenario sheet", 74, "given twice"),
  ]

  @Test(
    "an option without effect, or that contradicts another option, is refused before any work",
    arguments: live + synth + endings + expected + contradictions + ignored + misread)
  func refused(wrong: Wrong) throws {
    let flickbook = try Flickbook()
    let made = try flickbook.shell(
      """
      flickbook synth flick -o flick.yml && flickbook synth flick --case sheet/x \
        && flickbook accept Recordings/sheet/x --because "as designed" \
        && flickbook convert flick.yml phone.events && echo hello > letter.txt \
        && \(PhoneTexts.bareEvents)
      """)
    #expect(made.status == 0, "\(made)")
    let before = try flickbook.shell("find . -type f -exec sha256sum {} + | sort").output
    let result = try flickbook.shell("flickbook \(wrong.line)")
    #expect(result.status == wrong.status, "\(result)")
    #expect(result.output.isEmpty, "\(result)")
    #expect(result.errors.contains(wrong.answer), "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    #expect(result.errors.contains(/^[^:]+(:[0-9]+)?: .+[;,.] .+\n$/), "\(result)")
    #expect(try flickbook.shell("find . -type f -exec sha256sum {} + | sort").output == before)
  }

  @Test("a filter that matches every case is not accepted instead of --all")
  func emptyFilter() throws {
    let flickbook = try Flickbook()
    for name in ["x", "y"] { try flickbook.shell("flickbook synth flick --case sheet/\(name)") }
    let result = try flickbook.shell("flickbook accept --filter '' --because 'as designed'")
    #expect(result.status == 64, "\(result)")
    #expect(result.errors.contains("--all"), "\(result)")
  }

  @Test("if a part or a copy lacks axis ranges, the message names the options that set them")
  func missingRanges() throws {
    let flickbook = try Flickbook()
    try flickbook.shell("flickbook synth flick -o flick.yml")
    // The file contains only the events, as getevent -lt prints them.
    try flickbook.shell("flickbook convert flick.yml phone.events && \(PhoneTexts.bareEvents)")
    for line in [
      "convert bare.getevent a.yml", "convert bare.getevent a.evemu",
      "trim bare.getevent b.yml --from 0", "split bare.getevent -o parts",
    ] {
      let result = try flickbook.shell("flickbook \(line)")
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.contains("--axis x=0:1079 --axis y=0:2339"), "\(line): \(result)")
      let told = try flickbook.shell(
        "flickbook \(line) --axis x=0:9 --axis y=0:9 --force")
      #expect(told.status == 0, "\(told)")
      #expect(!told.errors.contains("--axis"), "\(told)")
    }
  }
}
