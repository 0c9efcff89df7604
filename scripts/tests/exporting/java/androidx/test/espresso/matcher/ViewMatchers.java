package androidx.test.espresso.matcher;

import android.view.View;
import org.hamcrest.Matcher;

public final class ViewMatchers {
  public static Matcher<View> isDisplayed() {
    return null;
  }
}
