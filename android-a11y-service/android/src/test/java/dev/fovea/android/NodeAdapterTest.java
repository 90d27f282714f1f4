package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.Rect;
import android.os.BadParcelableException;
import android.os.Build;
import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeInfo.AccessibilityAction;
import android.view.accessibility.AccessibilityNodeInfo.CollectionInfo;
import android.view.accessibility.AccessibilityNodeInfo.CollectionItemInfo;
import android.view.accessibility.AccessibilityNodeInfo.RangeInfo;
import dev.fovea.core.tree.ActionArguments;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeField;
import dev.fovea.core.tree.NodeFlag;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The framework's own AccessibilityNodeInfo, read by the adapter. */
class NodeAdapterTest {
  @AfterEach
  void newAndroid() {
    Build.VERSION.SDK_INT = 34;
  }

  private static NodeData read(AccessibilityNodeInfo node, int fields) {
    NodeData data = new NodeData();
    data.reset();
    data.wanted = fields;
    NodeAdapter.of(node).read(data);
    return data;
  }

  private static NodeData read(AccessibilityNodeInfo node) {
    return read(node, NodeField.ALL);
  }

  private static AccessibilityNodeInfo node() {
    AccessibilityNodeInfo node = new AccessibilityNodeInfo();
    node.setClassName("android.widget.EditText");
    node.setPackageName("com.example.app");
    node.setViewIdResourceName("com.example.app:id/name");
    node.setText("Demo");
    node.setContentDescription("Your name");
    node.setBoundsInScreen(new Rect(1, 2, 30, 40));
    node.setDrawingOrder(7);
    return node;
  }

  @Test
  void aNodeSaysWhatTheFrameworkSays() {
    NodeData data = read(node());
    assertEquals("android.widget.EditText", data.className);
    assertEquals("com.example.app", data.packageName);
    assertEquals("com.example.app:id/name", data.resourceId);
    assertEquals("Demo", data.text);
    assertEquals("Your name", data.description);
    assertEquals(7, data.drawingOrder);
    assertArrayEquals(new int[] {1, 2, 30, 40}, new int[] {data.left, data.top, data.right, data.bottom});
  }

  @Test
  void whatTheFrameworkDoesNotSayIsUnknown() {
    NodeData data = read(new AccessibilityNodeInfo());
    assertNull(data.text);
    assertNull(data.className);
    assertNull(data.hint);
    assertEquals(-1, data.rangeType);
    assertEquals(-1, data.maxTextLength);
    assertEquals(-1, data.selectionStart);
    assertFalse(data.hasCollection);
    assertFalse(data.hasCollectionItem);
    assertEquals(0, data.actionCount);
  }

  /** Each flag of the protocol is the framework's property of that name, and no other's. */
  @Test
  void eachFlagIsSetByItsOwnPropertyAlone() throws Exception {
    int tried = 0;
    for (NodeFlag flag : NodeFlag.values()) {
      String property = setter(flag);
      if (property == null) continue;
      AccessibilityNodeInfo node = new AccessibilityNodeInfo();
      node.setEnabled(false);
      node.setImportantForAccessibility(false);
      Method setter = AccessibilityNodeInfo.class.getMethod(property, boolean.class);
      setter.invoke(node, true);
      assertEquals(flag.bit(), read(node).flags, flag.name());
      tried++;
    }
    assertEquals(NodeFlag.values().length - 3, tried);
  }

  /** Null for what API 34 does not have, and for what the core sets. */
  private static String setter(NodeFlag flag) {
    switch (flag) {
      case partiallyChecked:
      case required:
      case masked:
        return null;
      case showingHint:
        return "setShowingHintText";
      case dataSensitive:
        return "setAccessibilityDataSensitive";
      default:
        return "set" + flag.name().substring(0, 1).toUpperCase(java.util.Locale.ROOT) + flag.name().substring(1);
    }
  }

  @Test
  void detailsAreThoseOfTheFramework() {
    AccessibilityNodeInfo node = node();
    node.setHintText("Name");
    node.setStateDescription("filled");
    node.setError("too short");
    node.setPaneTitle("Pane");
    node.setTooltipText("Tip");
    node.setContainerTitle("Card");
    node.setUniqueId("u1");
    node.setInputType(0x81);
    node.setMaxTextLength(20);
    node.setTextSelection(1, 3);
    node.setLiveRegion(2);
    node.getExtras().putCharSequence("AccessibilityNodeInfo.roleDescription", "switch");
    node.getExtras().putCharSequence("androidx.compose.ui.semantics.testTag", "tag");
    node.getExtras().putString("AccessibilityNodeInfo.targetUrl", "https://example.com/");
    NodeData data = read(node);
    assertEquals(
        Arrays.asList("Name", "filled", "too short", "Pane", "Tip", "Card", "u1", "switch", "tag", "https://example.com/"),
        Arrays.asList(
            data.hint, data.stateDescription, data.error, data.paneTitle, data.tooltip, data.containerTitle,
            data.uniqueId, data.roleDescription, data.testTag, data.targetUrl));
    assertArrayEquals(
        new int[] {0x81, 20, 1, 3, 2},
        new int[] {data.inputType, data.maxTextLength, data.selectionStart, data.selectionEnd, data.liveRegion});
  }

  @Test
  void rangesAndCollectionsAreThoseOfTheFramework() {
    AccessibilityNodeInfo node = node();
    node.setRangeInfo(new RangeInfo(RangeInfo.RANGE_TYPE_PERCENT, 0, 100, 40));
    node.setCollectionInfo(new CollectionInfo(8, 2, true, CollectionInfo.SELECTION_MODE_SINGLE));
    node.setCollectionItemInfo(new CollectionItemInfo(3, 4, 1, 2, true, true));
    NodeData data = read(node);
    assertEquals("2 0.0 100.0 40.0", data.rangeType + " " + data.rangeMin + " " + data.rangeMax + " " + data.rangeCurrent);
    assertEquals(
        "true 8 2 true 1",
        data.hasCollection + " " + data.collectionRows + " " + data.collectionColumns + " " + data.isHierarchical
            + " " + data.selectionMode);
    int[] item = {data.itemRow, data.itemRowSpan, data.itemColumn, data.itemColumnSpan};
    assertTrue(data.hasCollectionItem && data.isItemHeading && data.isItemSelected);
    assertArrayEquals(new int[] {3, 4, 1, 2}, item);
  }

  @Test
  void actionsComeInOrderWithTheAppsOwnWords() {
    AccessibilityNodeInfo node = node();
    node.addAction(AccessibilityAction.ACTION_CLICK);
    node.addAction(new AccessibilityAction(0x7f010001, "Archive"));
    NodeData data = read(node);
    assertEquals(2, data.actionCount);
    assertArrayEquals(new int[] {0x10, 0x7f010001}, Arrays.copyOf(data.actionIds, 2));
    assertArrayEquals(new String[] {null, "Archive"}, Arrays.copyOf(data.actionLabels, 2));
  }

  @Test
  void onlyTheWantedFieldsAreRead() {
    AccessibilityNodeInfo node = node();
    node.setError("too short");
    node.setInputType(0x81);
    node.addAction(AccessibilityAction.ACTION_CLICK);
    node.getExtras().putString("AccessibilityNodeInfo.targetUrl", "https://example.com/");
    NodeData data = read(node, NodeField.inputType.bit());
    assertEquals(0x81, data.inputType);
    assertNull(data.error);
    assertNull(data.targetUrl);
    assertEquals(0, data.actionCount);
  }

  /** The class here has all these methods: the test shows that the adapter does not call them on an old Android. */
  @Test
  void anOldAndroidIsAskedForNothingThatItDoesNotHave() {
    AccessibilityNodeInfo node = new AccessibilityNodeInfo() {};
    node.setHintText("Name");
    node.setShowingHintText(true);
    node.setHeading(true);
    node.setTextEntryKey(true);
    node.setStateDescription("filled");
    node.setUniqueId("u1");
    node.setContainerTitle("Card");
    int[] levels = {24, 26, 28, 29, 30, 33, 34};
    String[] known = {"", "h", "hH", "hHk", "hHks", "hHksu", "hHksuc"};
    for (int i = 0; i < levels.length; i++) {
      Build.VERSION.SDK_INT = levels[i];
      NodeData data = read(node);
      String found =
          (data.hint != null && NodeFlag.showingHint.in(data.flags) ? "h" : "")
              + (NodeFlag.heading.in(data.flags) ? "H" : "")
              + (NodeFlag.textEntryKey.in(data.flags) ? "k" : "")
              + (data.stateDescription != null ? "s" : "")
              + (data.uniqueId != null ? "u" : "")
              + (data.containerTitle != null ? "c" : "");
      assertEquals(known[i], found, "API " + levels[i]);
    }
  }

  /** The adapter finds methods of API 36 by name, and this framework (API 34) does not have them. */
  @Test
  void aFrameworkThatLacksMethodsOfApi36DoesNotFail() {
    Build.VERSION.SDK_INT = 36;
    AccessibilityNodeInfo node = node();
    node.setChecked(true);
    NodeData data = read(node);
    assertTrue(NodeFlag.checked.in(data.flags));
    assertEquals(0, data.expandedState);
  }

  @Test
  void extrasThatCannotBeReadCostOnlyThemselves() {
    AccessibilityNodeInfo node =
        new AccessibilityNodeInfo() {
          @Override
          public Bundle getExtras() {
            throw new BadParcelableException("an object of the app's own");
          }
        };
    node.setText("Demo");
    assertEquals("Demo", read(node).text);
  }

  @Test
  void twoHandlesOfOneNodeAreTheSameAndOthersAreNot() {
    AccessibilityNodeInfo one = new AccessibilityNodeInfo();
    AccessibilityNodeInfo same = new AccessibilityNodeInfo();
    AccessibilityNodeInfo other = new AccessibilityNodeInfo();
    one.setSourceNodeId(5, 1);
    same.setSourceNodeId(5, 1);
    other.setSourceNodeId(6, 1);
    assertEquals(NodeAdapter.of(one).identity(), NodeAdapter.of(same).identity());
    assertEquals(NodeAdapter.of(one).identity().hashCode(), NodeAdapter.of(same).identity().hashCode());
    assertNotEquals(NodeAdapter.of(one).identity(), NodeAdapter.of(other).identity());
    assertNull(NodeAdapter.of(null));
  }

  @Test
  void argumentsHaveTheFrameworksNames() {
    ActionArguments arguments = ActionArguments.selection(2, 5);
    arguments.text = "Demo";
    arguments.value = 0.5f;
    arguments.row = 3;
    arguments.column = 4;
    arguments.granularity = 1;
    arguments.extend = false;
    Bundle bundle = ActionBundle.of(arguments);
    assertEquals(8, bundle.size());
    assertEquals("Demo", bundle.getCharSequence("ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE"));
    assertEquals(2, bundle.getInt("ACTION_ARGUMENT_SELECTION_START_INT"));
    assertEquals(5, bundle.getInt("ACTION_ARGUMENT_SELECTION_END_INT"));
    assertEquals(0.5f, bundle.getFloat("android.view.accessibility.action.ARGUMENT_PROGRESS_VALUE"));
    assertEquals(3, bundle.getInt("android.view.accessibility.action.ARGUMENT_ROW_INT"));
    assertEquals(4, bundle.getInt("android.view.accessibility.action.ARGUMENT_COLUMN_INT"));
    assertEquals(1, bundle.getInt("ACTION_ARGUMENT_MOVEMENT_GRANULARITY_INT"));
    assertTrue(bundle.containsKey("ACTION_ARGUMENT_EXTEND_SELECTION_BOOLEAN"));
    assertNull(ActionBundle.of(ActionArguments.NONE));
  }
}
