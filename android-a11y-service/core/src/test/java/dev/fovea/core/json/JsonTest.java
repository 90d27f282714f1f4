package dev.fovea.core.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTest {
  private static Object read(String json) throws JsonException {
    return JsonReader.read(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String written(String text) {
    return new String(new JsonWriter(1).value(text).toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  void anyStringComesBackAsItWas() throws Exception {
    Random random = new Random(1);
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(40);
      // Controls, ASCII, two- and three-byte characters, whole and lone surrogates.
      int[] tops = {0x20, 0x80, 0x800, 0x10000};
      for (int i = 0; i < length; i++) text.append((char) random.nextInt(tops[random.nextInt(4)]));
      if (random.nextBoolean()) text.appendCodePoint(0x10000 + random.nextInt(0x100000));
      assertEquals(text.toString(), JsonReader.read(new JsonWriter(1).value(text.toString()).toByteArray()));
    }
  }

  @Test
  void stringsAreEscapedAsJsonStringifyDoes() {
    assertEquals("\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/\u007f\"", written("\"\\\b\f\n\r\t\u0001\u001f/\u007f"));
    assertEquals("\"\u2028\ud83d\ude00 \\ud83d\"", written("\u2028\ud83d\ude00 \ud83d"));
  }

  @Test
  void numbersAreExact() throws Exception {
    long[] numbers = {0, 7, -1, 10, 99, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
    for (long number : numbers) {
      byte[] written = new JsonWriter(1).value(number).toByteArray();
      assertEquals(Long.toString(number), new String(written, StandardCharsets.UTF_8));
    }
    assertEquals(0.1, (Double) JsonReader.read(new JsonWriter(1).value(0.1f).toByteArray()));
    assertEquals(5L, JsonReader.read(new JsonWriter(1).value(5f).toByteArray()));
    assertEquals(null, JsonReader.read(new JsonWriter(1).value(Float.NaN).toByteArray()));
    assertEquals(-12.5e3, read("-12.5e3"));
  }

  @Test
  void aPartThatIsCutOffLeavesNoTrace() {
    JsonWriter out = new JsonWriter(1).beginArray();
    int first = out.length();
    out.beginObject().key("half");
    out.cut(first);
    out.value(1);
    int second = out.length();
    out.beginArray().value("half");
    out.cut(second);
    assertEquals("[1,2]", new String(out.value(2).endArray().toByteArray(), StandardCharsets.UTF_8));
  }

  @Test
  void invalidJsonIsRefused() {
    String[] broken = {
      "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "{a:1}", "{\"a\" 1}", "1 2", "[1}", "\ufeff{}",
      "01", "-", "1.", "1e", "+1", "NaN", "nul", "truex", "'a'",
      "\"", "\"\\x\"", "\"\n\"", "\"\\u12g4\"", "\"\\u\u0661\u0661\u0661\u0661\""
    };
    for (String json : broken) assertThrows(JsonException.class, () -> read(json), json);
  }

  @Test
  void whatIsNoUtf8IsRefused() {
    byte[][] broken = {
      {'"', (byte) 0xff, '"'},
      {'"', (byte) 0xc0, (byte) 0x80, '"'}, // overlong
      {'"', (byte) 0xed, (byte) 0xa0, (byte) 0xbd, '"'}, // a surrogate as bytes
      {'"', (byte) 0xf0, (byte) 0x9f, '"'}
    };
    for (byte[] json : broken) assertThrows(JsonException.class, () -> JsonReader.read(json));
  }

  @Test
  void nestingIsLimited() throws Exception {
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < JsonReader.MAX_DEPTH; i++) deep.insert(0, '[').append(']');
    read(deep.toString());
    assertThrows(JsonException.class, () -> read("[" + deep + "]"));
  }
}
