package androidx.test.espresso;

import android.view.MotionEvent;

public interface UiController {
  boolean injectMotionEventSequence(Iterable<MotionEvent> events) throws InjectEventSecurityException;
}
