package android.view;

/** The part of Android's class that the exported code uses. The numbers are those of Android. */
public final class MotionEvent {
  public static final int ACTION_DOWN = 0;
  public static final int ACTION_UP = 1;
  public static final int ACTION_MOVE = 2;
  public static final int ACTION_CANCEL = 3;
  public static final int ACTION_POINTER_DOWN = 5;
  public static final int ACTION_POINTER_UP = 6;
  public static final int ACTION_POINTER_INDEX_SHIFT = 8;
  public static final int TOOL_TYPE_FINGER = 1;

  public static final class PointerProperties {
    public int id;
    public int toolType;
  }

  public static final class PointerCoords {
    public float x;
    public float y;
    public float pressure;
    public float size;
  }

  public final long time;
  public final int action;
  public final PointerProperties[] properties;
  public final PointerCoords[] positions;

  private MotionEvent(long time, int action, PointerProperties[] properties, PointerCoords[] positions) {
    this.time = time;
    this.action = action;
    this.properties = properties;
    this.positions = positions;
  }

  public static MotionEvent obtain(long downTime, long eventTime, int action, int pointerCount,
      PointerProperties[] pointerProperties, PointerCoords[] pointerCoords, int metaState, int buttonState,
      float xPrecision, float yPrecision, int deviceId, int edgeFlags, int source, int flags) {
    return new MotionEvent(eventTime, action, pointerProperties, pointerCoords);
  }
}
