package android.view;

import android.util.DisplayMetrics;

/** A double: the framework's asks the system server. */
public final class Display {
  public static final int STATE_UNKNOWN = 0;
  public static final int STATE_OFF = 1;
  public static final int STATE_ON = 2;
  public static final int STATE_DOZE = 3;
  public static final int STATE_DOZE_SUSPEND = 4;

  public int id;
  public int rotation;
  public int state = STATE_ON;
  public float refreshRate = 60;
  public int[] size = {1080, 2400};

  public int getDisplayId() {
    return id;
  }

  public int getRotation() {
    return rotation;
  }

  public int getState() {
    return state;
  }

  public float getRefreshRate() {
    return refreshRate;
  }

  public DisplayCutout getCutout() {
    return null;
  }

  public void getRealMetrics(DisplayMetrics out) {
    out.widthPixels = size[0];
    out.heightPixels = size[1];
    out.densityDpi = 420;
  }
}
