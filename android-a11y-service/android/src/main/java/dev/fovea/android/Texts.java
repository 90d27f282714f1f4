package dev.fovea.android;

import java.util.List;

/** Words of the framework as plain strings: what they are styled with is of no use here. */
final class Texts {
  private Texts() {}

  /** Null for null. */
  static String of(CharSequence text) {
    return text == null ? null : text.toString();
  }

  /** The parts with spaces between them; null where there is none. */
  static String joined(List<CharSequence> parts) {
    StringBuilder joined = new StringBuilder();
    for (CharSequence part : parts) {
      if (part == null) continue;
      if (joined.length() > 0) joined.append(' ');
      joined.append(part);
    }
    return joined.length() == 0 ? null : joined.toString();
  }
}
