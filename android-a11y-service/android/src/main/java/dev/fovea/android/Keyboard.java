package dev.fovea.android;

/** Types into the focused field; see {@link dev.fovea.core.platform.Platform#commitText}. */
public interface Keyboard {
  boolean commitText(String text);
}
