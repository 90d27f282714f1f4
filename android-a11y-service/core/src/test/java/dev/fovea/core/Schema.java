package dev.fovea.core;

import dev.fovea.core.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The protocol's schema, and as much of JSON Schema 2020-12 as it uses; an unknown keyword is an error. */
final class Schema {
  /** The folder of the protocol, from the module's folder as Maven runs tests there. */
  static final Path PROTOCOL = Paths.get("..", "..", "protocol", "on-device");

  private final Map<?, ?> definitions;

  private Schema(Map<?, ?> definitions) {
    this.definitions = definitions;
  }

  static Schema load() throws Exception {
    Map<?, ?> root = (Map<?, ?>) JsonReader.read(Files.readAllBytes(PROTOCOL.resolve("schema.json")));
    return new Schema((Map<?, ?>) root.get("$defs"));
  }

  Map<?, ?> definition(String name) {
    return (Map<?, ?>) Objects.requireNonNull(definitions.get(name), name);
  }

  List<?> words(String name) {
    return (List<?>) definition(name).get("enum");
  }

  Map<?, ?> definitions() {
    return definitions;
  }

  /** Null where the value is as the definition says; else where it is not. */
  String problem(String definition, Object value) {
    return problem(definition(definition), value, definition);
  }

  private String problem(Map<?, ?> schema, Object value, String where) {
    for (Map.Entry<?, ?> keyword : schema.entrySet()) {
      String problem = problem((String) keyword.getKey(), keyword.getValue(), schema, value, where);
      if (problem != null) return problem;
    }
    return null;
  }

  private String problem(String keyword, Object argument, Map<?, ?> schema, Object value, String where) {
    switch (keyword) {
      case "description":
      case "default":
      case "required":
      case "additionalProperties":
        return null; // the last two with "properties"
      case "$ref":
        return problem(definition(((String) argument).substring("#/$defs/".length())), value, where);
      case "anyOf":
        return anyOf((List<?>) argument, value, where);
      case "const":
        return argument.equals(value) ? null : where + " is not " + argument;
      case "enum":
        return ((List<?>) argument).contains(value) ? null : where + " is not one of the words";
      case "type":
        List<?> types = argument instanceof List ? (List<?>) argument : Collections.singletonList(argument);
        return types.contains(typeOf(value)) || types.contains("number") && value instanceof Long
            ? null
            : where + " is no " + types;
      case "properties":
        return value instanceof Map ? properties(schema, (Map<?, ?>) value, where) : null;
      case "prefixItems":
      case "items":
        return value instanceof List && (keyword.equals("prefixItems") || !schema.containsKey("prefixItems"))
            ? items(schema, (List<?>) value, where)
            : null;
      default:
        return bound(keyword, argument, value, where);
    }
  }

  private static String bound(String keyword, Object argument, Object value, String where) {
    boolean isGood;
    switch (keyword) {
      case "minimum":
        isGood = !(value instanceof Number) || ((Number) value).doubleValue() >= ((Number) argument).doubleValue();
        break;
      case "maximum":
        isGood = !(value instanceof Number) || ((Number) value).doubleValue() <= ((Number) argument).doubleValue();
        break;
      case "minItems":
        isGood = !(value instanceof List) || ((List<?>) value).size() >= (Long) argument;
        break;
      case "maxItems":
        isGood = !(value instanceof List) || ((List<?>) value).size() <= (Long) argument;
        break;
      case "minProperties":
        isGood = !(value instanceof Map) || ((Map<?, ?>) value).size() >= (Long) argument;
        break;
      case "maxLength":
        isGood = !(value instanceof String) || ((String) value).length() <= (Long) argument;
        break;
      case "pattern":
        isGood = !(value instanceof String) || ((String) value).matches((String) argument);
        break;
      default:
        throw new IllegalArgumentException("this validator does not know " + keyword);
    }
    return isGood ? null : where + " breaks " + keyword + " " + argument;
  }

  private String anyOf(List<?> options, Object value, String where) {
    List<String> problems = new ArrayList<>();
    for (Object option : options) {
      String problem = problem((Map<?, ?>) option, value, where);
      if (problem == null) return null;
      problems.add(problem);
    }
    return problems.toString();
  }

  private String properties(Map<?, ?> schema, Map<?, ?> value, String where) {
    Map<?, ?> known = (Map<?, ?>) schema.get("properties");
    for (Map.Entry<?, ?> field : value.entrySet()) {
      String path = where + "." + field.getKey();
      if (!known.containsKey(field.getKey())) return path + " is unknown";
      String problem = problem((Map<?, ?>) known.get(field.getKey()), field.getValue(), path);
      if (problem != null) return problem;
    }
    for (Object name : (List<?>) schema.get("required")) {
      if (!value.containsKey(name)) return where + "." + name + " is missing";
    }
    return null;
  }

  private String items(Map<?, ?> schema, List<?> value, String where) {
    List<?> first = schema.containsKey("prefixItems") ? (List<?>) schema.get("prefixItems") : Collections.emptyList();
    Object rest = schema.get("items");
    for (int i = 0; i < value.size(); i++) {
      Object item = i < first.size() ? first.get(i) : rest;
      if (Boolean.FALSE.equals(item)) return where + " has too many items";
      String problem = problem((Map<?, ?>) item, value.get(i), where + "[" + i + "]");
      if (problem != null) return problem;
    }
    return null;
  }

  private static String typeOf(Object value) {
    if (value == null) return "null";
    if (value instanceof Boolean) return "boolean";
    if (value instanceof Long) return "integer";
    if (value instanceof Double) return "number";
    if (value instanceof String) return "string";
    return value instanceof Map ? "object" : "array";
  }
}
