package dev.fovea.shell;

import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.MotionEvent.PointerCoords;
import android.view.MotionEvent.PointerProperties;
import dev.fovea.android.Trouble;
import dev.fovea.core.Uptime;
import dev.fovea.core.input.PointerEvents;
import dev.fovea.core.wire.WireException;
import java.lang.reflect.Method;

/**
 * Injects touches through the input manager. UiAutomation.injectInputEvent does the same, and waits on Android 16 until
 * every animation is over: seconds.
 */
final class TouchScreen implements InjectedFingers.Screen {
  /** InputManager.INJECT_INPUT_EVENT_MODE_ASYNC and _WAIT_FOR_RESULT. */
  private static final int ASYNC = 0;

  private static final int WAIT_FOR_RESULT = 1;

  private final Object manager;
  private final Method injectInputEvent;

  private TouchScreen(Object manager, Method injectInputEvent) {
    this.manager = manager;
    this.injectInputEvent = injectInputEvent;
  }

  static TouchScreen open() throws Hidden.HiddenException {
    Object manager = Hidden.inputManager();
    return new TouchScreen(manager, Hidden.injectInputEvent(manager));
  }

  /**
   * The first touch and the last lift are waited for, so that a refusal is noticed and a finished gesture has arrived;
   * what is between is not, for the sake of its times.
   */
  @Override
  public boolean inject(PointerEvents.Event event, int displayId, long downMs) throws WireException {
    boolean isAwaited = event.kind != PointerEvents.Kind.MOVE && event.fingers.length == 1;
    return send(of(event, action(event), downMs), displayId, isAwaited ? WAIT_FOR_RESULT : ASYNC);
  }

  @Override
  public void cancel(PointerEvents.Event last, int displayId, long downMs) {
    try {
      send(of(last, MotionEvent.ACTION_CANCEL, downMs), displayId, ASYNC);
    } catch (WireException e) {
      Trouble.report("a gesture cannot be taken back", e);
    }
  }

  static int action(PointerEvents.Event event) {
    int place = event.cause << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
    boolean isOnly = event.fingers.length == 1;
    switch (event.kind) {
      case DOWN:
        return isOnly ? MotionEvent.ACTION_DOWN : MotionEvent.ACTION_POINTER_DOWN | place;
      case UP:
        return isOnly ? MotionEvent.ACTION_UP : MotionEvent.ACTION_POINTER_UP | place;
      default:
        return MotionEvent.ACTION_MOVE;
    }
  }

  private boolean send(MotionEvent motion, int displayId, int mode) throws WireException {
    try {
      if (displayId != 0) Hidden.setDisplay(motion, displayId);
      return Boolean.TRUE.equals(Hidden.call(injectInputEvent, manager, motion, mode));
    } catch (Hidden.HiddenException e) {
      Trouble.report("touches cannot be injected", e);
      throw WireException.unsupported("this Android version takes no touches for display " + displayId);
    } catch (SecurityException e) {
      Trouble.report("touches are refused", e);
      throw WireException.unsupported("the phone refuses touches of the shell (Xiaomi: USB debugging, Security settings)");
    } finally {
      motion.recycle();
    }
  }

  private static MotionEvent of(PointerEvents.Event event, int action, long downMs) {
    int count = event.fingers.length;
    PointerProperties[] properties = new PointerProperties[count];
    PointerCoords[] coords = new PointerCoords[count];
    for (int i = 0; i < count; i++) {
      properties[i] = new PointerProperties();
      properties[i].id = event.ids[i];
      properties[i].toolType = MotionEvent.TOOL_TYPE_FINGER;
      coords[i] = new PointerCoords();
      coords[i].x = event.xs[i];
      coords[i].y = event.ys[i];
      coords[i].pressure = 1;
      coords[i].size = 1;
    }
    long nowMs = Uptime.ms();
    int source = InputDevice.SOURCE_TOUCHSCREEN;
    return MotionEvent.obtain(downMs, nowMs, action, count, properties, coords, 0, 0, 1, 1, 0, 0, source, 0);
  }
}
