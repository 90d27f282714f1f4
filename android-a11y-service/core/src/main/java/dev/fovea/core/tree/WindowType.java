package dev.fovea.core.tree;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Names of AccessibilityWindowInfo.TYPE_*, which count from 1; 7 came with API 36. */
public final class WindowType {
  public static final int INPUT_METHOD = 2;
  public static final List<String> NAMES =
      Collections.unmodifiableList(
          Arrays.asList(
              "unknown",
              "application",
              "inputMethod",
              "system",
              "accessibilityOverlay",
              "splitScreenDivider",
              "magnificationOverlay",
              "windowControl"));

  private WindowType() {}

  /** "unknown" for types that came later. */
  public static String name(int type) {
    return type > 0 && type < NAMES.size() ? NAMES.get(type) : NAMES.get(0);
  }
}
