package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeFlag;
import dev.fovea.core.tree.UiNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is sent to a client that has an earlier tree of the window. */
@Timeout(60)
class PatchTest {
  private final TestServer server;
  private final TestClient client;
  private final TestClient other;
  private final FakePlatform phone;
  private final Schema schema;

  PatchTest() throws Exception {
    server = new TestServer();
    client = server.connect();
    other = server.connect();
    phone = server.phone;
    schema = Schema.load();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    other.close();
    server.close();
  }

  @Test
  void aPatchOfAnyTreeGivesTheOneThatAnotherClientIsSentWhole() throws Exception {
    Random random = new Random(11);
    int patches = 0;
    for (int round = 0; round < 150; round++) {
      FakeNode root = new TreeGenerator(round).tree(3 + random.nextInt(150));
      phone.windows.clear();
      phone.window(1, root);
      Map<?, ?> before = window(client, "{}");
      for (int changes = 1 + random.nextInt(6); changes > 0; changes--) change(pick(root, random), random);
      Map<?, ?> after = window(client, since(before));
      List<List<?>> whole = resolved(window(other, "{}"));
      if (isPatch(after)) {
        assertEquals(before.get("tree"), content(after).get("base"));
        assertEquals(whole, patched(resolved(before), after));
        assertEquals(differing(resolved(before), whole), content(after).get("places"));
        patches++;
      } else if (content(after) != null) {
        assertEquals(whole, resolved(after));
      }
    }
    assertTrue(patches > 100, patches + " patches");
  }

  /** A new name or list of actions moves those behind it in the tables: nodes that name them have not changed. */
  @Test
  void wordsThatMoveInTheTablesAreNoChange() throws Exception {
    FakeNode root = new TreeGenerator(5).tree(60);
    phone.window(1, root);
    Map<?, ?> before = window(client, "{}");
    root.className = "a.class.of.its.own";
    root.actions = new int[] {NodeAction.dismiss.id};
    Map<?, ?> after = window(client, since(before));
    assertEquals("[0]", content(after).get("places").toString());
    assertEquals("[a.class.of.its.own, com.example.app]", named(content(after)).subList(0, 2).toString());
    assertEquals("[[dismiss]]", content(after).get("actionSets").toString());
  }

  @Test
  void aTreeOfAnotherShapeOrWithHalfOfItsNodesChangedIsSentWhole() throws Exception {
    FakeNode root = FakeNode.of("a.Root", "root");
    for (int i = 0; i < 7; i++) root.child(FakeNode.of("a.View", "child " + i));
    phone.window(1, root);
    Map<?, ?> before = window(client, "{}");
    for (int i = 0; i < 3; i++) child(root, i).text = "changed";
    Map<?, ?> threeOfEight = window(client, since(before));
    assertEquals("[1, 2, 3]", content(threeOfEight).get("places").toString());
    for (int i = 0; i < 4; i++) child(root, i).text = "changed again";
    assertFalse(isPatch(window(client, since(threeOfEight))), "four of eight");

    before = window(client, "{}");
    FakeNode moved = child(root, 6);
    root.children.remove(6);
    child(root, 5).child(moved);
    Map<?, ?> after = window(client, since(before));
    assertEquals(before.get("nodeCount"), after.get("nodeCount"));
    assertFalse(isPatch(after), "another parent");

    moved.child(FakeNode.of("a.View", "new"));
    assertFalse(isPatch(window(client, since(after))), "another number of nodes");
  }

  @Test
  void eachClientGetsAPatchOfItsOwnTree() throws Exception {
    FakeNode root = FakeNode.of("a.Root", "one").child(new TreeGenerator(1).tree(20));
    phone.window(1, root);
    Map<?, ?> first = window(client, "{}");
    child(root, 0).text = "two";
    Map<?, ?> second = window(other, "{}");
    Map<?, ?> forFirst = window(client, since(first));
    assertEquals("[1]", content(forFirst).get("places").toString());
    root.text = "three";
    Map<?, ?> forSecond = window(other, since(second));
    assertEquals("[0]", content(forSecond).get("places").toString());
    assertFalse(isPatch(window(client, since(first))), "the last two trees are kept, and the first is none of them");
    assertTrue(isPatch(window(client, since(forFirst))));
  }

  @Test
  void aClientWithoutATreeOrWithTheFirstVersionIsSentTheWholeTree() throws Exception {
    FakeNode root = FakeNode.of("a.Root", "one").child(new TreeGenerator(1).tree(20));
    phone.window(1, root);
    Map<?, ?> before = window(client, "{}");
    root.text = "two";
    try (TestClient old = new TestClient(server.port())) {
      assertEquals(1L, old.hello("[1]").get("version"));
      Map<?, ?> after = window(old, since(before));
      assertNotEquals(before.get("tree"), after.get("tree"));
      assertFalse(isPatch(after));
      assertNull(window(old, since(after)).get("content"), "a tree that is the same");
    }
    assertFalse(isPatch(window(client, "{}")));
    assertFalse(isPatch(window(client, "{'since':[{'window':1,'tree':'0123456789abcdef'}]}")));
    assertFalse(isPatch(window(client, "{'since':[{'window':2,'tree':'" + before.get("tree") + "'}]}")));
    assertTrue(isPatch(window(client, since(before))));
  }

  @Test
  void nothingOfATreeFromBeforeTheConnectionWasLostIsPatched() throws Exception {
    FakeNode root = FakeNode.of("a.Root", "one").child(new TreeGenerator(1).tree(20));
    phone.window(1, root);
    Map<?, ?> before = window(client, "{}");
    server.core.engine().detach();
    server.core.engine().attach(phone);
    root.text = "two";
    assertFalse(isPatch(window(client, since(before))));
  }

  private Map<?, ?> window(TestClient of, String params) throws Exception {
    Map<?, ?> snapshot = of.call("snapshot", params);
    assertNull(schema.problem("snapshotResult", snapshot));
    return Windows.window(snapshot, 0);
  }

  private static String since(Map<?, ?> window) {
    return "{'since':[{'window':" + window.get("id") + ",'tree':'" + window.get("tree") + "'}]}";
  }

  private static Map<?, ?> content(Map<?, ?> window) {
    return (Map<?, ?>) window.get("content");
  }

  private static List<?> named(Map<?, ?> content) {
    return (List<?>) content.get("names");
  }

  private static boolean isPatch(Map<?, ?> window) {
    return content(window) != null && content(window).containsKey("base");
  }

  private static FakeNode child(FakeNode node, int index) {
    return (FakeNode) node.children.get(index);
  }

  /** The nodes with words in place of places in tables. */
  private static List<List<?>> resolved(Map<?, ?> window) {
    List<List<?>> nodes = new ArrayList<>();
    for (Object node : Windows.nodes(window)) {
      List<Object> words = new ArrayList<>((List<?>) node);
      for (int at = 6; at < 10; at++) {
        List<?> table = (List<?>) content(window).get(at == 9 ? "actionSets" : "names");
        int place = ((Long) words.get(at)).intValue();
        words.set(at, place < 0 ? null : table.get(place));
      }
      nodes.add(words);
    }
    return nodes;
  }

  private static List<List<?>> patched(List<List<?>> base, Map<?, ?> window) {
    List<List<?>> nodes = new ArrayList<>(base);
    List<List<?>> changed = resolved(window);
    List<?> places = (List<?>) content(window).get("places");
    assertEquals(places.size(), changed.size());
    for (int i = 0; i < places.size(); i++) nodes.set(((Long) places.get(i)).intValue(), changed.get(i));
    return nodes;
  }

  private static List<Long> differing(List<List<?>> before, List<List<?>> after) {
    List<Long> places = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) if (!after.get(i).equals(before.get(i))) places.add((long) i);
    return places;
  }

  private static FakeNode pick(FakeNode root, Random random) {
    List<UiNode> all = new ArrayList<>(Collections.singletonList(root));
    for (int i = 0; i < all.size(); i++) all.addAll(((FakeNode) all.get(i)).children);
    return (FakeNode) all.get(random.nextInt(all.size()));
  }

  private static void change(FakeNode node, Random random) {
    switch (random.nextInt(9)) {
      case 0:
        node.text = random.nextBoolean() ? null : "\u4f60\u597d \"" + random.nextInt();
        break;
      case 1:
        node.className = "a.Class" + random.nextInt(3);
        break;
      case 2:
        node.resourceId = random.nextBoolean() ? null : "com.example.app:id/new_" + random.nextInt(3);
        break;
      case 3:
        node.flags ^= NodeFlag.checked.bit();
        break;
      case 4:
        node.bounds[1 + random.nextInt(3)]++;
        break;
      case 5:
        int own = 0x7f0b0000 + random.nextInt(3);
        node.actions = random.nextBoolean() ? new int[0] : new int[] {NodeAction.dismiss.id, own};
        break;
      case 6:
        node.hint = random.nextBoolean() ? null : "hint, with [brackets]";
        break;
      case 7:
        node.packageName = "com.example." + random.nextInt(3);
        break;
      default:
        node.drawingOrder++;
    }
  }
}
