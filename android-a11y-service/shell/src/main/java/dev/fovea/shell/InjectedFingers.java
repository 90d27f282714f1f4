package dev.fovea.shell;

import android.os.SystemClock;
import dev.fovea.android.Fingers;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.input.PointerEvents;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;

/** Gestures as the events of a touch screen, each injected when its time has come. */
final class InjectedFingers implements Fingers {
  private final TouchScreen screen;

  InjectedFingers(TouchScreen screen) {
    this.screen = screen;
  }

  @Override
  public void perform(GesturePlan plan) throws WireException, InterruptedException {
    long beginMs = SystemClock.uptimeMillis();
    PointerEvents.Event last = null;
    long downMs = beginMs;
    try {
      for (PointerEvents.Event event : PointerEvents.of(plan)) {
        long dueMs = beginMs + event.timeMs;
        for (long now = SystemClock.uptimeMillis(); now < dueMs; now = SystemClock.uptimeMillis()) {
          Thread.sleep(dueMs - now);
        }
        boolean isFirst = event.kind == PointerEvents.Kind.DOWN && event.fingers.length == 1;
        if (isFirst) downMs = SystemClock.uptimeMillis();
        if (!screen.inject(event, plan.displayId, downMs)) throw refused(last);
        last = event;
      }
      last = null;
    } finally {
      if (last != null && isDownAfter(last)) screen.cancel(last, plan.displayId, downMs);
    }
  }

  private static WireException refused(PointerEvents.Event last) {
    if (last == null) return WireException.unsupported("the platform takes no touch there now");
    return new WireException(ErrorCode.GESTURE_CANCELLED, "the platform took no more touches");
  }

  /** Whether a finger stays on the screen. */
  private static boolean isDownAfter(PointerEvents.Event event) {
    return event.kind != PointerEvents.Kind.UP || event.fingers.length > 1;
  }
}
