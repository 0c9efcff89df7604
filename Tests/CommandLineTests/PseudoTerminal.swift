/// A terminal that a Python program controls, for tests of commands that behave differently in a terminal.
enum PseudoTerminal {
  static let hasPython = (try? Flickbook().shell("python3 -c 'import pty'").status) == 0

  /// Python that defines `more()`, which appends the next part of what the file `terminal` shows to `output`.
  ///
  /// `more()` is false at the end of the output.
  static let reader = """
    output = b""
    def more():
        global output
        try:
            part = os.read(terminal, 65536)
        except OSError:
            part = b""
        output += part
        return len(part) > 0
    """
}
