package dev.fovea.core.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON value: Map, List, String, Long (a number without fraction and exponent that fits), Double, Boolean or
 * null. Stricter than most: invalid UTF-8, a name that comes twice and nesting beyond {@link #MAX_DEPTH} are refused.
 */
public final class JsonReader {
  /** Deeper than any message of the protocol, and no danger to a thread's stack. */
  public static final int MAX_DEPTH = 32;

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  public static Object read(byte[] utf8) throws JsonException {
    JsonReader reader = new JsonReader(decode(utf8));
    Object value = reader.element();
    if (reader.at != reader.text.length()) throw reader.broken("something after the value");
    return value;
  }

  private static String decode(byte[] utf8) throws JsonException {
    try {
      return StandardCharsets.UTF_8.newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(utf8))
          .toString();
    } catch (CharacterCodingException e) {
      throw new JsonException("not UTF-8");
    }
  }

  private Object element() throws JsonException {
    space();
    Object value = value();
    space();
    return value;
  }

  private Object value() throws JsonException {
    switch (peek()) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object() throws JsonException {
    enter();
    Map<String, Object> members = new LinkedHashMap<>();
    space();
    if (accept('}')) return leave(members);
    do {
      space();
      String name = string();
      space();
      expect(':');
      if (members.containsKey(name)) throw broken("the same name twice");
      members.put(name, element());
    } while (accept(','));
    expect('}');
    return leave(members);
  }

  private List<Object> array() throws JsonException {
    enter();
    List<Object> items = new ArrayList<>();
    space();
    if (accept(']')) return leave(items);
    do {
      items.add(element());
    } while (accept(','));
    expect(']');
    return leave(items);
  }

  private void enter() throws JsonException {
    at++;
    if (++depth > MAX_DEPTH) throw broken("nested too deeply");
  }

  private <T> T leave(T value) {
    depth--;
    return value;
  }

  private String string() throws JsonException {
    expect('"');
    int from = at;
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\' && text.charAt(at) >= 0x20) at++;
    if (accept('"')) return text.substring(from, at - 1);
    StringBuilder out = new StringBuilder(text.substring(from, at));
    while (!accept('"')) {
      char c = peek();
      if (c < 0x20) throw broken("a control character in a string");
      at++;
      out.append(c == '\\' ? escape() : c);
    }
    return out.toString();
  }

  private char escape() throws JsonException {
    char c = peek();
    at++;
    switch (c) {
      case '"':
      case '\\':
      case '/':
        return c;
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        return hex4();
      default:
        throw broken("an unknown escape");
    }
  }

  private char hex4() throws JsonException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() >= 0x80) throw broken("a bad \\u escape");
      value = value << 4 | digit;
      at++;
    }
    return (char) value;
  }

  private Object word(String word, Object value) throws JsonException {
    if (!text.startsWith(word, at)) throw broken("an unknown word");
    at += word.length();
    return value;
  }

  private Object number() throws JsonException {
    int from = at;
    accept('-');
    if (!accept('0')) digits();
    boolean isWhole = true;
    if (accept('.')) {
      isWhole = false;
      digits();
    }
    if (accept('e') || accept('E')) {
      isWhole = false;
      if (!accept('+')) accept('-');
      digits();
    }
    String digits = text.substring(from, at);
    // 18 digits always fit into a long; longer ones are no integer of this protocol.
    return isWhole && digits.length() <= 18 ? (Object) Long.valueOf(digits) : (Object) Double.valueOf(digits);
  }

  private void digits() throws JsonException {
    int from = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
    if (at == from) throw broken("no value");
  }

  private void space() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
  }

  private char peek() throws JsonException {
    if (at >= text.length()) throw broken("the end in the middle");
    return text.charAt(at);
  }

  private boolean accept(char c) {
    if (at >= text.length() || text.charAt(at) != c) return false;
    at++;
    return true;
  }

  private void expect(char c) throws JsonException {
    if (!accept(c)) throw broken("no " + c);
  }

  private JsonException broken(String what) {
    return new JsonException(what + " at character " + at);
  }
}
