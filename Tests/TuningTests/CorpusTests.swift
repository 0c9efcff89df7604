import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Corpus")
struct CorpusTests {
  /// A corpus of synthetic gestures, each with a different seed.
  private static func members(_ count: Int, people: Int = 7) throws -> [CorpusMember] {
    let gesture = try #require(SyntheticGesture.named("flick"))
    return try (0..<count).map { index in
      var recording = try gesture.recording(
        SyntheticGesture.Options(digitizer: Digitizer(seed: UInt64(index)), intent: "half"))
      recording.person = "person \(index % people)"
      recording.session = "\(index % 2)"
      return CorpusMember(
        name: "\(index).yml", recording: recording, scenario: "sheet",
        targets: ["tip", "half", "full"])
    }
  }

  @Test(
    "whether a recording is held out does not depend on the order of the corpus",
    arguments: CorpusSplit.Group.allCases)
  func order(group: CorpusSplit.Group) throws {
    let members = try Self.members(60)
    for seed in UInt64(0)..<20 {
      let split = CorpusSplit(by: group, heldOut: 0.3, seed: seed)
      let parts = split.parts(of: members)
      var random = SeededGenerator(seed: seed)
      let order = members.indices.shuffled(using: &random)
      let shuffled = split.parts(of: order.map { members[$0] })
      #expect(shuffled == order.map { parts[$0] })
      #expect(split.parts(of: members) == parts)
    }
  }

  @Test("no person or session is both in training and held out, and neither part is empty")
  func disjoint() throws {
    let members = try Self.members(60)
    for seed in UInt64(0)..<50 {
      for group in [CorpusSplit.Group.person, .session] {
        let parts = CorpusSplit(by: group, seed: seed).parts(of: members)
        var sides: [String: Set<CorpusSplit.Part>] = [:]
        for (member, part) in zip(members, parts) {
          let session = group == .session ? member.session ?? "" : ""
          sides["\(member.person ?? "")\n\(session)", default: []].insert(part)
        }
        #expect(sides.values.allSatisfy { $0.count == 1 })
        #expect(Set(parts).count == 2)
      }
    }
  }

  @Test("each seed holds out the requested number of people, and over many seeds everybody")
  func seeds() throws {
    let members = try Self.members(40, people: 10)
    var held: Set<String> = []
    for seed in UInt64(0)..<60 {
      let split = CorpusSplit(by: .person, heldOut: 0.3, seed: seed)
      let people = Set(
        zip(members, split.parts(of: members)).filter { $1 == .heldOut }.compactMap { $0.0.person })
      #expect(people.count == 3)
      held.formUnion(people)
    }
    #expect(held.count == 10)
  }

  @Test("an additional person moves at most one other person to the other part")
  func another() throws {
    let members = try Self.members(44, people: 11)
    let fewer = members.filter { $0.person != "person 4" }
    for seed in UInt64(0)..<50 {
      let split = CorpusSplit(by: .person, heldOut: 0.3, seed: seed)
      func held(_ members: [CorpusMember]) -> Set<String> {
        Set(
          zip(members, split.parts(of: members)).filter { $1 == .heldOut }
            .compactMap { $0.0.person })
      }
      let moved = held(members).subtracting(["person 4"]).symmetricDifference(held(fewer))
      #expect(moved.count <= 1, "seed \(seed): \(moved)")
    }
  }

  @Test("recordings without a person are never held out, and the report counts them")
  func nobody() throws {
    var members = try Self.members(30)
    for index in 0..<5 { members[index].person = nil }
    let split = CorpusSplit(by: .person, heldOut: 0.5)
    #expect(split.parts(of: members).prefix(5).allSatisfy { $0 == .training })
    let findings = corpusFindings(in: members, split: split)
    #expect(findings.map(\.kind) == Array(repeating: .missingGroup, count: 5))
    #expect(findings[2].description.hasPrefix("2.yml: no person is set;"))
    members[0].person = "alone"
    #expect(CorpusSplit(by: .person).parts(of: [members[0]]) == [.training])
  }

  @Test(
    "the digest of a recording of libinput's gestures depends on each of their values, and not on its start"
  )
  func libinputGestures() {
    var recording = Recording(
      device: DeviceDescription(name: "Pad", properties: [DeviceProperty.pointer]))
    recording.gestures = (0..<3).map {
      LibinputEvent(microseconds: Int64($0) * 8_000, kind: .swipeUpdate, fingers: 3)
    }
    let digest = gestureDigest(of: recording)
    let changes: [(inout LibinputEvent) -> Void] = [
      { $0.microseconds += 1 }, { $0.kind = .pinchUpdate }, { $0.fingers = 4 }, { $0.scale = 2 },
      { $0.accelerated.x = Points(1) }, { $0.unaccelerated.y = Points(1) }, { $0.degrees = 1 },
      { $0.isCancelled = true },
    ]
    let others = changes.map { change in
      var other = recording
      change(&other.gestures[1])
      return gestureDigest(of: other)
    }
    #expect(Set(others + [digest]).count == changes.count + 1)
    for index in recording.gestures.indices { recording.gestures[index].microseconds += 5_000 }
    #expect(gestureDigest(of: recording) == digest)
  }

  @Test("labels, start time and contact numbers do not change a gesture's digest")
  func gesture() throws {
    let recording = try #require(SyntheticGesture.named("second-finger")).recording()
    let digest = gestureDigest(of: recording)
    var other = recording
    (other.intent, other.note, other.source, other.person) = ("tip", "x", nil, "anna")
    other.device.name = "Another"
    for index in other.events.indices {
      other.events[index].microseconds += 1_000_000
      let isContact =
        other.events[index].type == EventType.absolute
        && other.events[index].code == AbsoluteAxis.trackingID && other.events[index].value >= 0
      if isContact { other.events[index].value += 40 }
    }
    #expect(gestureDigest(of: other) == digest)
    let position = try #require(other.events.firstIndex { $0.code == AbsoluteAxis.positionX })
    other.events[position].value += 1
    #expect(gestureDigest(of: other) != digest)
    var later = recording
    later.events[later.events.count - 1].microseconds += 1
    #expect(gestureDigest(of: later) != digest)
  }

  @Test("a corpus without faults has no findings, and each planted fault gives exactly one finding")
  func findings() throws {
    let members = try Self.members(30)
    let split = CorpusSplit(by: .person)
    #expect(corpusFindings(in: members, split: split) == [])
    func kinds(_ change: (inout [CorpusMember]) -> Void) -> [CorpusFinding.Kind] {
      var changed = members
      change(&changed)
      return corpusFindings(in: changed).map(\.kind)
    }
    #expect(kinds { $0[3].intent = nil } == [.missingIntent])
    #expect(kinds { $0[3].intent = "hlaf" } == [.impossibleIntent])
    #expect(kinds { $0[3].intent = "half|" } == [.impossibleIntent])
    #expect(kinds { $0[3].intent = "half|tip" } == [])
    #expect(kinds { $0[3].gesture = $0[4].gesture } == [.duplicate])
    #expect(
      kinds {
        $0[3].gesture = $0[4].gesture
        $0[3].intent = "tip"
      } == [.contradiction, .duplicate])
    #expect(
      kinds {
        $0[3].gesture = $0[4].gesture
        ($0[3].intent, $0[4].intent) = ("tip|half", "half|tip")
      } == [.duplicate])
    // The targets of a sheet are not comparable with those of a picture-in-picture window.
    #expect(
      kinds {
        $0[3].gesture = $0[4].gesture
        ($0[3].scenario, $0[3].intent, $0[3].targets) = ("pip", "topLeft", ["topLeft"])
      } == [.duplicate])
  }

  @Test("a gesture in both parts of a split is found once, and both recordings are named")
  func leakage() throws {
    var members = try Self.members(30)
    let split = CorpusSplit(by: .person, heldOut: 0.4)
    let parts = split.parts(of: members)
    let training = try #require(parts.firstIndex(of: .training))
    let held = try #require(parts.firstIndex(of: .heldOut))
    members[held].gesture = members[training].gesture
    let found = corpusFindings(in: members, split: split).filter { $0.kind == .leakage }
    #expect(found.map(\.names) == [[members[training].name, members[held].name]])
  }

  @Test("a fraction of 0 or 1 is a programmer error", arguments: [0.0, 1.0])
  func fraction(fraction: Double) async {
    await #expect(processExitsWith: .failure) { [fraction] in
      _ = CorpusSplit(by: .person, heldOut: fraction)
    }
  }
}
