package dev.fovea.shell;

import dev.fovea.android.Fingers;
import dev.fovea.core.Uptime;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.input.PointerEvents;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;

/** Gestures as the events of a touch screen, each injected when its time has come. */
final class InjectedFingers implements Fingers {
  /** Where the events go. */
  interface Screen {
    /** False where the platform refused it. {@code downMs} is when the first of the fingers that are down came. */
    boolean inject(PointerEvents.Event event, int displayId, long downMs) throws WireException;

    /** Takes back the touches of the fingers that are down, as {@code last} has them. */
    void cancel(PointerEvents.Event last, int displayId, long downMs);
  }

  private final Screen screen;

  InjectedFingers(Screen screen) {
    this.screen = screen;
  }

  @Override
  public void perform(GesturePlan plan) throws WireException, InterruptedException {
    long beginMs = Uptime.ms();
    PointerEvents.Event last = null;
    long downMs = beginMs;
    try {
      for (PointerEvents.Event event : PointerEvents.of(plan)) {
        long dueMs = beginMs + event.timeMs;
        for (long now = Uptime.ms(); now < dueMs; now = Uptime.ms()) {
          Thread.sleep(dueMs - now);
        }
        boolean isFirst = event.kind == PointerEvents.Kind.DOWN && event.fingers.length == 1;
        if (isFirst) downMs = Uptime.ms();
        if (!screen.inject(event, plan.displayId, downMs)) throw refused(last);
        last = event;
      }
      last = null;
    } finally {
      PointerEvents.Event after = last == null ? null : last.after();
      if (after != null && after.fingers.length > 0) screen.cancel(after, plan.displayId, downMs);
    }
  }

  private static WireException refused(PointerEvents.Event last) {
    if (last == null) return WireException.unsupported("the platform takes no touch there now");
    return new WireException(ErrorCode.GESTURE_CANCELLED, "the platform took no more touches");
  }
}
