package dev.fovea.core.tree;

/** The booleans of a node. The wire sends them as one number: bit n is the n-th of these. */
public enum NodeFlag {
  checkable(24),
  checked(24),
  /** Neither checked nor not, like a box over boxes of both kinds. */
  partiallyChecked(36),
  clickable(24),
  longClickable(24),
  contextClickable(24),
  enabled(24),
  focusable(24),
  focused(24),
  accessibilityFocused(24),
  scrollable(24),
  selected(24),
  password(24),
  editable(24),
  visibleToUser(24),
  multiLine(24),
  dismissable(24),
  canOpenPopup(24),
  contentInvalid(24),
  importantForAccessibility(24),
  /** The platform's text of the node was its hint: on the wire the text is empty then. */
  showingHint(26),
  heading(28),
  screenReaderFocusable(28),
  textEntryKey(29),
  textSelectable(33),
  dataSensitive(34),
  required(36),
  /** Set by {@link PasswordRule}: characters of the text stand for others. */
  masked(24);

  /** The first Android version that says it; below, a bit that is not set says nothing. */
  public final int sinceApi;

  NodeFlag(int sinceApi) {
    this.sinceApi = sinceApi;
  }

  public int bit() {
    return 1 << ordinal();
  }

  public boolean in(int flags) {
    return (flags & bit()) != 0;
  }
}
