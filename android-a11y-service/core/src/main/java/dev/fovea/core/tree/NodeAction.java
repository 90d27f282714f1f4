package dev.fovea.core.tree;

/**
 * The actions that the framework names: AccessibilityNodeInfo.ACTION_* are single bits, the later ones are resource ids
 * of android.R.id.accessibilityAction*. Any other id is an app's own.
 */
public enum NodeAction {
  focus(0x1),
  clearFocus(0x2),
  select(0x4),
  clearSelection(0x8),
  click(0x10),
  longClick(0x20),
  accessibilityFocus(0x40),
  clearAccessibilityFocus(0x80),
  nextAtGranularity(0x100, "granularity"),
  previousAtGranularity(0x200, "granularity"),
  nextHtmlElement(0x400),
  previousHtmlElement(0x800),
  scrollForward(0x1000),
  scrollBackward(0x2000),
  copy(0x4000),
  paste(0x8000),
  cut(0x10000),
  setSelection(0x20000, "start", "end"),
  expand(0x40000),
  collapse(0x80000),
  dismiss(0x100000),
  setText(0x200000, "text"),
  showOnScreen(0x01020036),
  scrollToPosition(0x01020037, "row", "column"),
  scrollUp(0x01020038),
  scrollLeft(0x01020039),
  scrollDown(0x0102003a),
  scrollRight(0x0102003b),
  contextClick(0x0102003c),
  setProgress(0x0102003d, "value"),
  moveWindow(0x01020042),
  showTooltip(0x01020044),
  hideTooltip(0x01020045),
  pageUp(0x01020046),
  pageDown(0x01020047),
  pageLeft(0x01020048),
  pageRight(0x01020049),
  pressAndHold(0x0102004a),
  imeEnter(0x01020054),
  dragStart(0x01020055),
  dragDrop(0x01020056),
  dragCancel(0x01020057),
  showTextSuggestions(0x01020058),
  scrollInDirection(0x0102005e);

  private static final NodeAction[] VALUES = values();
  private static final int FIRST_RESOURCE = showOnScreen.ordinal();

  public final int id;
  /** Arguments without which it means nothing. */
  public final String[] needs;

  NodeAction(int id, String... needs) {
    this.id = id;
    this.needs = needs;
  }

  /** The action with this id; null for an app's own. */
  public static NodeAction byId(int id) {
    if (id > 0 && id <= setText.id) return Integer.bitCount(id) == 1 ? VALUES[Integer.numberOfTrailingZeros(id)] : null;
    for (int i = FIRST_RESOURCE; i < VALUES.length; i++) if (VALUES[i].id == id) return VALUES[i];
    return null;
  }

  /** The action with this name; null for an unknown one. */
  public static NodeAction byName(String name) {
    for (NodeAction action : VALUES) if (action.name().equals(name)) return action;
    return null;
  }
}
