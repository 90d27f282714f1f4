package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.event.EventType;
import dev.fovea.core.input.GesturePlanner;
import dev.fovea.core.methods.Engine;
import dev.fovea.core.methods.Methods;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.DisplayFacts;
import dev.fovea.core.platform.GlobalAction;
import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeField;
import dev.fovea.core.tree.NodeFlag;
import dev.fovea.core.tree.Truncation;
import dev.fovea.core.tree.WindowError;
import dev.fovea.core.tree.WindowType;
import dev.fovea.core.wire.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The schema is the source: every table of this program has its words in its order. */
class SchemaTest {
  private final Schema schema;

  SchemaTest() throws Exception {
    schema = Schema.load();
  }

  @Test
  void everyTableIsTheSchemas() {
    assertEquals(schema.words("errorCode"), names(ErrorCode.values()));
    assertEquals(schema.words("flag"), names(NodeFlag.values()));
    assertEquals(schema.words("field"), names(NodeField.values()));
    assertEquals(schema.words("nodeAction"), names(NodeAction.values()));
    assertEquals(schema.words("eventType"), names(EventType.values()));
    assertEquals(schema.words("capability"), names(Capability.values()));
    assertEquals(schema.words("globalAction"), names(GlobalAction.values()));
    assertEquals(schema.words("windowType"), WindowType.NAMES);
    assertEquals(schema.words("windowError"), names(WindowError.values()));
    assertEquals(schema.words("truncation"), names(Truncation.values()));
  }

  @Test
  void everyMethodOfTheSchemaIsThereAndNoOther() {
    Set<String> methods = new LinkedHashSet<>(Methods.of(new Engine(FakePlatform.host(), Runnable::run)).keySet());
    methods.addAll(Arrays.asList("subscribe", "unsubscribe"));
    Set<String> specified = new LinkedHashSet<>();
    for (Object name : schema.definitions().keySet()) {
      String text = (String) name;
      if (text.endsWith("Params")) specified.add(text.substring(0, text.length() - "Params".length()));
    }
    assertEquals(specified, methods);
    for (String method : methods) assertTrue(schema.definitions().containsKey(method + "Result"), method);
  }

  @Test
  void detailsInsetsAndGesturesAreTheSchemas() {
    Set<String> details = new LinkedHashSet<>(names(NodeField.values()));
    details.remove("actions");
    assertEquals(details, ((Map<?, ?>) schema.definition("details").get("properties")).keySet());
    Map<?, ?> display = (Map<?, ?>) schema.definition("display").get("properties");
    List<?> insets = (List<?>) ((Map<?, ?>) display.get("insets")).get("anyOf");
    Map<?, ?> types = (Map<?, ?>) ((Map<?, ?>) insets.get(0)).get("properties");
    assertEquals(Arrays.asList(DisplayFacts.INSETS), new ArrayList<>(types.keySet()));
    List<Object> kinds = new ArrayList<>();
    for (Object option : (List<?>) schema.definition("gestureParams").get("anyOf")) {
      Map<?, ?> properties = (Map<?, ?>) ((Map<?, ?>) option).get("properties");
      kinds.add(((Map<?, ?>) properties.get("kind")).get("const"));
    }
    assertEquals(GesturePlanner.KINDS, kinds);
  }

  private static List<String> names(Enum<?>[] values) {
    List<String> names = new ArrayList<>();
    for (Enum<?> value : values) names.add(value.name());
    return names;
  }
}
