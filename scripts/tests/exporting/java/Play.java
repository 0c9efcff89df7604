import android.view.MotionEvent;
import android.view.View;

/** Prints each event of RecordedGesture: the time in ms, the action, and "id x y pressure" of each finger. */
public final class Play {
  public static void main(String[] arguments) {
    new RecordedGesture().perform(events -> {
      for (MotionEvent event : events) {
        StringBuilder line = new StringBuilder(event.time + " " + event.action);
        for (int index = 0; index < event.properties.length; index += 1) {
          MotionEvent.PointerCoords at = event.positions[index];
          line.append(" " + event.properties[index].id + " " + at.x + " " + at.y + " " + at.pressure);
        }
        System.out.println(line);
      }
      return true;
    }, new View());
  }
}
