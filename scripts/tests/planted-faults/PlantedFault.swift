import Glibc

private let plantedFault = getenv("FLICKBOOK_FAULT").map { String(cString: $0) }

/// Whether the environment asks for the fault of this name; copied into each module that faults.patch changes.
func isPlanted(_ name: String) -> Bool { plantedFault == name }
