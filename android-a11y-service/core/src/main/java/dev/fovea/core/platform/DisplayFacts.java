package dev.fovea.core.platform;

import java.util.List;

/** One display as it is turned now. Nulls are what the Android version does not say. */
public final class DisplayFacts {
  /** The insets, in the order of {@link #insets}: the names of WindowInsets.Type. */
  public static final String[] INSETS = {
    "statusBars",
    "navigationBars",
    "captionBar",
    "displayCutout",
    "ime",
    "systemGestures",
    "mandatorySystemGestures",
    "tappableElement"
  };

  public int id;
  public int widthPx;
  public int heightPx;
  /** 0–3, counter-clockwise quarter turns of the picture as Display.getRotation counts them. */
  public int rotation;
  public int densityDpi;
  public Float refreshRateHz;
  /** Whether it shows anything: Display.getState() is ON or a drawing doze state. */
  public Boolean isOn;
  /** Left, top, right, bottom in pixels for each of {@link #INSETS}; null below API 30. */
  public int[][] insets;
  public List<int[]> cutouts;
}
