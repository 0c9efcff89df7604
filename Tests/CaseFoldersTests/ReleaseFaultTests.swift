import InteractionScenarios
import Testing

@Suite("Faults of release rules")
struct ReleaseFaultTests {
  @Test("every release rule is used by a case")
  func rules() {
    let rules = Set(BreakableCase.all.map(\.rule))
    for kind in ReleaseRule.kinds {
      #expect(rules.contains(kind.name), "no bundled case has release.choice=\(kind.name)")
    }
  }

  @Test("every setting of a release rule is in the list of settings with their readers")
  func settings() {
    let known = ReleasePolicy.settings.map { String($0.key.dropFirst("release.".count)) }
    #expect(Set(known) == Set(ReleaseSettingReaders.all.map(\.key)))
  }

  @Test(
    "for every rule that reads a setting, a bundled case fails if the setting is broken",
    arguments: ReleaseSettingReaders.all.map(\.key))
  func noticed(setting: String) {
    let readers = ReleaseSettingReaders.readers(of: setting)
    let (possible, seen) = search(setting)
    for fault in seen where !readers.isCommon && !readers.rules.contains(fault.rule) {
      Issue.record("'\(fault.name)' changes a case; is '\(fault.rule)' one of its readers?")
    }
    for rule in readers.rules {
      let kinds = Set(possible.filter { $0.rule == rule }.map(\.kind))
      for kind in kinds {
        expectNoticed(seen, [ReleaseFault(rule: rule, setting: setting, kind: kind)])
      }
      // If a number is 0 in every case, no case can notice that it is switched off.
      #expect(!kinds.isEmpty, "no bundled case has '\(setting)' with the rule '\(rule)'")
    }
    if readers.isCommon {
      let kinds = Set(possible.map(\.kind))
      for kind in kinds { expectNoticed(seen, possible.filter { $0.kind == kind }) }
      #expect(!kinds.isEmpty, "no bundled case has '\(setting)'")
    }
    for fault in seen {
      #expect(
        ReleaseSettingReaders.unnoticed[fault.name] == nil,
        "a case now notices '\(fault.name)'; remove it from the list")
    }
  }

  /// Returns the faults that `setting` can have in the bundled cases, and those that a case
  /// notices.
  private func search(_ setting: String) -> (possible: Set<ReleaseFault>, seen: Set<ReleaseFault>) {
    var possible: Set<ReleaseFault> = []
    var seen: Set<ReleaseFault> = []
    for breakable in BreakableCase.all {
      for fault in breakable.faults(of: setting) {
        possible.insert(fault)
        if !seen.contains(fault), breakable.notices(fault) { seen.insert(fault) }
      }
    }
    return (possible, seen)
  }

  /// Expects that a case notices one of `faults`, or that the faults are listed as unnoticed.
  private func expectNoticed(_ seen: Set<ReleaseFault>, _ faults: Set<ReleaseFault>) {
    guard seen.isDisjoint(with: faults), let first = faults.min(by: { $0.name < $1.name }) else {
      return
    }
    #expect(
      ReleaseSettingReaders.unnoticed[first.name] != nil,
      "no bundled case notices '\(first.name)'; add such a case, or list the fault with a reason")
  }
}
