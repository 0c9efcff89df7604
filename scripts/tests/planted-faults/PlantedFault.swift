import Glibc

private let plantedFault = getenv("FLICKBOOK_FAULT").map { String(cString: $0) }

/// Returns whether the variable FLICKBOOK_FAULT names this fault; copied into each module that faults.patch changes.
func isPlanted(_ name: String) -> Bool { plantedFault == name }
