package dev.fovea.android;

import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeInfo.AccessibilityAction;
import android.view.accessibility.AccessibilityNodeInfo.CollectionInfo;
import android.view.accessibility.AccessibilityNodeInfo.CollectionItemInfo;
import android.view.accessibility.AccessibilityNodeInfo.RangeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeField;
import dev.fovea.core.tree.NodeFlag;
import java.util.List;

/** Copies what the framework says of a node. Nothing here asks the app. */
final class NodeReader {
  /** Chromium's keys, in content/public/browser/android (BrowserAccessibilityManager). */
  private static final String ROLE_DESCRIPTION = "AccessibilityNodeInfo.roleDescription";

  private static final String TARGET_URL = "AccessibilityNodeInfo.targetUrl";
  /** androidx.compose.ui.platform.AndroidComposeViewAccessibilityDelegateCompat. */
  private static final String TEST_TAG = "androidx.compose.ui.semantics.testTag";

  private static final int EXTRAS = NodeField.roleDescription.bit() | NodeField.testTag.bit() | NodeField.targetUrl.bit();

  private NodeReader() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    Rect bounds = new Rect();
    node.getBoundsInScreen(bounds);
    out.left = bounds.left;
    out.top = bounds.top;
    out.right = bounds.right;
    out.bottom = bounds.bottom;
    out.className = Texts.of(node.getClassName());
    out.packageName = Texts.of(node.getPackageName());
    out.resourceId = node.getViewIdResourceName();
    out.text = Texts.of(node.getText());
    out.description = Texts.of(node.getContentDescription());
    out.drawingOrder = node.getDrawingOrder();
    flags(node, out);
    details(node, out);
    if ((out.wanted & EXTRAS) != 0) extras(node, out);
    if (NodeField.actions.in(out.wanted)) actions(node, out);
    newer(node, out);
  }

  @SuppressWarnings("deprecation") // isChecked: from API 36 on NodeApi36 says more
  private static void flags(AccessibilityNodeInfo node, NodeData out) {
    out.set(NodeFlag.checkable, node.isCheckable());
    out.set(NodeFlag.checked, node.isChecked());
    out.set(NodeFlag.clickable, node.isClickable());
    out.set(NodeFlag.longClickable, node.isLongClickable());
    out.set(NodeFlag.contextClickable, node.isContextClickable());
    out.set(NodeFlag.enabled, node.isEnabled());
    out.set(NodeFlag.focusable, node.isFocusable());
    out.set(NodeFlag.focused, node.isFocused());
    out.set(NodeFlag.accessibilityFocused, node.isAccessibilityFocused());
    out.set(NodeFlag.scrollable, node.isScrollable());
    out.set(NodeFlag.selected, node.isSelected());
    out.set(NodeFlag.password, node.isPassword());
    out.set(NodeFlag.editable, node.isEditable());
    out.set(NodeFlag.visibleToUser, node.isVisibleToUser());
    out.set(NodeFlag.multiLine, node.isMultiLine());
    out.set(NodeFlag.dismissable, node.isDismissable());
    out.set(NodeFlag.canOpenPopup, node.canOpenPopup());
    out.set(NodeFlag.contentInvalid, node.isContentInvalid());
    out.set(NodeFlag.importantForAccessibility, node.isImportantForAccessibility());
  }

  private static void details(AccessibilityNodeInfo node, NodeData out) {
    int wanted = out.wanted;
    if (NodeField.error.in(wanted)) out.error = Texts.of(node.getError());
    if (NodeField.inputType.in(wanted)) out.inputType = node.getInputType();
    if (NodeField.maxTextLength.in(wanted)) out.maxTextLength = node.getMaxTextLength();
    if (NodeField.liveRegion.in(wanted)) out.liveRegion = node.getLiveRegion();
    if (NodeField.selection.in(wanted)) {
      out.selectionStart = node.getTextSelectionStart();
      out.selectionEnd = node.getTextSelectionEnd();
    }
    if (NodeField.range.in(wanted)) range(node.getRangeInfo(), out);
    if (NodeField.collection.in(wanted)) collection(node.getCollectionInfo(), out);
    if (NodeField.collectionItem.in(wanted)) item(node.getCollectionItemInfo(), out);
  }

  private static void range(RangeInfo range, NodeData out) {
    if (range == null) return;
    out.rangeType = range.getType();
    out.rangeMin = range.getMin();
    out.rangeMax = range.getMax();
    out.rangeCurrent = range.getCurrent();
  }

  private static void collection(CollectionInfo collection, NodeData out) {
    if (collection == null) return;
    out.hasCollection = true;
    out.collectionRows = collection.getRowCount();
    out.collectionColumns = collection.getColumnCount();
    out.isHierarchical = collection.isHierarchical();
    out.selectionMode = collection.getSelectionMode();
  }

  @SuppressWarnings("deprecation") // isHeading of an item: apps still set it
  private static void item(CollectionItemInfo item, NodeData out) {
    if (item == null) return;
    out.hasCollectionItem = true;
    out.itemRow = item.getRowIndex();
    out.itemColumn = item.getColumnIndex();
    out.itemRowSpan = item.getRowSpan();
    out.itemColumnSpan = item.getColumnSpan();
    out.isItemHeading = item.isHeading();
    out.isItemSelected = item.isSelected();
  }

  /** An app may put an object of its own among the extras, and then reading any of them throws. */
  private static void extras(AccessibilityNodeInfo node, NodeData out) {
    try {
      Bundle extras = node.getExtras();
      if (extras == null || extras.isEmpty()) return;
      out.roleDescription = Texts.of(extras.getCharSequence(ROLE_DESCRIPTION));
      out.testTag = Texts.of(extras.getCharSequence(TEST_TAG));
      out.targetUrl = Texts.of(extras.getCharSequence(TARGET_URL));
    } catch (RuntimeException e) {
      // They are extras: the node is good without them.
    }
  }

  private static void actions(AccessibilityNodeInfo node, NodeData out) {
    List<AccessibilityAction> actions = node.getActionList();
    for (int i = 0; i < actions.size(); i++) {
      AccessibilityAction action = actions.get(i);
      out.addAction(action.getId(), Texts.of(action.getLabel()));
    }
  }

  private static void newer(AccessibilityNodeInfo node, NodeData out) {
    int api = Build.VERSION.SDK_INT;
    if (api >= 26) NodeApi26.read(node, out);
    if (api >= 28) NodeApi28.read(node, out);
    if (api >= 29) NodeApi29.read(node, out);
    if (api >= 30) NodeApi30.read(node, out);
    if (api >= 33) NodeApi33.read(node, out);
    if (api >= 34) NodeApi34.read(node, out);
    if (api >= 36) NodeApi36.read(node, out);
  }
}
