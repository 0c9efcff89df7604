import Glibc

private let plantedFault = getenv("FLICKBOOK_FAULT").map { String(cString: $0) }

/// Whether FLICKBOOK_FAULT names this fault; copied into each module that faults.patch changes.
func isPlanted(_ name: String) -> Bool { plantedFault == name }
