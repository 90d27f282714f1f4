package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import dev.fovea.core.json.JsonReader;
import dev.fovea.core.tree.NodeFlag;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PasswordTest {
  private static final String SECRET = "hunter\ud83d\ude002";

  /** The reply's first node, after it was made sure that the secret is nowhere in the bytes. */
  private static List<?> sent(FakeNode root, int place) throws Exception {
    try (TestServer server = new TestServer();
        TestClient client = server.connect()) {
      server.phone.window(1, root);
      server.core.engine().events.add(UiEvent.of(EventType.textChanged, 1, "p", "c", 0, SECRET));
      client.request("subscribe", "{'after':0}");
      for (int i = 0; i < 3; i++) assertFalse(text(client).contains("hunter"));
      client.request("snapshot", "{}");
      byte[] body = client.readBody();
      assertFalse(new String(body, StandardCharsets.UTF_8).contains("hunter"));
      Object reply = JsonReader.read(body);
      Object result = ((Map<?, ?>) reply).get("result");
      return Windows.node(Windows.window((Map<?, ?>) result, 0), place);
    }
  }

  private static String text(TestClient client) throws Exception {
    return new String(client.readBody(), StandardCharsets.UTF_8);
  }

  private static FakeNode field(String text) {
    FakeNode field = FakeNode.of("android.widget.EditText", text).set(NodeFlag.editable);
    field.selectionStart = 3;
    field.selectionEnd = 3;
    return field;
  }

  @Test
  void aPasswordIsOneBulletForEachCharacterWhateverThePlatformSays() throws Exception {
    List<?> node = sent(field(SECRET).set(NodeFlag.password), 0);
    assertEquals("\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022", Windows.text(node));
    assertTrue(NodeFlag.masked.in(((Long) node.get(1)).intValue()));
    assertFalse(Windows.details(node).containsKey("selection"));
  }

  @Test
  void aPasswordThatTheAppShowsIsKnownByItsInputType() throws Exception {
    for (int inputType : new int[] {0x81, 0x91, 0xe1, 0x12, 0x80081}) {
      FakeNode field = field(SECRET);
      field.inputType = inputType;
      assertEquals(8, ((String) Windows.text(sent(field, 0))).length());
    }
    FakeNode plain = field("hello");
    plain.inputType = 0x1;
    assertEquals("hello", Windows.text(sent(plain, 0)));
  }

  @Test
  void whatIsDrawnWithinAPasswordFieldIsMaskedToo() throws Exception {
    FakeNode inner = FakeNode.of("a.Inner", SECRET);
    inner.description = SECRET;
    FakeNode field = field(SECRET).set(NodeFlag.password);
    field.child(inner);
    List<?> node = sent(field, 1);
    assertEquals(8, ((String) Windows.text(node)).length());
    assertEquals(8, ((String) Windows.description(node)).length());
  }

  @Test
  void aHintIsNotTreatedAsAPasswordAndAnEmptyFieldIsEmpty() throws Exception {
    List<?> node = sent(field("Your password").set(NodeFlag.password).set(NodeFlag.showingHint), 0);
    assertEquals("", Windows.text(node));
    assertEquals("Your password", Windows.details(node).get("hint"));
  }
}
