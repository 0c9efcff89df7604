extension ScreenGesture {
  /// Dart code for a widget test of Flutter.
  var flutterCode: String {
    let lines = reports.flatMap { report in
      report.touches.map { touch in
        "  (\(report.microseconds), \(touch.contact), '\(touch.phase.rawValue)', \(touch.x), \(touch.y)),\n"
      }
    }.joined()
    return """
      // A gesture that was recorded on \(device). Kept: times, subpixels, fingers. Lost: pressure.
      import 'package:flutter/widgets.dart';
      import 'package:flutter_test/flutter_test.dart';

      // The time in microseconds, the pointer, and the change of the pointer with its position in logical pixels.
      const _touches = <(int, int, String, double, double)>[
      \(lines)];

      /// Plays the gesture, and pumps a frame at the time of each change.
      Future<void> playGesture(WidgetTester tester) async {
        final gestures = <int, TestGesture>{};
        var last = 0;
        for (final (microseconds, pointer, phase, x, y) in _touches) {
          if (microseconds > last) {
            await tester.pump(Duration(microseconds: microseconds - last));
            last = microseconds;
          }
          final time = Duration(microseconds: microseconds);
          switch (phase) {
            case 'down':
              final gesture = await tester.createGesture(pointer: pointer);
              gestures[pointer] = gesture;
              await gesture.down(Offset(x, y), timeStamp: time);
            case 'move':
              await gestures[pointer]!.moveTo(Offset(x, y), timeStamp: time);
            case 'up':
              await gestures.remove(pointer)!.up(timeStamp: time);
            default:
              await gestures.remove(pointer)!.cancel(timeStamp: time);
          }
        }
      }

      """
  }
}
