import Flickbook

/// A picture of the motion, as the terminal can show it.
func picture(of run: Run) -> String { "" }
