package dev.fovea.core.json;

import java.util.Arrays;

/**
 * Writes JSON as UTF-8 straight into a byte array: no object tree, no intermediate string. Strings are escaped exactly
 * as ECMAScript's well-formed {@code JSON.stringify} does, so that both sides' golden frames can be equal byte by byte.
 * The caller keeps the grammar: a key before each value of an object, as many ends as beginnings.
 */
public final class JsonWriter {
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] NULL = ascii("null");
  /** What {@code JSON.stringify} writes after the backslash; 0 where a character stands for itself. */
  private static final byte[] SHORT_ESCAPES = new byte[128];

  static {
    SHORT_ESCAPES['"'] = '"';
    SHORT_ESCAPES['\\'] = '\\';
    SHORT_ESCAPES['\b'] = 'b';
    SHORT_ESCAPES['\f'] = 'f';
    SHORT_ESCAPES['\n'] = 'n';
    SHORT_ESCAPES['\r'] = 'r';
    SHORT_ESCAPES['\t'] = 't';
  }

  private byte[] bytes;
  private int length;
  private boolean needsComma;

  public JsonWriter(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  public int length() {
    return length;
  }

  /** The array behind the writer, valid up to {@link #length}; writing on may replace it. */
  public byte[] buffer() {
    return bytes;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Forgets what was written since the length was this, at a place where a value may follow or the first one stand. */
  public void cut(int toLength) {
    length = toLength;
    byte last = toLength == 0 ? 0 : bytes[toLength - 1];
    needsComma = last != 0 && last != '[' && last != '{' && last != ':' && last != ',';
  }

  /** Leaves room for {@code count} bytes that {@link #patchInt} fills later. */
  public JsonWriter reserve(int count) {
    ensure(count);
    length += count;
    return this;
  }

  /** Writes a big-endian u32 over bytes that are there already. */
  public void patchInt(int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  public JsonWriter beginObject() {
    return open('{');
  }

  public JsonWriter endObject() {
    return close('}');
  }

  public JsonWriter beginArray() {
    return open('[');
  }

  public JsonWriter endArray() {
    return close(']');
  }

  /** A key of printable ASCII without quotes, as all keys of the protocol are. */
  public JsonWriter key(String name) {
    comma();
    ensure(name.length() + 3);
    bytes[length++] = '"';
    for (int i = 0; i < name.length(); i++) bytes[length++] = (byte) name.charAt(i);
    bytes[length++] = '"';
    bytes[length++] = ':';
    needsComma = false;
    return this;
  }

  /** A string, or null. */
  public JsonWriter value(String text) {
    if (text == null) return nullValue();
    comma();
    quoted(text);
    needsComma = true;
    return this;
  }

  public JsonWriter value(boolean value) {
    return literal(value ? TRUE : FALSE);
  }

  /** A boolean, or null. */
  public JsonWriter value(Boolean value) {
    return value == null ? nullValue() : value(value.booleanValue());
  }

  /** An integer, or null. */
  public JsonWriter value(Integer value) {
    return value == null ? nullValue() : value(value.longValue());
  }

  public JsonWriter value(long value) {
    comma();
    digits(value);
    needsComma = true;
    return this;
  }

  /** A number in the fewest digits that name this float; null for what JSON has no number for. */
  public JsonWriter value(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value)) return nullValue();
    if (value == (long) value && Math.abs(value) < 1e15f) return value((long) value);
    return literal(ascii(Float.toString(value)));
  }

  public JsonWriter nullValue() {
    return literal(NULL);
  }

  /** A value that is JSON already. */
  public JsonWriter raw(byte[] json) {
    return raw(json, 0, json.length);
  }

  /** Values that are JSON already, with the commas between them. */
  public JsonWriter raw(byte[] json, int from, int end) {
    comma();
    ensure(end - from);
    System.arraycopy(json, from, bytes, length, end - from);
    length += end - from;
    needsComma = true;
    return this;
  }

  private JsonWriter open(char bracket) {
    comma();
    ensure(1);
    bytes[length++] = (byte) bracket;
    needsComma = false;
    return this;
  }

  private JsonWriter close(char bracket) {
    ensure(1);
    bytes[length++] = (byte) bracket;
    needsComma = true;
    return this;
  }

  private JsonWriter literal(byte[] text) {
    return raw(text, 0, text.length);
  }

  private void comma() {
    if (!needsComma) return;
    ensure(1);
    bytes[length++] = ',';
  }

  private void quoted(String text) {
    int count = text.length();
    ensure(count + 2);
    bytes[length++] = '"';
    int i = 0;
    for (; i < count; i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c >= 0x80 || SHORT_ESCAPES[c] != 0) break;
      bytes[length++] = (byte) c;
    }
    if (i < count) escaped(text, i);
    ensure(1);
    bytes[length++] = '"';
  }

  private void escaped(String text, int from) {
    int count = text.length();
    for (int i = from; i < count; i++) {
      ensure(6);
      char c = text.charAt(i);
      if (c < 0x80) {
        asciiChar(c);
      } else if (c < 0x800) {
        bytes[length++] = (byte) (0xc0 | c >> 6);
        bytes[length++] = (byte) (0x80 | c & 0x3f);
      } else if (!Character.isSurrogate(c)) {
        bytes[length++] = (byte) (0xe0 | c >> 12);
        bytes[length++] = (byte) (0x80 | c >> 6 & 0x3f);
        bytes[length++] = (byte) (0x80 | c & 0x3f);
      } else if (Character.isHighSurrogate(c) && i + 1 < count && Character.isLowSurrogate(text.charAt(i + 1))) {
        astral(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        unicodeEscape(c);
      }
    }
  }

  private void asciiChar(char c) {
    if (SHORT_ESCAPES[c] != 0) {
      bytes[length++] = '\\';
      bytes[length++] = SHORT_ESCAPES[c];
    } else if (c < 0x20) {
      unicodeEscape(c);
    } else {
      bytes[length++] = (byte) c;
    }
  }

  private void astral(int codePoint) {
    bytes[length++] = (byte) (0xf0 | codePoint >> 18);
    bytes[length++] = (byte) (0x80 | codePoint >> 12 & 0x3f);
    bytes[length++] = (byte) (0x80 | codePoint >> 6 & 0x3f);
    bytes[length++] = (byte) (0x80 | codePoint & 0x3f);
  }

  private void unicodeEscape(char c) {
    bytes[length++] = '\\';
    bytes[length++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) bytes[length++] = HEX[c >> shift & 15];
  }

  private void digits(long value) {
    ensure(20);
    if (value == Long.MIN_VALUE) {
      for (byte digit : ascii(Long.toString(value))) bytes[length++] = digit;
      return;
    }
    long rest = Math.abs(value);
    if (value < 0) bytes[length++] = '-';
    int count = 1;
    for (long power = rest; power >= 10; power /= 10) count++;
    for (int at = length + count - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += count;
  }

  private void ensure(int more) {
    if (length + more > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
  }

  private static byte[] ascii(String text) {
    byte[] out = new byte[text.length()];
    for (int i = 0; i < out.length; i++) out[i] = (byte) text.charAt(i);
    return out;
  }
}
