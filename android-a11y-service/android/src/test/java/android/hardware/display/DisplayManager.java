package android.hardware.display;

import android.os.Handler;
import android.view.Display;
import java.util.ArrayList;
import java.util.List;

/** A double: the framework's asks the system server. */
public final class DisplayManager {
  public final List<Display> displays = new ArrayList<>();
  public DisplayListener listener;

  /** The framework's. */
  public interface DisplayListener {
    void onDisplayAdded(int displayId);

    void onDisplayRemoved(int displayId);

    void onDisplayChanged(int displayId);
  }

  public Display[] getDisplays() {
    return displays.toArray(new Display[0]);
  }

  public void registerDisplayListener(DisplayListener added, Handler handler) {
    listener = added;
  }
}
