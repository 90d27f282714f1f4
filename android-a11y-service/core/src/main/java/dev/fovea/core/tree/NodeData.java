package dev.fovea.core.tree;

import java.util.Arrays;

/** One node's facts. A walk fills one object again for each node, to make no garbage. Null and -1 are "none". */
public final class NodeData {
  /** The optional fields that will be read, as bits of {@link NodeField}: others need not be filled in. */
  public int wanted = NodeField.ALL;
  /** Bits of {@link NodeFlag}. */
  public int flags;
  public int left;
  public int top;
  public int right;
  public int bottom;
  public String className;
  public String packageName;
  public String resourceId;
  /** As the platform gives it: the hint of an empty field, where {@link NodeFlag#showingHint} is set. */
  public String text;
  public String description;
  /** 0 is unknown. */
  public int drawingOrder;

  public String hint;
  public String stateDescription;
  public String error;
  public String paneTitle;
  public String tooltip;
  public String containerTitle;
  public String supplementalDescription;
  public String roleDescription;
  public String testTag;
  public String uniqueId;
  public String targetUrl;
  /** 0 is none. */
  public int inputType;
  public int maxTextLength;
  public int selectionStart;
  public int selectionEnd;
  /** View.ACCESSIBILITY_LIVE_REGION_*: 0 none, 1 polite, 2 assertive. */
  public int liveRegion;
  /** AccessibilityNodeInfo.RangeInfo.RANGE_TYPE_*: 0 integer, 1 float, 2 percent, 3 indeterminate; -1 no range. */
  public int rangeType;
  public float rangeMin;
  public float rangeMax;
  public float rangeCurrent;
  public boolean hasCollection;
  /** -1 is unknown. */
  public int collectionRows;
  public int collectionColumns;
  public boolean isHierarchical;
  /** AccessibilityNodeInfo.CollectionInfo.SELECTION_MODE_*: 0 none, 1 single, 2 multiple. */
  public int selectionMode;
  public boolean hasCollectionItem;
  public int itemRow;
  public int itemColumn;
  public int itemRowSpan;
  public int itemColumnSpan;
  public boolean isItemHeading;
  public boolean isItemSelected;
  /** AccessibilityNodeInfo.EXPANDED_STATE_*: 0 undefined, 1 collapsed, 2 partial, 3 full. */
  public int expandedState;
  public int actionCount;
  /** The first {@link #actionCount} are valid. */
  public int[] actionIds = new int[32];
  /** The app's own words for an action; null where it has none. */
  public String[] actionLabels = new String[32];

  /** Back to a node of which nothing is known. */
  public void reset() {
    flags = left = top = right = bottom = drawingOrder = 0;
    className = packageName = resourceId = text = description = null;
    hint = stateDescription = error = paneTitle = tooltip = containerTitle = supplementalDescription = null;
    roleDescription = testTag = uniqueId = targetUrl = null;
    inputType = liveRegion = selectionMode = expandedState = 0;
    maxTextLength = selectionStart = selectionEnd = rangeType = -1;
    rangeMin = rangeMax = rangeCurrent = 0;
    hasCollection = isHierarchical = hasCollectionItem = isItemHeading = isItemSelected = false;
    collectionRows = collectionColumns = itemRow = itemColumn = -1;
    itemRowSpan = itemColumnSpan = 1;
    actionCount = 0;
  }

  public void set(NodeFlag flag, boolean value) {
    if (value) flags |= flag.bit();
    else flags &= ~flag.bit();
  }

  public void addAction(int id, String label) {
    if (actionCount == actionIds.length) {
      actionIds = Arrays.copyOf(actionIds, actionCount * 2);
      actionLabels = Arrays.copyOf(actionLabels, actionCount * 2);
    }
    actionIds[actionCount] = id;
    actionLabels[actionCount++] = label;
  }
}
