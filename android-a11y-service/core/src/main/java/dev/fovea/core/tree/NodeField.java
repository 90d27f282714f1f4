package dev.fovea.core.tree;

/** The fields of a node that most nodes do not have. The wire sends them by name; a request may ask for some only. */
public enum NodeField {
  hint(26),
  stateDescription(30),
  error(24),
  paneTitle(28),
  tooltip(28),
  containerTitle(34),
  supplementalDescription(36),
  /** What Chromium calls the role in words of the user. */
  roleDescription(24),
  /** Compose's testTag. */
  testTag(24),
  uniqueId(33),
  /** Where a link of a web page leads. */
  targetUrl(24),
  /** android.text.InputType. */
  inputType(24),
  maxTextLength(24),
  /** Start and end in UTF-16 units. */
  selection(24),
  liveRegion(24),
  range(24),
  collection(24),
  collectionItem(24),
  expanded(36),
  actions(24);

  /** The first Android version that says it; below, a field that is absent says nothing. */
  public final int sinceApi;

  NodeField(int sinceApi) {
    this.sinceApi = sinceApi;
  }

  public static final int ALL = (1 << values().length) - 1;

  public int bit() {
    return 1 << ordinal();
  }

  public boolean in(int fields) {
    return (fields & bit()) != 0;
  }
}
