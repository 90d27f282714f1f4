package dev.fovea.shell;

import dev.fovea.android.Keyboard;

/** A UiAutomation has no input connection: text goes through the field's ACTION_SET_TEXT. */
final class NoKeyboard implements Keyboard {
  @Override
  public boolean commitText(String text) {
    return false;
  }
}
