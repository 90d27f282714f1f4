package dev.fovea.core.wire;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields of an object that came over the wire, read one by one and checked as they are read. {@link #end} refuses
 * what nobody asked for, so that a field that this version does not know is never silently left out of a request.
 * Everything that is wrong is INVALID_REQUEST and names the field.
 */
public final class Args {
  private final String where;
  private final Map<?, ?> fields;
  private final Set<String> known = new HashSet<>();

  private Args(String where, Map<?, ?> fields) {
    this.where = where;
    this.fields = fields;
  }

  /** @param where the path of the object, for messages */
  public static Args of(String where, Object value) throws WireException {
    if (!(value instanceof Map)) throw WireException.invalid(where + " is not an object");
    return new Args(where, (Map<?, ?>) value);
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  public int integer(String name, int min, int max) throws WireException {
    return (int) wholeNumber(name, required(name), min, max);
  }

  public int integer(String name, int min, int max, int otherwise) throws WireException {
    Object value = optional(name);
    return value == null ? otherwise : (int) wholeNumber(name, value, min, max);
  }

  /** A whole number up to 2^53 - 1, beyond which JSON numbers of the other side lose their last digits. */
  public long count(String name, long otherwise) throws WireException {
    Object value = optional(name);
    return value == null ? otherwise : wholeNumber(name, value, 0, (1L << 53) - 1);
  }

  public float number(String name, float min, float max) throws WireException {
    return realNumber(name, required(name), min, max);
  }

  public float number(String name, float min, float max, float otherwise) throws WireException {
    Object value = optional(name);
    return value == null ? otherwise : realNumber(name, value, min, max);
  }

  public boolean bool(String name, boolean otherwise) throws WireException {
    Object value = optional(name);
    if (value == null) return otherwise;
    if (!(value instanceof Boolean)) throw wrong(name, "no boolean");
    return (Boolean) value;
  }

  public String string(String name, int maxLength) throws WireException {
    return text(name, required(name), maxLength);
  }

  public String string(String name, int maxLength, String otherwise) throws WireException {
    Object value = optional(name);
    return value == null ? otherwise : text(name, value, maxLength);
  }

  /** One of the words. */
  public String choice(String name, List<String> words) throws WireException {
    return oneOf(name, required(name), words);
  }

  public String choice(String name, List<String> words, String otherwise) throws WireException {
    Object value = optional(name);
    return value == null ? otherwise : oneOf(name, value, words);
  }

  /** A list, or null where there is none. */
  public List<?> list(String name, int maxItems) throws WireException {
    Object value = optional(name);
    if (value == null) return null;
    if (!(value instanceof List)) throw wrong(name, "no array");
    List<?> items = (List<?>) value;
    if (items.size() > maxItems) throw wrong(name, "longer than " + maxItems);
    return items;
  }

  public Args object(String name) throws WireException {
    return of(where + "." + name, required(name));
  }

  /** An object; an empty one where there is none. */
  public Args objectOrEmpty(String name) throws WireException {
    Object value = optional(name);
    return of(where + "." + name, value == null ? Collections.emptyMap() : value);
  }

  /** The value as it came; null where there is none. */
  public Object any(String name) throws WireException {
    return optional(name);
  }

  /** Refuses every field that none of the calls before asked for. */
  public void end() throws WireException {
    for (Object name : fields.keySet()) {
      if (!known.contains(name)) throw wrong(printable(String.valueOf(name)), "unknown");
    }
  }

  /** An item of a list, checked as {@link #integer} does. */
  public static long wholeNumber(String name, Object value, long min, long max) throws WireException {
    if (!(value instanceof Long)) throw WireException.invalid(name + " is not a whole number");
    long number = (Long) value;
    if (number < min || number > max) throw WireException.invalid(name + " is not within " + min + ".." + max);
    return number;
  }

  /** An item of a list, checked as {@link #number} does. */
  public static float realNumber(String name, Object value, float min, float max) throws WireException {
    if (!(value instanceof Number)) throw WireException.invalid(name + " is not a number");
    float number = ((Number) value).floatValue();
    if (!(number >= min && number <= max)) throw WireException.invalid(name + " is not within " + min + ".." + max);
    return number;
  }

  private String text(String name, Object value, int maxLength) throws WireException {
    if (!(value instanceof String)) throw wrong(name, "no string");
    String text = (String) value;
    if (text.length() > maxLength) throw wrong(name, "longer than " + maxLength + " characters");
    return text;
  }

  private String oneOf(String name, Object value, List<String> words) throws WireException {
    if (!words.contains(value)) throw wrong(name, "none of " + words);
    return (String) value;
  }

  private Object required(String name) throws WireException {
    Object value = optional(name);
    if (value == null) throw wrong(name, "missing");
    return value;
  }

  /** Null stands for no value nowhere in a request: a field is there or it is not. */
  private Object optional(String name) throws WireException {
    known.add(name);
    Object value = fields.get(name);
    if (value == null && fields.containsKey(name)) throw wrong(name, "null");
    return value;
  }

  private WireException wrong(String name, String what) {
    return WireException.invalid(where + "." + name + " is " + what);
  }

  /** A client's own field name, short and without anything that could spoil a log line. */
  private static String printable(String name) {
    return name.substring(0, Math.min(name.length(), 40)).replaceAll("[^A-Za-z0-9_.-]", "?");
  }
}
