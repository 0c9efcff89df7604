import Flickbook
import FramePictures

/// A picture of the motion, as the terminal can show it.
func picture(of run: Run) -> String {
  terminalPicture(
    of: run, scenery: run.scenery,
    style: TerminalStyle(
      width: min(max(Terminal.columns, 40), 100), usesUnicode: Terminal.hasUnicode,
      usesColor: Terminal.hasColor))
}
