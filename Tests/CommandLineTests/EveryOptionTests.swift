import Foundation
import Testing

@Suite("Every option of every command")
struct EveryOptionTests {
  static let changes = table.split(separator: "\n").map { row in
    let parts = row.components(separatedBy: " | ")
    return ConnectedOptionTests.Change(parts[0], parts[1])
  }

  /// Options that this suite cannot test, with the suites that test them.
  static let elsewhere = [
    "test hz": "only a case that decides otherwise at a rate shows it; CaseGroupTests",
    "test all": "only a group of many cases shows it; CaseGroupTests",
    "test jobs": "it changes only how long it takes",
    "review filter": "it needs a terminal; CaseGroupTests",
    "observe video": "it needs ffmpeg; VideoTests",
    "observe region": "it is for videos; VideoTests",
    "observe along": "it is for videos; VideoTests",
    "observe near": "it is for videos; VideoTests",
    "observe from": "it is for videos; VideoTests",
    "observe to": "it is for videos; VideoTests",
    "observe pixels-per-point": "it is for videos; VideoTests",
    "plot from": "it is for moving pictures, which need ffmpeg; MovieTests",
    "plot to": "it is for moving pictures, which need ffmpeg; MovieTests",
    "tune corpus": "it names recordings that a study may not name; NamedPathTests",
    "split quiet": "only events without contacts show it; SplitTests",
    "fit estimator": "only several releases show it; FitTests",
    "devices all": "it needs devices; scripts/tests/capture",
    "record": "it needs a device; scripts/tests/capture",
    "play": "it needs uinput; scripts/tests/kernel",
    "worker": "it answers a program; scripts/tests/tuning",
    "rule compare": "it needs a trace of releases; RuleCommandTests",
  ]

  /// The command lines of the table, or a third of them if `FLICKBOOK_SAMPLE` is a number.
  ///
  /// Three successive numbers test all.
  private static let lines: [String] = {
    let all = Set(changes.map { $0.line }).sorted()
    guard let sample = ProcessInfo.processInfo.environment["FLICKBOOK_SAMPLE"].flatMap(Int.init)
    else { return all }
    return all.enumerated().filter { ($0.offset + sample) % 3 == 0 }.map { $0.element }
  }()

  /// The sampled command lines that need another program.
  private static func lines(with name: String) -> [String] { lines.filter { $0.contains(name) } }

  @Test(
    "each option changes the printed or written output, or is refused",
    arguments: lines.filter { !$0.contains("python3") && !$0.contains(".png") })
  func isConnected(line: String) throws { try expectChanges(of: line) }

  @Test(
    "each option of a subject changes the output",
    .enabled(if: PseudoTerminal.hasPython, "needs python3"), arguments: lines(with: "python3"))
  func isConnectedToSubject(line: String) throws { try expectChanges(of: line) }

  @Test(
    "each option of a PNG changes the output",
    .enabled(if: PlotTests.hasConverter, "needs rsvg-convert"), arguments: lines(with: ".png"))
  func isConnectedToPicture(line: String) throws { try expectChanges(of: line) }

  private func expectChanges(of line: String) throws {
    let without = try Fixture.result(of: line)
    for change in Self.changes where change.line == line {
      #expect(try Fixture.result(of: "\(line) \(change.option)") != without, "\(change)")
    }
  }

  @Test(
    "a command line that is run twice prints and writes the same output",
    arguments: [
      "plot flick.yml --scenario sheet -o p.svg", "test Recordings --json", "corpus list people",
      "tune people --scenario sheet --vary spring.response=0.2,0.4", "split again.yml -o parts",
    ])
  func same(line: String) throws {
    #expect(try Fixture.result(of: line) == Fixture.result(of: line))
  }

  @Test("this suite covers every option")
  func complete() throws {
    let root = try CommandTree.root()
    // The replay options are shared by many commands, and are tested with `replay`.
    let ofRequests = Set(ConnectedOptionTests.replays.map { $0.name }).subtracting(["scenario"])
    var missing: [String] = []
    for (command, options) in try CommandTree.options(of: root, after: [])
    where Self.elsewhere[command] == nil {
      let tried = Set(
        Self.changes.filter { $0.line.hasPrefix(command + " ") || $0.line == command }
          .map { $0.name })
      let isRequest = ofRequests.isSubset(of: options.union(["set"]))
      let known = isRequest ? tried.union(ofRequests).union(["set"]) : tried
      missing += options.subtracting(known).map { "\(command) \($0)" }
    }
    #expect(Set(missing).subtracting(Self.elsewhere.keys) == [])
  }

  /// A folder with recordings, cases and runs; each command line runs in a copy.
  private enum Fixture {
    nonisolated(unsafe) static let made: Result<Flickbook, any Error> = Result {
      let flickbook = try Flickbook()
      let result = try flickbook.shell(script)
      guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
      return flickbook
    }

    /// The output of a command line, and all files after it with their modes.
    static func result(of line: String) throws -> [String] {
      let fixture = try made.get()
      let flickbook = try Flickbook()
      try flickbook.shell("cp -a '\(fixture.folder.path)/.' .")
      let result = try flickbook.shell("flickbook \(line) < /dev/null")
      let files = try flickbook.shell(
        "find . -type f -printf '%m %p\\n' | sort; find . -type f | sort | xargs sha256sum")
      return ["\(result.status)", result.output, result.errors, files.output]
    }

    static let script = """
      set -e
      cat > strict.py <<'END'
      import json, sys
      hello = {"type": "hello", "protocol": "flickbook-subject/1", "axes": ["y"]}
      for text in sys.stdin:
          line = json.loads(text)
          if line["type"] == "hello": print(json.dumps(hello))
          elif line["type"] == "end": print('{"type":"end"}')
          elif line["type"] == "frames":
              for time in line["times"]: print(json.dumps({"type": "frame", "time": time, "y": 0, "phase": "resting"}))
          elif line["type"] == "unheard-of": sys.exit(1)
          sys.stdout.flush()
      END
      flickbook synth flick -o flick.yml
      flickbook synth flick-again -o again.yml
      flickbook synth flick --intent elsewhere -o elsewhere.yml
      flickbook synth flick --touchpad -o pad.yml
      flickbook convert flick.yml phone.events
      \(PhoneTexts.bareEvents)
      { sed 's/^ndevices: 1/ndevices: 2/' flick.yml; sed '1,/^devices:/d' pad.yml; } > both.yml
      cp flick.yml private.yml
      echo 'set: {start: half}' | tee half.yml > secret.yml
      chmod 600 private.yml secret.yml
      echo 'set: {detents: "a:100"}' > one.yml
      printf 'name: own\\nmeaning: Mine.\\nsource: our choice; a test\\nextends: vaul\\n' > unnamed.yml
      flickbook synth flick-again --case sheet/d
      flickbook accept Recordings/sheet/d --because new
      mv Recordings/sheet/d again-case
      flickbook synth flick --case sheet/a
      flickbook synth hard-flick --case sheet/b
      flickbook synth tiny-flick --case sheet/c
      flickbook accept Recordings --all --because new
      for name in a b; do echo 'hz: 60' >> Recordings/sheet/$name/case.yml; done
      cp -r Recordings Private
      chmod 600 Private/sheet/a/recording.yml
      flickbook replay flick.yml --scenario sheet -o run
      flickbook replay flick.yml --scenario sheet --hz 60 --set spring.response=0.6 -o slow
      { echo time,y,other; sed 's/.*"time":\\([^,]*\\),.*"y":\\([^,]*\\),"vx".*/\\1,\\2,7/' run/frames.jsonl; } > seen.csv
      flickbook corpus synth 12 --people 3 -o people
      cp "$(find people/p1 -name '*.yml' | sort | head -1)" people/p2/1/copy.yml
      flickbook corpus label people/p2/1/copy.yml --person p2
      flickbook subject adapter c -o adapter
      mkdir notes taken
      for file in notes/mine.txt taken/again-1.yml mine.txt mine.html mine.svg mine.yml; do echo mine > $file; done
      printf 'recording,intent\\n../again.yml,half\\n' > t.csv
      flickbook corpus label flick.yml --scenario sheet --intent full
      """
  }

  static let table = """
    accept Recordings --all --because x | --filter a
    accept Recordings --because x | --all
    accept Recordings --because x | --class drift
    accept Recordings --because x | --group 000000
    accept Recordings/sheet/b | --because y
    case list Recordings | --filter b
    case list Recordings | --json
    case minimize Recordings/sheet/c | --name small
    case minimize again-case | --keep target
    case new flick.yml --scenario sheet | --because right
    case new flick.yml --scenario sheet | --from 0.1
    case new flick.yml --scenario sheet | --hz 60
    case new flick.yml --scenario sheet | --intent half
    case new flick.yml --scenario sheet | --name other
    case new elsewhere.yml --scenario sheet | --no-intent
    case new flick.yml --scenario sheet | --note said
    case new flick.yml --scenario sheet | --root other
    case new flick.yml --scenario sheet | --to 0.2
    case new flick.yml | --scenario sheet
    case new private.yml --scenario sheet | --share
    convert bare.getevent out.yml | --axis x=0:1000 --axis y=0:4095
    convert bare.getevent out.yml | --desc phone.events
    convert both.yml out.evemu | --device 2
    convert flick.yml mine.txt --to evemu | --force
    convert flick.yml out | --to evemu
    convert flick.yml out.yml | --anonymous
    convert flick.yml out.yml | --device-kind touchpad
    convert flick.yml out.yml | --flip y
    convert flick.yml out.yml | --rotate 90
    convert flick.yml out.java --to espresso | --dpr 3
    convert flick.yml out.json --to webdriver | --viewport 100x200
    convert flick.yml out.jsonl --to touches | --screen 100x200
    convert pad.yml out.yml | --discard-jumps
    convert private.yml out.yml | --share
    corpus check bare.getevent phone.events | --axis x=0:1000 --axis y=0:4095
    corpus check bare.getevent phone.events | --desc phone.events
    corpus check both.yml | --device 2
    corpus check people --scenario sheet --by person --seed 4 | --held-out 0.7
    corpus check people --scenario sheet --by person | --seed 4
    corpus check people --scenario sheet | --by person
    corpus check people --scenario sheet | --config half.yml
    corpus check people --scenario sheet | --json
    corpus check people --scenario sheet | --preset wave
    corpus check people --scenario sheet | --set start=half
    corpus check people --scenario sheet | --subject false
    corpus check people | --scenario sheet
    corpus list Recordings | --scenario pip
    corpus list bare.getevent --json | --axis x=0:1000 --axis y=0:4095
    corpus list bare.getevent | --desc phone.events
    corpus list both.yml | --device 2
    corpus list people | --counts
    corpus list people | --csv
    corpus list people | --json
    corpus split Recordings --by recording | --scenario pip
    corpus split both.yml | --device 2
    corpus split people --by person | --json
    corpus split people --by person | --part training
    corpus split people --by person | --seed 8
    corpus split people | --by session
    corpus split people | --held-out 0.5
    case coverage Recordings | --all
    case coverage Recordings | --filter b
    case coverage Recordings | --json
    case coverage Recordings | --scenario pip
    corpus split people | --desc phone.events
    corpus split people | --axis x=0:9
    split again.yml -o taken | --force
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --force
    devices | --json
    devices | --udev-rule
    diff run slow | --against vaul
    diff run slow | --json
    diff run slow | --tolerance 1000
    diff run seen.csv --origin 5 | --within drag=50
    diff run seen.csv | --column y=other
    diff run seen.csv | --origin 5
    diff run seen.csv | --scale -1
    diff run seen.csv | --start-time 0.01
    diff run seen.csv | --time-unit ms
    fit seen.csv --recording bare.getevent | --axis x=0:1000 --axis y=0:4095
    fit seen.csv --recording bare.getevent | --desc phone.events
    fit seen.csv --recording both.yml | --device 2
    fit seen.csv | --recording flick.yml
    fit seen.csv | --recordings Recordings
    fit seen.csv --recording flick.yml | --along x
    fit seen.csv --recording flick.yml | --band above
    fit seen.csv --recording flick.yml | --column y=other
    fit seen.csv --recording flick.yml | --from 0.4
    fit seen.csv --recording flick.yml | --json
    fit seen.csv --recording flick.yml | --law spring
    fit seen.csv --recording flick.yml --json | --origin 5
    fit seen.csv --recording flick.yml | --scale -1
    fit seen.csv --recording flick.yml | --start-time 0.01
    fit seen.csv --recording flick.yml | --time-unit ms
    fit seen.csv --recording flick.yml | --to 0.5
    fit seen.csv --recording flick.yml --law spring | --write feel.yml
    fit seen.csv --recording flick.yml --law spring --write mine.yml | --force
    fit seen.csv --recording private.yml --law spring --write feel.yml | --share
    observe seen.csv --recording bare.getevent --scenario sheet | --axis x=0:1000 --axis y=0:4095
    observe seen.csv --recording bare.getevent --scenario sheet | --desc phone.events
    observe seen.csv --recording both.yml --scenario sheet | --device 2
    observe seen.csv --recording flick.yml --scenario sheet --origin 5 | --within drag=50
    observe seen.csv --recording flick.yml --scenario sheet -o seen | --clock wall
    observe seen.csv --recording flick.yml --scenario sheet -o seen | --date 2026-11-20
    observe seen.csv --recording flick.yml --scenario sheet -o seen | --software own
    observe seen.csv --recording flick.yml --scenario sheet -o taken | --force
    observe seen.csv --recording flick.yml --scenario sheet | --column y=other
    observe seen.csv --recording flick.yml --scenario sheet | --hz 60
    observe seen.csv --recording flick.yml --scenario sheet | --json
    observe seen.csv --recording flick.yml --scenario sheet | --origin 5
    observe seen.csv --recording flick.yml --scenario sheet | --output seen
    observe seen.csv --recording flick.yml --scenario sheet | --scale -1
    observe seen.csv --recording flick.yml --scenario sheet | --start-time 0.01
    observe seen.csv --recording flick.yml --scenario sheet | --time-unit ms
    observe seen.csv --recording Recordings/sheet/a | --keep
    observe seen.csv --recording flick.yml | --scenario sheet
    observe seen.csv --recording private.yml --scenario sheet -o seen | --share
    observe seen.csv --scenario sheet | --recording flick.yml
    export --scenario sheet --to compose -o mine.yml | --force
    export --scenario sheet --to compose | --json
    export --scenario sheet --to compose | --output code.kt
    export --scenario sheet --to compose | --preset wave
    export --scenario sheet --to compose | --set spring.response=1
    export --scenario sheet --to compose | --spring tracking
    export --scenario sheet | --to css
    export --to compose | --scenario sheet
    export secret.yml --scenario sheet --to compose -o code.kt | --share
    explain drift | --json
    explain flick | --json
    inspect bare.getevent | --axis x=0:1000 --axis y=0:4095
    inspect bare.getevent | --desc phone.events
    inspect bare.getevent | --strict
    inspect flick.yml | --device-kind touchpad
    inspect flick.yml | --estimator android.lsq2
    inspect flick.yml | --flip y
    inspect flick.yml | --json
    inspect pad.yml | --libinput-version 1.22
    inspect flick.yml | --privacy
    inspect flick.yml | --rotate 90
    inspect pad.yml | --touchpad-fingers 3
    corpus label again.yml --intent half | --scenario sheet
    corpus label again.yml --scenario sheet --intent half | --config one.yml
    corpus label again.yml --scenario sheet --intent half | --json
    corpus label again.yml --scenario sheet --intent half | --person me
    corpus label again.yml --scenario sheet --intent half | --preset wave
    corpus label again.yml --scenario sheet --intent half | --session one
    corpus label again.yml --scenario sheet --intent half | --set detents=a:100
    corpus label again.yml --scenario sheet --intent half | --subject false
    corpus label again.yml --scenario sheet --intent half | --start tip
    corpus label again.yml --scenario sheet --person me | --intent full
    corpus label bare.getevent --person me | --axis x=0:1000 --axis y=0:4095
    corpus label bare.getevent --person me | --desc phone.events
    corpus label both.yml --person me | --device 2
    corpus label flick.yml | --clear
    corpus label people --scenario sheet | --table t.csv
    motion ease | --csv
    motion ease | --from 10
    motion ease --csv | --hz 30
    motion ease | --json
    motion ease | --svg
    motion ease | --to 300
    motion exponential | --velocity 300
    motion spring | --scenario sheet
    motion spring --scenario sheet | --config none.yml
    motion spring --scenario sheet | --preset wave
    motion spring --scenario sheet | --set spring.response=1
    plot flick.yml --scenario sheet -o p.svg | --hz 60
    plot flick.yml -o p.svg | --scenario sheet
    plot private.yml --scenario sheet -o p.svg | --share
    plot run -o mine.svg | --force
    plot run -o p.png | --width 60
    plot run -o p.svg | --expected slow
    plot run -o p.svg | --filmstrip
    plot run -o p.svg | --animate
    plot run -o p.svg | --moments 0.1,0.2
    plot run -o p.svg | --theme dark
    plot run | --output p.svg
    preset check unnamed.yml | --scenario sheet
    preset check unnamed.yml --scenario sheet | --json
    preset list | --json
    preset list | --scenario pip
    preset show vaul | --json
    preset show wave | --scenario pip
    replay flick.yml --scenario sheet -o notes | --force
    replay flick.yml --scenario sheet | --duration 1
    replay flick.yml --scenario sheet | --json
    replay flick.yml --scenario sheet | --live
    replay flick.yml --scenario sheet | --no-picture
    replay flick.yml --scenario sheet | --output out
    replay flick.yml --scenario sheet | --record r.yml
    replay flick.yml | --scenario sheet
    replay private.yml --scenario sheet -o out | --share
    rule lint --scenario sheet --preset vaul | --limit against=50
    rule lint --scenario sheet | --config half.yml
    rule lint --scenario sheet | --dismissible
    rule lint --scenario sheet | --estimator none
    rule lint --scenario sheet | --json
    rule lint --scenario sheet | --preset vaul
    rule lint --scenario sheet | --set release.flick=50
    rule lint vaul | --scenario pip
    rule map --scenario sheet | --config half.yml
    rule map --scenario sheet | --dismissible
    rule map --scenario sheet | --fastest 500
    rule map --scenario sheet | --json
    rule map --scenario sheet | --preset vaul
    rule map --scenario sheet | --set release.flick=50
    rule map | --scenario pip
    rule schema | --json
    scenario list | --json
    scenario show sheet | --all
    scenario show sheet | --json
    scenario show sheet | --preset vaul
    split again.yml -o parts | --device-kind touchpad
    split again.yml -o parts | --flip y
    split again.yml -o parts | --json
    split again.yml -o parts | --rotate 90
    split again.yml | --output other
    split bare.getevent -o parts | --axis x=0:1000 --axis y=0:4095
    split bare.getevent -o parts | --desc phone.events
    split both.yml -o parts | --device 2
    split private.yml -o parts | --share
    corpus synth 4 -o new | --people 3
    corpus synth 4 -o new | --preset wave
    corpus synth 4 -o new | --scenario pip
    corpus synth 4 -o new | --set start=half
    corpus synth 4 -o new | --seed 2
    corpus synth 4 -o new | --output other
    synth flick --case sheet/x | --preset wave
    synth flick --case sheet/x | --set start=half
    synth flick -o mine.yml | --force
    synth flick | --case sheet/x
    synth flick | --dropped 0.3
    synth flick --touchpad | --fingers 3
    synth flick | --from 100,700
    synth flick | --intent half
    synth flick | --noise 2
    synth flick | --output x.yml
    synth flick | --rate 60
    synth flick | --seed 7
    synth flick | --share
    synth flick | --speed 900
    synth flick | --to 100,300
    synth flick | --touchpad
    test Private --report r.html | --share
    test Recordings --json | --fail-fast
    test Recordings --report mine.html | --force
    subject adapter c | --output made
    subject adapter c -o adapter | --force
    subject check 'python3 strict.py' --lines 50 | --json
    subject check 'python3 strict.py' --lines 50 | --seed 5
    subject check 'python3 strict.py' | --lines 0
    subject check | --config half.yml
    subject show 'python3 strict.py' | --json
    subject show | --config half.yml
    test Recordings | --config half.yml
    test Recordings | --filter a
    test Recordings | --github
    test Recordings | --json
    test Recordings | --junit r.xml
    test Recordings | --margins
    test Recordings | --pending
    test Recordings | --report r.html
    test Recordings | --tap
    trim again.yml out.yml --to 9 | --contacts 1
    trim bare.getevent out.yml --to 0.2 | --axis x=0:1000 --axis y=0:4095
    trim bare.getevent out.yml --to 0.2 | --desc phone.events
    trim both.yml out.yml --to 0.2 | --device 2
    trim flick.yml mine.yml --to 0.2 | --force
    trim flick.yml out.yml --from 0.1 | --to 0.2
    trim flick.yml out.yml --to 0.2 | --device-kind touchpad
    trim flick.yml out.yml --to 0.2 | --flip y
    trim flick.yml out.yml --to 0.2 | --from 0.1
    trim flick.yml out.yml --to 0.2 | --intent half
    trim flick.yml out.yml --to 0.2 | --note said
    trim flick.yml out.yml --to 0.2 | --rotate 90
    trim flick.yml out.yml --to 0.2 | --source ours
    trim private.yml out.yml --to 0.2 | --share
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --csv
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --hz 30
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --journal j
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --json
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --most 1
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --report r.html
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --threads 2
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --trials 1
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --vary release.projection=0.1,0.5
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --write w.yml
    tune people --scenario sheet --vary spring.response=0.2,0.4 | --wrong
    tune people --vary spring.response=0.2,0.4 | --scenario sheet
    tune | --example
    velocity again.yml | --pan 2
    velocity bare.getevent | --axis x=0:1000 --axis y=0:4095
    velocity bare.getevent | --desc phone.events
    velocity both.yml | --device 2
    velocity flick.yml | --device-kind touchpad
    velocity flick.yml | --flip y
    velocity flick.yml | --json
    velocity flick.yml | --rotate 90
    velocity pad.yml | --touchpad-fingers 3
    view flick.yml --scenario sheet -o v.html | --hz 60
    view flick.yml --scenario sheet -o v.html | --no-engine
    view flick.yml -o v.html | --scenario sheet
    view private.yml --scenario sheet -o v.html | --share
    view run -o mine.html | --force
    view run -o v.html | --record-into taken
    view run -o v.html | --serve
    view run | --output other.html
    why flick.yml --intent full | --scenario sheet
    why flick.yml --scenario sheet --intent full | --corpus people
    why flick.yml --scenario sheet --intent full | --json
    why flick.yml --scenario sheet --intent full | --most 1
    why flick.yml --scenario sheet --intent full | --only release.flick
    why flick.yml --scenario sheet --intent full | --preset vaul
    why flick.yml --scenario sheet | --intent tip
    """
}
