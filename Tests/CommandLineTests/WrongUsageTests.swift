import Foundation
import Testing

@Suite("Wrong usage")
struct WrongUsageTests {
  /// A wrong command line, its exit status, and a part of the message.
  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var status: Int32
    var answer: String
    var testDescription: String { line }

    init(_ line: String, _ status: Int32, _ answer: String) {
      self.line = line
      self.status = status
      self.answer = answer
    }
  }

  static let typos = [
    Wrong("case nwe", 64, "did you mean 'flickbook case new'?"),
    Wrong("rule lnt", 64, "did you mean 'flickbook rule lint'?"),
    Wrong("scenario shwo sheet", 64, "did you mean 'flickbook scenario show'?"),
    Wrong("help corpus chek", 64, "did you mean 'flickbook corpus check'?"),
    Wrong("corpus qqqqqqqq", 64, "'flickbook corpus --help' lists them."),
    Wrong("replay flick.yml --scenaro sheet", 64, "Did you mean '--scenario'?"),
    Wrong("devices --al", 64, "Did you mean '--all'?"),
    Wrong("synth flcik", 64, "did you mean 'flick'?"),
    Wrong("preset show wavee", 64, "did you mean 'wave'?"),
    Wrong("preset show wavee --scenario sheet", 64, "did you mean 'wave'?"),
    Wrong("preset show aosp --scenario sheet", 64, "with this name; it is a preset of pip."),
    Wrong("replay flick.yml --scenario sheet --preset aosp", 64, "; it is a preset of pip."),
    Wrong("case coverage --scenario shet", 64, "did you mean 'sheet'?"),
    Wrong("motion foo", 64, "there is no law 'foo'"),
    Wrong("velocity flick.yml --csv", 64, "Unknown option '--csv'"),
    Wrong("corpus split flick.yml --by foo", 64, "found 'foo'; use one of person"),
  ]

  static let missing = [
    Wrong("case new", 64, "Missing expected argument '<recordings> ...'"),
    Wrong("split flick.yml", 64, "See 'flickbook split --help'"),
    Wrong("replay flick.yml --scenario", 64, "Missing value for '--scenario <scenario>'"),
    Wrong("replay flick.yml --scenario=", 64, "Missing value for '--scenario <scenario>'"),
    Wrong("plot run", 64, "Missing expected argument '--output <output>'"),
    Wrong("diff run", 64, "found one run; name two runs, or add --against PRESET"),
    Wrong("record", 64, "give either -o FILE or --case SCENARIO/GESTURE."),
    Wrong("play flick.yml", 64, "found no place to play to; add --uinput"),
    Wrong("convert flick.yml ''", 64, "found '' where a file should be named"),
    Wrong("split flick.yml -o ''", 64, "found '' where the output should be named"),
    Wrong("replay flick.yml --scenario sheet --output=", 64, "found '' where the output"),
  ]

  static let values = [
    Wrong("replay flick.yml --scenario sheet --device x", 64, "The value 'x' is invalid"),
    Wrong("replay flick.yml --scenario sheet --device 0", 64, "the recording has 1 device, "),
    Wrong("convert flick.yml a.evemu --device 2", 64, "the recording has 1 device."),
    Wrong("synth flick --seed -1", 64, "The value '-1' is invalid for '--seed"),
    Wrong("corpus synth 1000001 -o c", 64, "found 1000001; give a number from 1"),
    Wrong("synth flick --speed nan", 64, "the speed is nan; choose a number"),
    Wrong("trim flick.yml x.yml --from x", 64, "The value 'x' is invalid for '--from <from>'"),
    Wrong("split flick.yml -o g --quiet 61", 64, "give seconds from 0 to 60."),
    Wrong("record -o a.yml --duration nan", 64, "--duration: found nan; give seconds above 0."),
    Wrong("record -o a.yml --gestures 0", 64, "--gestures: found 0; give at least 1."),
    Wrong("record -o a.yml --duration -1", 64, "--duration: found -1; give seconds above 0."),
    Wrong("record -o a.yml --gestures -1", 64, "--gestures: found -1; give at least 1."),
    Wrong("record -o -", 64, "--output: found '-', but recordings go to files"),
    Wrong("record -o folder", 64, "folder is a folder; name a file in it, such as folder/"),
    Wrong("record -o a.evemu", 64, "to a.yml, and then run: flickbook convert a.yml a.evemu"),
    Wrong("record -o a.svg", 64, "flickbook plot a.yml --scenario sheet -o a.svg"),
    Wrong("record -o a", 64, "give a name that ends in .yml."),
    Wrong("record --case shet/flick", 64, "did you mean 'sheet'?"),
    Wrong("record --case sheet/flick --intent hlf", 64, "--intent: sheet has no target 'hlf'"),
    Wrong("record --case x", 64, "--case: found 'x'; give a scenario and a gesture"),
    Wrong("play flick.yml --uinput --delay -1", 64, "give seconds from 0 to 60."),
    Wrong("diff run run --tolerance -1", 64, "found -1; give a number of 0 or more."),
    Wrong("motion android --velocity 1e999", 64, "give a number from -1000000000 to 1000000000"),
  ]

  static let contradictions = [
    Wrong("record -o a.yml --case sheet/x", 64, "both a file and a case to record to"),
    Wrong("record --serial x -o a.yml", 64, "--serial: this option names a phone; add --adb."),
    Wrong("record --adb --grab -o a.yml", 64, "--grab"),
    Wrong("record event1 event2 --adb -o a.yml", 64, "--adb: a phone cannot be recorded together"),
    Wrong("record event1 event2 --split -o a.yml", 64, "--split: the file of a gesture"),
    Wrong("record event1 event2 --case sheet/x", 64, "--case: a case has only one device"),
    Wrong("devices --udev-rule --json", 64, "leave out --json."),
    Wrong("devices --udev-rule --all", 64, "leave out --all."),
    Wrong(
      "inspect flick.yml --privacy --touchpad-fingers 3", 64,
      "this report lists neither pans nor gestures; leave out --touchpad-fingers"),
    Wrong("inspect flick.yml --libinput-version 1.2", 64, "found '1.2'; give one of 1.22, 1.28"),
    Wrong(
      "inspect flick.yml --libinput-version 1.22", 64,
      "--libinput-version: this option is for touchpads"),
    Wrong("inspect flick.yml --touchpad-fingers 3", 64, "this option is for touchpads"),
    Wrong(
      "replay flick.yml --scenario sheet --touchpad-fingers 3", 64, "this option is for touchpads"),
    Wrong("replay flick.yml --scenario sheet --points-per-mm 4", 64, "--device-kind touchpad."),
    Wrong("view flick.yml -o a.html --scenario sheet --points-per-mm 4", 64, "span the screen"),
    Wrong("inspect flick.yml --desc letter.txt", 64, "leave the option out."),
    Wrong("view run -o a.html --scenario pip", 64, "--scenario: run is a stored run"),
    Wrong("view run", 64, "no place for the page was given; give -o FILE.html, or --serve."),
    Wrong("view run -o a.html --serve", 64, "--serve: found with -o"),
    Wrong("view run --serve flick.yml", 64, "--serve: found 'flick.yml'; give an IPv4 address"),
    Wrong("view run --serve ::1", 64, "--serve: found '::1'; give an IPv4 address"),
    Wrong("view run --serve 127.0.0.1:65536", 64, "--serve: found '127.0.0.1:65536'"),
    Wrong("view run --serve 192.0.2.77", 64, "--serve: 192.0.2.77: this machine does not have"),
    Wrong("view run --serve --force", 64, "--force: a served page replaces no file"),
    Wrong("view run --serve --share", 64, "--share: no file is written; add --record-into"),
    Wrong("view run -o a.html --record-into drags", 64, "--record-into: this option is for a"),
    Wrong("view run --serve --no-engine --record-into drags", 64, "leave --no-engine out."),
    Wrong("view run --serve --record-into letter.txt", 74, "letter.txt: a file is in the way"),
    Wrong("plot run --set spring.response=1 -o a.svg", 64, "--set: run is a stored run"),
    Wrong("plot run --axis x=0:5 -o a.svg", 64, "--axis: run is a stored run"),
    Wrong("plot run --desc letter.txt -o a.svg", 64, "--desc: run is a stored run"),
    Wrong("motion ease --svg --json", 64, "give one of --json, --csv"),
  ]

  static let kinds = [
    Wrong("replay folder --scenario sheet", 66, "folder: found neither a run nor a case"),
    Wrong("replay letter.txt --scenario sheet", 65, "found 'hello', which is not a recording"),
    Wrong("replay letter.txt", 65, "letter.txt:1: found 'hello', which is not a recording"),
    Wrong("plot letter.txt -o a.svg", 65, "letter.txt:1: found 'hello', which is not a recording"),
    Wrong("view letter.txt -o a.html", 65, "letter.txt:1: found 'hello', which is not a recording"),
    Wrong("case new letter.txt", 65, "letter.txt:1: found 'hello', which is not a recording"),
    Wrong("why letter.txt --intent half", 65, "found 'hello', which is not a recording"),
    Wrong("corpus label letter.txt", 65, "letter.txt:1: found 'hello', which is not a recording"),
    Wrong(
      "corpus label letter.txt --intent half", 65,
      "letter.txt:1: found 'hello', which is not a recording"),
    Wrong(
      "corpus label flick.yml letter.txt --person anna", 65, "'hello', which is not a recording"),
    Wrong("replay flick.yml --scenario sheet --config letter.txt", 65, "found no mapping"),
    Wrong("convert flick.yml folder --to evemu", 74, "a folder is in the way"),
    Wrong("synth flick -o folder", 74, "a folder is in the way"),
    Wrong("trim flick.yml folder --to 1", 64, "give a name that ends in .yml."),
    Wrong("view run -o folder", 64, "give a name that ends in .html."),
    Wrong("plot run -o a.bmp", 64, "name a file that ends in .svg, .png, .gif"),
    Wrong("split flick.yml -o letter.txt", 64, "give the name of a folder."),
    Wrong("diff run flick.yml", 65, "found a file where a run directory should be"),
    Wrong("convert flick.yml a.foo", 64, "no format that can be written has this file extension"),
    Wrong("play letter.txt --uinput", 65, "letter.txt:1: found 'hello'"),
    Wrong("worker letter.txt", 65, "found no mapping"),
    Wrong("corpus list folder", 66, "no recording found"),
  ]

  @Test(
    "every mistake is reported in a sentence with a remedy, and nothing is written",
    arguments: typos + missing + values + contradictions + kinds)
  func refused(wrong: Wrong) throws {
    let flickbook = try Flickbook()
    let made = try flickbook.shell(
      """
      flickbook synth flick -o flick.yml && flickbook replay flick.yml --scenario sheet -o run \
        && mkdir folder && echo hello > letter.txt
      """)
    #expect(made.status == 0, "\(made)")
    let result = try flickbook.shell("flickbook \(wrong.line)")
    #expect(result.status == wrong.status, "\(result)")
    #expect(result.output.isEmpty, "\(result)")
    #expect(result.errors.contains(wrong.answer), "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    #expect(!result.errors.contains("Usage:"), "\(result)")
    #expect(result.errors.contains(/^[^:]+(:[0-9]+)?: .+[;,.] .+\n$/), "\(result)")
    #expect(try flickbook.names() == ["flick.yml", "folder", "letter.txt", "run"])
  }
}
