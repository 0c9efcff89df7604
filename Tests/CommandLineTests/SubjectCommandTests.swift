import Foundation
import Testing

@Suite("Programs under test", .enabled(if: PseudoTerminal.hasPython, "needs python3"))
struct SubjectCommandTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    let docs = SourceTree.package.appending(path: "docs").path
    let made = try flickbook.shell(
      """
      mkdir -p adapters examples/sheet examples/rule && cp '\(docs)'/adapters/*.py adapters/ \
        && cp '\(docs)/examples/bottom-sheet-python/sheet.py' examples/sheet/ \
        && cp '\(docs)/examples/rule-python/rule.py' examples/rule/ \
        && flickbook synth flick -o flick.yml
      """)
    try #require(made.status == 0, "\(made)")
  }

  static let sheet = "'python3 examples/sheet/sheet.py'"
  static let rule = "'python3 examples/rule/rule.py'"

  @Test("a case of a program is made at once, and is tested only with permission")
  func caseOfProgram() throws {
    let made = try flickbook.shell(
      "flickbook case new flick.yml --subject \(Self.sheet) --because 'as designed'")
    #expect(made.status == 0 && made.output.contains("made and accepted"), "\(made)")
    let refused = try flickbook("test")
    #expect(refused.status == 1 && refused.output.contains("--allow-subjects"), "\(refused)")
    #expect(refused.output.contains("case.yml:2: found the program"), "\(refused)")
    let allowed = try flickbook("test", "--allow-subjects")
    #expect(allowed.status == 0 && allowed.output.contains("1 identical"), "\(allowed)")
    let model = try flickbook("diff", "Recordings/subject/flick", "--against", "sheet:vaul")
    #expect(model.status == 1 && model.output.contains("velocity"), "\(model)")
  }

  @Test("a Python program leaves no compiled files, which Python would run after a quick edit")
  func compiledFiles() throws {
    let result = try flickbook.shell("flickbook subject show \(Self.sheet) && ls -A adapters")
    #expect(result.status == 0 && !result.output.contains("__pycache__"), "\(result)")
    #expect(result.output.contains("flickbook_subject.py"), "\(result)")
  }

  @Test("the test names the velocity if the velocity of the program has changed")
  func stage() throws {
    let result = try flickbook.shell(
      """
      flickbook case new flick.yml --subject \(Self.sheet) --because 'as designed' \
        && sed -i 's/ [*] 1e6$/ * 3e5/' examples/sheet/sheet.py \
        && flickbook test --allow-subjects
      """)
    #expect(
      result.status == 1 && result.output.contains("the estimate of the velocity"), "\(result)")
  }

  @Test(
    "the digests of files are stored when a case is accepted, and a failure names the changed file")
  func files() throws {
    let result = try flickbook.shell(
      """
      flickbook case new flick.yml --subject \(Self.sheet) --because 'as designed' \
        && sed -i '/^subject:/a\\  files: [examples/sheet/sheet.py, flick.yml]' Recordings/subject/flick/case.yml \
        && flickbook accept Recordings/subject/flick --because 'with files' --allow-subjects \
        && flickbook test --allow-subjects \
        && sed -i 's/ [*] 1e6$/ * 3e5/' examples/sheet/sheet.py \
        && flickbook test --allow-subjects
      """)
    let run = try flickbook.text("Recordings/subject/flick/expected/run.json")
    #expect(run.contains(#""files": {"examples/sheet/sheet.py":"#), "\(run)")
    #expect(result.status == 1 && result.output.contains("1 case: 1 identical\n"), "\(result)")
    #expect(result.output.contains("subject.files.examples/sheet/sheet.py "), "\(result)")
    let failure = result.output.components(separatedBy: "1 identical\n").last ?? ""
    #expect(!failure.contains("subject.files.flick.yml "), "\(result)")
    #expect(
      result.output.contains(
        "accept Recordings/subject/flick --allow-subjects --because"), "\(result)")
  }

  @Test("a rule in Python is replayed, checked, drawn, explained and tuned")
  func rule() throws {
    let result = try flickbook.shell(
      """
      set -e
      printf 'scenario: sheet\\nsubject: %s\\n' \(Self.rule) > rule.yml
      flickbook replay flick.yml --scenario sheet --subject \(Self.rule) --set release.distance=500 --json
      flickbook rule lint ./rule.yml --allow-subjects || test $? = 1
      flickbook rule map ./rule.yml --allow-subjects
      flickbook why flick.yml --config rule.yml --allow-subjects --intent tip
      flickbook corpus synth 6 --people 2 -o people
      flickbook tune people --config rule.yml --allow-subjects --vary release.distance=20,400
      """)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("\"finalTarget\":\"tip\""), "\(result)")
    #expect(result.output.contains("--set release.speed="), "\(result)")
  }

  @Test("the check of the rule of the documentation finds no fault")
  func checkedRule() throws {
    let result = try flickbook("subject", "check", "python3 examples/rule/rule.py")
    #expect(result.status == 0 && result.output == "no fault found\n", "\(result)")
  }

  @Test(
    "the settings that a study recommends for a program are read by each command that takes settings",
    arguments: [
      (
        """
        scenario: sheet
        subject: python3 examples/rule/rule.py
        set: {release.speed: 9000}
        space: {release.speed: {from: 50, to: 9000}}
        """, "release.speed", "half"
      ),
      (
        """
        subject: {command: python3 sheet.py, folder: examples/sheet, limit: 20}
        set: {flick: 5000}
        space: {flick: {from: 50, to: 5000}}
        """, "flick", "full"
      ),
    ])
  func tunedProgram(study: String, setting: String, target: String) throws {
    try flickbook.write(
      """
      flickbook: study/1
      corpus: people
      \(study)
      objectives: [wrongTargets]
      search: {method: sobol, budget: 16, seed: 1}
      """, to: "study.yml")
    let isRule = study.contains("scenario: sheet")
    let named = isRule ? "--scenario sheet --subject \(Self.rule)" : "--subject \(Self.sheet)"
    // A recommendation needs 50 gestures.
    let found = try flickbook.shell(
      """
      set -e
      mkdir people tuned
      for seed in $(seq 50); do
        flickbook synth flick --from 195,600 --to 195,300 --seed $seed --intent \(target) -o people/$seed.yml
      done
      flickbook tune study.yml --allow-subjects --write tuned/best.yml > tuned/report.txt
      flickbook case new people/1.yml \(named) --because new > tuned/case.txt
      for command in 'replay people/1.yml --json' 'why people/1.yml --json' 'test Recordings'; do
        flickbook $command --config tuned/best.yml --allow-subjects || test "$command $?" = 'test Recordings 1'
      done
      """)
    #expect(found.status == 0, "\(found)")
    let best = try flickbook.text("tuned/best.yml")
    #expect(best.contains("subject:\n  command: ") && best.contains("\n  \(setting): "), "\(best)")
    #expect(best.contains("scenario: ") == isRule, "\(best)")
    #expect(found.output.contains(#""finalTarget":"\#(target)""#), "\(found)")
    #expect(found.output.contains("1 case: "), "\(found)")
    let exported = try flickbook("export", "tuned/best.yml", "--to", "css", "--allow-subjects")
    #expect(exported.status == (isRule ? 0 : 65), "\(exported)")
    #expect((exported.output + exported.errors).contains("\(setting) = "), "\(exported)")
  }

  @Test("a rule that fails ends the command with an error that names it")
  func failingRule() throws {
    let result = try flickbook.shell(
      """
      sed -i 's/return {"target": nearest/return {"target": "nowhere" + nearest/' examples/rule/rule.py \
        && flickbook replay flick.yml --scenario sheet --subject \(Self.rule) --no-picture
      """)
    #expect(result.status == 65 && result.errors.contains("'nowhere"), "\(result)")
  }

  @Test("a surface does not fit a scenario, and a rule needs one")
  func kinds() throws {
    let both = try flickbook.shell(
      "flickbook replay flick.yml --scenario sheet --subject \(Self.sheet)")
    #expect(both.status == 65 && both.errors.contains("leave out --scenario"), "\(both)")
    let none = try flickbook.shell("flickbook replay flick.yml --subject \(Self.rule)")
    #expect(none.status == 65 && none.errors.contains("add --scenario"), "\(none)")
  }

  @Test("a study goes on after its program has died, and names it")
  func dyingProgram() throws {
    let result = try flickbook.shell(
      #"""
      set -e
      sed -i 's/^    def touch(.*/&\n        if self.settings["flick"] > 3000: sys.exit(7)/' \
        examples/sheet/sheet.py
      mkdir people
      for speed in 1000 2000; do
        flickbook synth flick --speed $speed --intent full -o people/$speed.yml
      done
      printf '%s\n' 'flickbook: study/1' 'corpus: people' 'subject: python3 examples/sheet/sheet.py' \
        'space: {flick: {from: 100, to: 6000}}' 'objectives: [wrongTargets]' \
        'search: {method: sobol, budget: 8, seed: 1}' > study.yml
      flickbook tune study.yml --allow-subjects
      """#)
    // Too few gestures for a recommendation, which is no error of the study.
    #expect(result.status == 1, "\(result)")
    #expect(result.output.contains("it ended with the status 7"), "\(result)")
    #expect(result.output.contains("trial 2, not recommended"), "\(result)")
  }

  @Test(
    "when a command ends, whether by itself or killed, the program and all that it started end, too",
    arguments: [("TERM", 143), ("KILL", 137)])
  func interrupted(signal: String, status: Int) throws {
    // Only the program and its child write to `life`, so `cat` ends when both have ended. This may be a moment after
    // the end of the command. The child has left the process group and the session.
    let result = try flickbook.shell(
      """
      mkfifo life
      printf '%s\\n' 'import os, signal' 'life = open("life", "w")' 'if os.fork() == 0: os.setsid()' \\
        'signal.pause()' > mute.py
      flickbook subject show 'exec python3 mute.py' & flickbook=$!
      exec 3< life
      kill -\(signal) $flickbook
      wait $flickbook
      status=$?
      timeout 60 cat <&3
      echo "gone $? status $status"
      """)
    #expect(result.output.contains("gone 0 status \(status)"), "\(result)")
  }
}
