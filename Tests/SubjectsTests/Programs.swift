import Foundation
import Quantities
import Subjects

/// Programs for tests, in Python.
enum Programs {
  /// A surface that follows the finger, and after a release approaches one of two targets.
  ///
  /// Arguments of the form `mode=…` plant a fault.
  static let follower = #"""
    import json, math, os, sys, time

    mode = next((word[5:] for word in sys.argv[1:] if word.startswith("mode=")), "")
    hello = {"type": "hello", "protocol": "flickbook-subject/1", "name": "follower", "version": "1",
             "axes": ["y"], "targets": ["half", "full"],
             "settings": [{"key": "flick", "default": 300, "unit": "pt/s", "min": 0, "max": 5000, "meaning": "F."},
                          {"key": "way", "default": "near", "values": ["near", "full"], "meaning": "W."},
                          {"key": "start", "default": "half", "values": ["half", "full"], "meaning": "S."}],
             "fields": [{"key": "pull", "unit": "pt", "meaning": "The pull."}]}
    if mode == "own": hello["clock"] = "own"
    if mode.startswith("driven"): hello["clock"] = "driven"
    if mode == "sundial": hello["clock"] = "sundial"
    if mode == "rule": hello["kind"] = "rule"
    if mode == "protocol": hello["protocol"] = "other/9"
    if mode == "settings": hello["settings"][0]["default"] = -1
    rests = {"half": 422.0, "full": 68.0}

    def say(**line):
        sys.stdout.write(json.dumps(line) + "\n")

    class Surface:
        def __init__(self, settings):
            self.settings, self.y, self.fingers, self.samples = settings, rests[settings["start"]], {}, []
            self.name, self.since, self.base, self.phase, self.steps = settings["start"], None, 0.0, "resting", 0

        def at(self, now):
            if self.since is None: return self.y
            rest = rests[self.name]
            y = rest + (self.base - rest) * math.exp(-1e-5 * (now - self.since))
            if abs(y - rest) < 0.5: self.since, self.y, self.phase = None, rest, "resting"; return rest
            return y

        def touch(self, line):
            now, contact, phase, y = line["time"], line["contact"], line["phase"], line["y"]
            if phase == "began" and not self.fingers:
                self.y, self.since = self.at(now), None
                self.fingers[contact], self.samples, self.phase = y, [(now, y)], "pressed"
            elif phase == "moved" and contact in self.fingers:
                self.y += y - self.fingers[contact]
                self.fingers[contact] = y
                self.samples.append((now, y)); self.phase = "dragging"
            elif phase in ("ended", "cancelled") and self.fingers.pop(contact, None) is not None:
                self.release(now)

        def release(self, now):
            recent = [s for s in self.samples if s[0] >= now - 100000]
            span = recent[-1][0] - recent[0][0] if recent else 0
            speed = (recent[-1][1] - recent[0][1]) / span * 1e6 if span else 0.0
            self.name = "full" if speed <= -self.settings["flick"] or self.settings["way"] == "full" else "half"
            self.since, self.base, self.phase = now, self.y, "settling"
            if mode != "silent": say(type="event", event="decision", time=now, target=self.name, velocityY=speed)

        def send(self, now, name):
            self.base, self.name, self.since, self.phase = self.at(now), name, now, "settling"

        def frame(self, now):
            y = self.at(now)
            self.steps += 1
            if mode in ("rate", "driven") and self.phase == "settling": y += self.steps * 0.01
            line = {"type": "frame", "time": now, "y": y, "phase": self.phase, "pull": 1, "targetY": rests[self.name]}
            if mode == "silent": line["target"] = self.name
            if mode == "nan": line["y"] = float("nan")
            if mode == "null": line["y"] = None
            if mode == "huge": line["y"] = 1e9
            if mode == "late": line["time"] = now + 5
            if mode == "phaseless": del line["phase"]
            if mode == "forever" and self.phase == "resting": line["phase"] = "settling"
            sys.stdout.write(json.dumps(line) + "\n")
            if mode == "twice": sys.stdout.write(json.dumps(line) + "\n")

    def serve():
        surface, count, memory = None, 0, 0
        for text in sys.stdin:
            line = json.loads(text); kind = line["type"]; count += 1
            if mode == "dies" and count > 20: sys.stderr.write("first\nout of luck\n"); sys.exit(3)
            if kind == "hello":
                if mode == "starts": open("starts.txt", "a").write("start\n")
                if mode == "fork": os.system("sleep 1000 & echo $! > child.txt"); sys.stdout.flush()
                say(**hello)
            elif kind == "reset":
                surface = Surface(line["settings"]); memory += 1
                if mode == "remembers": surface.y -= memory
                if mode == "last": say(type="event", event="last", time=0, last=line["lastInput"])
            elif kind == "touch": surface.touch(line)
            elif kind == "command" and line.get("settle") in rests: surface.send(line["time"], line["settle"])
            elif kind == "command" and "settings" in line: surface.settings.update(line["settings"])
            elif kind == "frames":
                for now in line["times"]: surface.frame(now)
                if mode == "garbage": print("loading…")
                if mode == "long": sys.stdout.write("x" * 10000000 + "\n")
                if mode == "back": say(type="event", event="a", time=50000); say(type="event", event="a", time=10)
                if mode == "hand": say(type="event", event="touchDown", time=10)
                if mode == "hangs": time.sleep(1000)
                if mode == "fork": sys.exit(5)
                if mode == "error": say(type="error", message="cannot go on")
                if mode == "closes": os.close(1); time.sleep(1000)
                if mode == "deaf": os.close(0); time.sleep(1000)
                if mode == "flood":
                    while True: say(type="event", event="a", time=1)
            elif kind == "end": say(type="end")
            elif mode == "strict" or mode == "driven" and kind == "unheard-of": sys.exit(4)
            sys.stdout.flush()

    if mode == "ends": sys.exit(0)
    if mode == "mute": time.sleep(1000)
    serve()
    """#

  /// A rule that sends a fast release to the next candidate, and a slow one to the nearest.
  ///
  /// Arguments of the form `mode=…` plant a fault.
  static let rule = #"""
    import json, os, sys, time

    mode = next((word[5:] for word in sys.argv[1:] if word.startswith("mode=")), "")
    speed = "projection" if mode == "taken" else "quick"
    hello = {"type": "hello", "protocol": "flickbook-subject/1", "kind": "rule", "name": f"rule-{mode or 'plain'}",
             "version": "1", "settings": [{"key": speed, "default": 300, "unit": "pt/s", "min": 0, "max": 5000, "meaning": "F."}]}
    count = 0

    def decide(line):
        along = "x" if len({each["y"] for each in line["candidates"]}) == 1 else "y"
        place, velocity = line[along], line["v" + along]
        if abs(velocity) >= line["settings"][speed]:
            ahead = [each for each in line["candidates"] if (each[along] - place) * velocity > 0]
            if ahead: return min(ahead, key=lambda each: abs(each[along] - place))["name"]
        return min(line["candidates"], key=lambda each: abs(each[along] - place))["name"]

    def lines():
        rest = b""
        while data := os.read(0, 65536):
            *whole, rest = (rest + data).split(b"\n")
            for text in whole: yield json.loads(text), len(whole)

    for line, size in lines():
        if line["type"] == "hello": print(json.dumps(hello), flush=True)
        elif line["type"] == "release":
            count += 1
            if mode == "hangs": time.sleep(1000)
            if mode == "dies" and count > 20: sys.exit(3)
            target = decide(line)
            if mode == "remembers" and count > 400: target = line["from"]
            if mode == "together" and size > 1: target = line["from"]
            if mode == "stays": target = line["from"]
            if mode == "unknown": target = "nowhere"
            if mode == "bounds" and line["settings"][speed] == 5000: sys.exit(5)
            print(json.dumps({"type": "target", "target": target}), flush=True)
        elif mode == "strict": sys.exit(4)
    """#

  /// The folder with the programs, which is made once.
  static let folder: String = {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "flickbook-subjects-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data(follower.utf8).write(to: folder.appending(path: "follower.py"))
    try? Data(rule.utf8).write(to: folder.appending(path: "rule.py"))
    return folder.path
  }()

  /// Whether the programs can run.
  static let hasPython = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// Returns the follower with a planted fault; an empty mode plants none.
  static func follower(_ mode: String = "", limit: Double = 10) -> Subject {
    subject("follower.py", mode, limit)
  }

  /// Returns the rule with a planted fault; an empty mode plants none.
  static func rule(_ mode: String = "", limit: Double = 10) -> Subject {
    subject("rule.py", mode, limit)
  }

  private static func subject(_ file: String, _ mode: String, _ limit: Double) -> Subject {
    var program = SubjectProgram(command: "python3 \(file) mode=\(mode)", folder: folder)
    program.timeLimit.value = limit
    return Subject(program)
  }
}
