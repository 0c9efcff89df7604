#if FLICKBOOK_FAULTS
  import Flickbook
  import Glibc

  /// Plants the fault that FLICKBOOK_FAULT names; `list` names them all.
  func plantFault() {
    guard let name = getenv("FLICKBOOK_FAULT").map({ String(cString: $0) }) else { return }
    if name == "list" {
      for fault in PlantedFault.allCases { say(fault.rawValue) }
      Glibc.exit(0)
    }
    guard let fault = PlantedFault(rawValue: name) else {
      printError("FLICKBOOK_FAULT: there is no fault '\(name)'; 'list' names them all.")
      Glibc.exit(Failure.Status.usage.rawValue)
    }
    PlantedFault.planted = fault
  }
#endif
