extension ScreenGesture {
  /// Java code for Espresso.
  ///
  /// The touches are strings, because Java limits the size of the code that fills an array to 64 KiB.
  var espressoCode: String {
    let lines = steps.map { step in
      let touches = step.touches.map { touch in
        " \(touch.finger) \(touch.x) \(touch.y) \(touch.force ?? 1)"
      }
      return
        #"    "\#(roundedMilliseconds(step.microseconds)) \#(step.phase.rawValue)\#(touches.joined())","#
        + "\n"
    }.joined()
    return """
      // A gesture that was recorded on \(device). Kept: milliseconds, subpixels, fingers, pressure.
      // Lost: microseconds. If a finger is cancelled while others are down, it lifts instead.
      // Usage: onView(isRoot()).perform(new RecordedGesture());
      \(Self.espressoImports)
      public final class RecordedGesture implements ViewAction {
        // The time in milliseconds and the change, and for each finger its number, position in pixels, and pressure.
        private static final String[] STEPS = {
      \(lines)  };

      \(Self.espressoMethods)
      }

      """
  }

  private static let espressoImports = """
    import android.os.SystemClock;
    import android.view.InputDevice;
    import android.view.MotionEvent;
    import android.view.View;
    import androidx.test.espresso.UiController;
    import androidx.test.espresso.ViewAction;
    import androidx.test.espresso.matcher.ViewMatchers;
    import java.util.ArrayList;
    import java.util.List;
    import java.util.TreeMap;
    import org.hamcrest.Matcher;

    """

  private static let espressoMethods = """
      @Override
      public Matcher<View> getConstraints() {
        return ViewMatchers.isDisplayed();
      }

      @Override
      public String getDescription() {
        return "play a recorded gesture";
      }

      @Override
      public void perform(UiController controller, View view) {
        // Espresso waits until the time of each event, so the first one must not be in the past.
        long start = SystemClock.uptimeMillis() + 50;
        long downTime = start;
        TreeMap<Integer, float[]> down = new TreeMap<>();
        List<MotionEvent> events = new ArrayList<>();
        for (String step : STEPS) {
          String[] words = step.split(" ");
          long time = start + Long.parseLong(words[0]);
          boolean moves = words[1].equals("move");
          boolean begins = words[1].equals("down");
          for (int at = 2; at < words.length; at += 4) {
            int finger = Integer.parseInt(words[at]);
            if (begins && down.isEmpty()) downTime = time;
            down.put(finger, new float[] {
                Float.parseFloat(words[at + 1]), Float.parseFloat(words[at + 2]), Float.parseFloat(words[at + 3])});
            if (moves) continue;
            int action;
            if (begins) {
              action = down.size() == 1 ? MotionEvent.ACTION_DOWN : MotionEvent.ACTION_POINTER_DOWN;
            } else if (down.size() > 1) {
              action = MotionEvent.ACTION_POINTER_UP;
            } else {
              action = words[1].equals("up") ? MotionEvent.ACTION_UP : MotionEvent.ACTION_CANCEL;
            }
            if (down.size() > 1) {
              action |= down.headMap(finger).size() << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
            }
            events.add(event(downTime, time, action, down));
            if (!begins) down.remove(finger);
          }
          if (moves) events.add(event(downTime, time, MotionEvent.ACTION_MOVE, down));
        }
        try {
          controller.injectMotionEventSequence(events);
        } catch (androidx.test.espresso.InjectEventSecurityException error) {
          throw new IllegalStateException(error);
        }
      }

      private static MotionEvent event(long downTime, long time, int action, TreeMap<Integer, float[]> down) {
        MotionEvent.PointerProperties[] properties = new MotionEvent.PointerProperties[down.size()];
        MotionEvent.PointerCoords[] positions = new MotionEvent.PointerCoords[down.size()];
        int index = 0;
        for (int finger : down.keySet()) {
          properties[index] = new MotionEvent.PointerProperties();
          properties[index].id = finger;
          properties[index].toolType = MotionEvent.TOOL_TYPE_FINGER;
          positions[index] = new MotionEvent.PointerCoords();
          positions[index].x = down.get(finger)[0];
          positions[index].y = down.get(finger)[1];
          positions[index].pressure = down.get(finger)[2];
          positions[index].size = 1;
          index += 1;
        }
        return MotionEvent.obtain(downTime, time, action, down.size(), properties, positions, 0, 0, 1, 1, 0, 0,
            InputDevice.SOURCE_TOUCHSCREEN, 0);
      }
    """
}
