package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fovea.core.platform.Capability;
import dev.fovea.core.tree.NodeFlag;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NodeActionTest {
  private final TestServer server;
  private final TestClient client;
  private final FakePlatform phone;

  NodeActionTest() throws Exception {
    server = new TestServer();
    client = server.connect();
    phone = server.phone;
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
  }

  private Object snapshot() throws Exception {
    return Windows.window(client.call("snapshot", "{}"), 0).get("tree");
  }

  @Test
  void aNodeThatNowShowsSomethingElseIsNotTouched() throws Exception {
    FakeNode row = FakeNode.of("a.Row", "Delete draft");
    phone.window(1, row);
    Object tree = snapshot();
    row.text = "Delete account"; // a list put another row into the same node
    assertEquals("NODE_CHANGED", client.fail("nodeAction", ServerTest.click(tree, 0)).get("code"));
    assertEquals("[]", row.performed.toString());
    client.call("nodeAction", ServerTest.click(tree, 0).replace("'action'", "'mayDiffer':true,'action'"));
    assertEquals("[16]", row.performed.toString());
  }

  @Test
  void aButtonWhoseRowNowShowsSomethingElseIsNotTouched() throws Exception {
    FakeNode title = FakeNode.of("a.Text", "Milk");
    FakeNode buy = FakeNode.of("a.Button", "Buy");
    phone.window(1, FakeNode.of("a.Row", null).child(title).child(buy));
    String click = ServerTest.click(snapshot(), 2);
    String besideTitle = click.replace("'action'", "'alongside':[1],'action'");
    client.call("nodeAction", besideTitle);
    title.text = "Bread"; // the row was recycled, and each row has such a button
    assertEquals("NODE_CHANGED", client.fail("nodeAction", besideTitle).get("code"));
    title.isGone = true;
    assertEquals("STALE_NODE", client.fail("nodeAction", besideTitle).get("code"));
    assertEquals("[16]", buy.performed.toString());
    client.call("nodeAction", click);
    assertEquals("[16, 16]", buy.performed.toString());
    for (String wrong : new String[] {"[9]", "[-1]", "['1']", "1", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"}) {
      String request = click.replace("'action'", "'alongside':" + wrong + ",'action'");
      assertEquals("INVALID_REQUEST", client.fail("nodeAction", request).get("code"));
    }
    String focus = "{'target':{'focus':'input'},'alongside':[1],'action':'click'}";
    assertEquals("INVALID_REQUEST", client.fail("nodeAction", focus).get("code"));
  }

  @Test
  void whatAUserTypesMeanwhileIsNoOtherNode() throws Exception {
    FakeNode field = FakeNode.of("a.EditText", "a").set(NodeFlag.editable);
    phone.window(1, field);
    Object tree = snapshot();
    field.text = "abc";
    client.call("nodeAction", ServerTest.click(tree, 0));
    FakeNode child = FakeNode.of("a.Inner", "x");
    child.description = "typed";
    phone.windows.clear();
    phone.window(1, FakeNode.of("a.EditText", "y").set(NodeFlag.password).child(child));
    client.call("nodeAction", ServerTest.click(snapshot(), 1));
  }

  @Test
  void aGoneNodeAndAForgottenTreeAreStale() throws Exception {
    FakeNode row = FakeNode.of("a.Row", "one");
    phone.window(1, row);
    Object first = snapshot();
    row.text = "two";
    Object second = snapshot();
    assertEquals(second, snapshot()); // the same tree again does not push the first one out
    assertEquals("NODE_CHANGED", client.fail("nodeAction", ServerTest.click(first, 0)).get("code"));
    row.text = "three";
    snapshot();
    assertEquals("STALE_NODE", client.fail("nodeAction", ServerTest.click(first, 0)).get("code"));
    assertEquals("NODE_CHANGED", client.fail("nodeAction", ServerTest.click(second, 0)).get("code"));
    row.isGone = true;
    assertEquals("STALE_NODE", client.fail("nodeAction", ServerTest.click(second, 0)).get("code"));
    assertEquals("INVALID_REQUEST", client.fail("nodeAction", ServerTest.click(second, 5)).get("code"));
  }

  @Test
  void anActionWithoutItsArgumentsIsRefused() throws Exception {
    phone.focused = FakeNode.of("a.EditText", "x").set(NodeFlag.editable);
    String target = "{'target':{'focus':'input'},";
    assertEquals("INVALID_REQUEST", client.fail("nodeAction", target + "'action':'setText'}").get("code"));
    assertEquals("INVALID_REQUEST", client.fail("nodeAction", target + "'action':'explode'}").get("code"));
    client.call("nodeAction", target + "'action':'setText','text':'\u4f60\u597d'}");
    assertEquals("[2097152 \u4f60\u597d]", phone.focused.performed.toString());
    client.call("nodeAction", target + "'action':2130706432}");
    phone.focused = null;
    assertEquals("NO_FOCUS", client.fail("nodeAction", target + "'action':'click'}").get("code"));
  }

  @Test
  void textGoesThroughTheInputConnectionOrIsSetAroundTheCursor() throws Exception {
    FakeNode field = FakeNode.of("a.EditText", "Hello world").set(NodeFlag.editable);
    field.selectionStart = 5;
    field.selectionEnd = 5;
    phone.focused = field;
    assertEquals("inputMethod", client.call("commitText", "{'text':','}").get("via"));
    assertEquals("[commit ,]", phone.done.toString());
    phone.hasInputConnection = false;
    assertEquals("setText", client.call("commitText", "{'text':', \ud83d\ude00'}").get("via"));
    assertEquals("Hello, \ud83d\ude00 world", field.text);
    client.call("commitText", "{'text':'all new','mode':'replace'}");
    assertEquals("all new", field.text);
  }

  @Test
  void textIsRefusedWhereItCouldNotBeRight() throws Exception {
    phone.hasInputConnection = false;
    assertEquals("NO_FOCUS", client.fail("commitText", "{'text':'x'}").get("code"));
    phone.focused = FakeNode.of("a.Button", "no field");
    assertEquals("NO_FOCUS", client.fail("commitText", "{'text':'x'}").get("code"));
    phone.focused = FakeNode.of("a.EditText", "\u2022\u2022").set(NodeFlag.editable).set(NodeFlag.password);
    assertEquals("UNSUPPORTED", client.fail("commitText", "{'text':'x'}").get("code"));
    client.call("commitText", "{'text':'x','mode':'replace'}");
    FakeNode stubborn = FakeNode.of("a.EditText", "").set(NodeFlag.editable);
    stubborn.acceptsActions = false;
    phone.focused = stubborn;
    assertEquals("UNSUPPORTED", client.fail("commitText", "{'text':'x'}").get("code"));
  }

  @Test
  void nothingIsInsertedWhereTheTextMayBeAHint() throws Exception {
    try (TestServer server24 = new TestServer(FakePlatform.host(24, EnumSet.noneOf(Capability.class)));
        TestClient old = server24.connect()) {
      FakeNode field = FakeNode.of("a.EditText", "Search").set(NodeFlag.editable);
      field.selectionStart = 0;
      field.selectionEnd = 0;
      server24.phone.focused = field;
      assertEquals("UNSUPPORTED", old.fail("commitText", "{'text':'x'}").get("code"));
      old.call("commitText", "{'text':'ab','mode':'replace'}");
      field.selectionStart = 2;
      field.selectionEnd = 2;
      old.call("commitText", "{'text':'c'}");
      assertEquals("abc", field.text);
    }
  }

  @Test
  void whatAHostOrAVersionLacksIsUnsupported() throws Exception {
    client.call("setClipboard", "{'text':'kept'}");
    assertEquals("kept", client.call("getClipboard", "{}").get("text"));
    client.call("globalAction", "{'action':'back'}");
    assertEquals("[global 1]", phone.done.toString());
    assertEquals("UNSUPPORTED", client.fail("globalAction", "{'action':'menu'}").get("code"));
    try (TestServer bare = new TestServer(FakePlatform.host(24, EnumSet.of(Capability.gestures)));
        TestClient old = bare.connect()) {
      assertEquals("UNSUPPORTED", old.fail("getClipboard", "{}").get("code"));
      assertEquals("UNSUPPORTED", old.fail("screenshot", "{}").get("code"));
      String swipe = "{'kind':'swipe','x':1,'y':900,'toX':1,'toY':100";
      old.call("gesture", swipe + "}");
      assertEquals("UNSUPPORTED", old.fail("gesture", swipe + ",'holdMs':200}").get("code"));
    }
  }

  @Test
  void aGestureThatIsCancelledMayHaveHappened() throws Exception {
    phone.cancelsGestures = true;
    assertEquals(true, client.fail("gesture", "{'kind':'tap','x':1,'y':1}").get("mayHaveHappened"));
    assertEquals("INVALID_REQUEST", client.fail("gesture", "{'kind':'tap','x':1080,'y':1}").get("code"));
    assertEquals("INVALID_REQUEST", client.fail("gesture", "{'kind':'tap','x':1,'y':1,'display':2}").get("code"));
  }
}
