package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.accessibilityservice.AccessibilityService;
import android.text.InputType;
import android.view.View;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeInfo.AccessibilityAction;
import android.view.accessibility.AccessibilityNodeInfo.CollectionInfo;
import android.view.accessibility.AccessibilityNodeInfo.RangeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.core.event.EventType;
import dev.fovea.core.platform.GlobalAction;
import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.PasswordRule;
import dev.fovea.core.tree.Prefetch;
import dev.fovea.core.tree.WindowType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The core is compiled without the framework and has its constants as numbers. This test compares them with those of
 * API 34. Constants that came later are compared with the "constant" lines of tools/api-levels.tsv.
 */
class FrameworkConstantsTest {
  /** The framework's int constants whose names begin so, by the rest of the name in camel case. */
  private static Map<String, Integer> constants(Class<?> type, String prefix) throws IllegalAccessException {
    Map<String, Integer> constants = new TreeMap<>();
    for (Field field : type.getDeclaredFields()) {
      boolean isConstant = Modifier.isStatic(field.getModifiers()) && field.getType() == int.class;
      if (!isConstant || !field.getName().startsWith(prefix)) continue;
      field.setAccessible(true);
      constants.put(camel(field.getName().substring(prefix.length())), field.getInt(null));
    }
    assertTrue(constants.size() > 2);
    return constants;
  }

  private static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : name.toLowerCase(Locale.ROOT).split("_")) {
      camel.append(camel.length() == 0 ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return camel.toString();
  }

  private static Map<String, String> renamed(String... pairs) {
    Map<String, String> renamed = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) renamed.put(pairs[i], pairs[i + 1]);
    return renamed;
  }

  private static void assertOnly(Collection<String> unknown, String... expected) {
    assertEquals(new TreeSet<>(Arrays.asList(expected)), new TreeSet<>(unknown));
  }

  @Test
  void everyActionOfANodeHasTheFrameworksId() throws IllegalAccessException {
    Map<String, Integer> framework = new TreeMap<>();
    for (Field field : AccessibilityAction.class.getDeclaredFields()) {
      if (field.getType() != AccessibilityAction.class) continue;
      framework.put(camel(field.getName().substring("ACTION_".length())), ((AccessibilityAction) field.get(null)).getId());
    }
    Map<String, String> renamed =
        renamed(
            "nextAtMovementGranularity", "nextAtGranularity",
            "previousAtMovementGranularity", "previousAtGranularity");
    Set<String> unknown = new TreeSet<>();
    for (Map.Entry<String, Integer> action : framework.entrySet()) {
      NodeAction known = NodeAction.byId(action.getValue());
      if (known == null) unknown.add(action.getKey());
      else assertEquals(renamed.getOrDefault(action.getKey(), action.getKey()), known.name());
    }
    assertOnly(unknown);
    assertEquals(framework.size(), NodeAction.values().length);
  }

  @Test
  void everyTypeOfEventHasTheFrameworksNumber() throws IllegalAccessException {
    Map<String, Integer> framework = constants(AccessibilityEvent.class, "TYPE_");
    Map<String, String> renamed =
        renamed(
            "windowStateChanged", "windowState",
            "notificationStateChanged", "notification",
            "windowContentChanged", "content",
            "windowsChanged", "windows",
            "viewTextSelectionChanged", "textSelection",
            "viewTextChanged", "textChanged",
            "viewAccessibilityFocused", "accessibilityFocused",
            "viewAccessibilityFocusCleared", "accessibilityFocusCleared",
            "speechStateChange", "speechState",
            "viewTargetedByScroll", "targetedByScroll");
    Set<String> unknown = new TreeSet<>();
    Set<EventType> met = new TreeSet<>();
    for (Map.Entry<String, Integer> type : framework.entrySet()) {
      String name = type.getKey();
      EventType known = EventType.byId(type.getValue());
      if (known == EventType.other) {
        unknown.add(name);
        continue;
      }
      String plain = name.startsWith("view") ? name.substring(4, 5).toLowerCase(Locale.ROOT) + name.substring(5) : name;
      assertEquals(renamed.getOrDefault(name, plain), known.name());
      met.add(known);
    }
    // They change no window by themselves: what follows from a context click is announced by its own events.
    assertOnly(
        unknown,
        "assistReadingContext",
        "gestureDetectionEnd",
        "gestureDetectionStart",
        "touchExplorationGestureEnd",
        "touchExplorationGestureStart",
        "touchInteractionEnd",
        "touchInteractionStart",
        "viewContextClicked",
        "viewTextTraversedAtMovementGranularity");
    for (EventType type : EventType.values()) assertEquals(type.id != 0, met.contains(type), type.name());
  }

  @Test
  void everyKindOfWindowHasTheFrameworksNumber() throws IllegalAccessException {
    for (Map.Entry<String, Integer> type : constants(AccessibilityWindowInfo.class, "TYPE_").entrySet()) {
      assertEquals(type.getKey(), WindowType.name(type.getValue()));
    }
    assertEquals(AccessibilityWindowInfo.TYPE_INPUT_METHOD, WindowType.INPUT_METHOD);
  }

  @Test
  void everyGlobalActionHasTheFrameworksNumber() throws IllegalAccessException {
    Map<String, Integer> framework = constants(AccessibilityService.class, "GLOBAL_ACTION_");
    for (GlobalAction action : GlobalAction.values()) {
      String name = action == GlobalAction.headsetHook ? "keycodeHeadsethook" : action.name();
      Integer id = framework.remove(name);
      if (action.sinceApi <= 34) assertEquals(id, Integer.valueOf(action.id), name);
      else assertNull(id, name);
    }
    // What they would do is a matter between the user and the system's settings.
    assertOnly(framework.keySet(), "accessibilityButton", "accessibilityButtonChooser", "accessibilityShortcut");
  }

  @Test
  void prefetchingUsesTheFrameworksFlags() {
    int both =
        AccessibilityNodeInfo.FLAG_PREFETCH_DESCENDANTS_BREADTH_FIRST
            | AccessibilityNodeInfo.FLAG_PREFETCH_UNINTERRUPTIBLE;
    assertEquals(both, Prefetch.forApi(33).flags);
    assertEquals(0, Prefetch.forApi(32).flags);
  }

  @Test
  void everyPasswordTypeOfTheFrameworkIsASecret() {
    int[] secrets = {
      InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD,
      InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_VISIBLE_PASSWORD,
      InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_WEB_PASSWORD,
      InputType.TYPE_CLASS_NUMBER | InputType.TYPE_NUMBER_VARIATION_PASSWORD
    };
    for (int type : secrets) assertTrue(PasswordRule.isSecret(0, type | InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS));
    assertTrue(!PasswordRule.isSecret(0, InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_EMAIL_ADDRESS));
  }

  /** What the core's NodeData says of these numbers; it hands them on as they are. */
  @Test
  void theNumbersThatAreHandedOnMeanWhatTheProtocolSays() {
    assertEquals(0, RangeInfo.RANGE_TYPE_INT);
    assertEquals(1, RangeInfo.RANGE_TYPE_FLOAT);
    assertEquals(2, RangeInfo.RANGE_TYPE_PERCENT);
    assertEquals(0, CollectionInfo.SELECTION_MODE_NONE);
    assertEquals(1, CollectionInfo.SELECTION_MODE_SINGLE);
    assertEquals(2, CollectionInfo.SELECTION_MODE_MULTIPLE);
    assertEquals(0, View.ACCESSIBILITY_LIVE_REGION_NONE);
    assertEquals(1, View.ACCESSIBILITY_LIVE_REGION_POLITE);
    assertEquals(2, View.ACCESSIBILITY_LIVE_REGION_ASSERTIVE);
  }
}
