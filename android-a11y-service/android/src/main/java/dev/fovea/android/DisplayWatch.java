package dev.fovea.android;

import android.hardware.display.DisplayManager;
import android.hardware.display.DisplayManager.DisplayListener;
import android.os.Handler;
import android.util.DisplayMetrics;
import android.view.Display;
import dev.fovea.core.event.EventRing;
import dev.fovea.core.event.UiEvent;

/**
 * Reports displays that are added, removed, turned or resized: no accessibility event does. The platform also calls the
 * listener for a new refresh rate, brightness and so on. Those do not move anything on the screen and are not reported.
 */
public final class DisplayWatch implements DisplayListener {
  private final DisplayManager displays;
  private final EventRing events;
  private String shape;

  private DisplayWatch(DisplayManager displays, EventRing events) {
    this.displays = displays;
    this.events = events;
    shape = shape();
  }

  /** Watches from here on; {@code handler} says on which thread. */
  public static DisplayWatch begin(DisplayManager displays, Handler handler, EventRing events) {
    DisplayWatch watch = new DisplayWatch(displays, events);
    displays.registerDisplayListener(watch, handler);
    return watch;
  }

  @Override
  public void onDisplayAdded(int displayId) {
    compare();
  }

  @Override
  public void onDisplayRemoved(int displayId) {
    compare();
  }

  @Override
  public void onDisplayChanged(int displayId) {
    compare();
  }

  private synchronized void compare() {
    try {
      String now = shape();
      if (now.equals(shape)) return;
      shape = now;
      events.add(UiEvent.display());
    } catch (RuntimeException e) {
      Trouble.report("cannot look at the displays", e);
    }
  }

  @SuppressWarnings("deprecation") // as in FactsReader
  private String shape() {
    StringBuilder shape = new StringBuilder();
    for (Display display : displays.getDisplays()) {
      DisplayMetrics metrics = new DisplayMetrics();
      display.getRealMetrics(metrics);
      shape.append(display.getDisplayId()).append(' ').append(display.getRotation()).append(' ');
      shape.append(metrics.widthPixels).append('x').append(metrics.heightPixels).append(' ');
      shape.append(metrics.densityDpi).append(' ').append(FactsReader.isOn(display.getState())).append(';');
    }
    return shape.toString();
  }
}
