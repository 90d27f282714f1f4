package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeField;
import dev.fovea.core.tree.NodeFlag;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SnapshotTest {
  private final TestServer server;
  private final TestClient client;
  private final FakePlatform phone;

  SnapshotTest() throws Exception {
    server = new TestServer();
    client = server.connect();
    phone = server.phone;
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
  }

  @Test
  void anyTreeArrivesAsItIsAndAsTheSchemaSays() throws Exception {
    Schema schema = Schema.load();
    Random random = new Random(7);
    for (int round = 0; round < 40; round++) {
      phone.windows.clear();
      FakeNode root = new TreeGenerator(round).tree(1 + random.nextInt(300));
      phone.window(round, root).titled("round " + round);
      Map<?, ?> snapshot = client.call("snapshot", "{'facts':true}");
      assertNull(schema.problem("snapshotResult", snapshot));
      Map<?, ?> window = Windows.window(snapshot, 0);
      assertEquals((long) checkSame(window, root, -1, 0), window.get("nodeCount"));
    }
  }

  /** Walks the tree by recursion, unlike the walker, and compares each node; the place after its last node. */
  private static int checkSame(Map<?, ?> window, FakeNode node, int parent, int place) {
    List<?> sent = Windows.node(window, place);
    List<?> names = (List<?>) ((Map<?, ?>) window.get("content")).get("names");
    boolean showsHint = NodeFlag.showingHint.in(node.flags);
    assertEquals((long) parent, sent.get(0));
    assertEquals((long) node.flags, sent.get(1));
    for (int edge = 0; edge < 4; edge++) assertEquals((long) node.bounds[edge], sent.get(2 + edge));
    assertEquals(node.className, names.get(((Long) sent.get(6)).intValue()));
    assertEquals(node.resourceId, (Long) sent.get(8) < 0 ? null : names.get(((Long) sent.get(8)).intValue()));
    assertEquals(showsHint ? "" : node.text, Windows.text(sent));
    assertEquals(node.description, Windows.description(sent));
    assertEquals(node.hint == null && showsHint ? node.text : node.hint, Windows.details(sent).get("hint"));
    assertEquals(node.testTag, Windows.details(sent).get("testTag"));
    int next = place + 1;
    for (Object child : node.children) next = checkSame(window, (FakeNode) child, place, next);
    return next;
  }

  @Test
  void aTreeAsDeepAsItIsLongNeedsNoStack() throws Exception {
    FakeNode root = FakeNode.of("a.View", "0");
    FakeNode last = root;
    for (int i = 1; i < 20_000; i++) {
      FakeNode child = FakeNode.of("a.View", null);
      last.children.add(child);
      last = child;
    }
    phone.window(1, root);
    Map<?, ?> cut = Windows.window(client.call("snapshot", "{'budget':{'nodes':20000}}"), 0);
    assertEquals(120L, cut.get("nodeCount"));
    assertEquals("depth", cut.get("truncated"));
    Map<?, ?> deep = Windows.window(client.call("snapshot", "{'budget':{'nodes':20000,'depth':1000}}"), 0);
    assertEquals(1000L, deep.get("depth"));
  }

  @Test
  void cyclesAndVanishedChildrenAreCountedAndLeftOut() throws Exception {
    FakeNode root = FakeNode.of("a.List", null);
    FakeNode child = FakeNode.of("a.Row", "one");
    root.child(child).child(null);
    child.children.add(root);
    child.children.add(child);
    phone.window(1, root);
    Map<?, ?> window = Windows.window(client.call("snapshot", "{}"), 0);
    assertEquals(2L, window.get("nodeCount"));
    assertEquals(2L, window.get("repeated"));
    assertEquals(1L, window.get("missing"));
    assertNull(window.get("truncated"));
  }

  @Test
  void theNodeBudgetIsForEachWindow() throws Exception {
    phone.window(1, new TreeGenerator(1).tree(50));
    phone.window(2, new TreeGenerator(2).tree(20));
    Map<?, ?> snapshot = client.call("snapshot", "{'budget':{'nodes':30}}");
    assertEquals(30L, Windows.window(snapshot, 0).get("nodeCount"));
    assertEquals("nodes", Windows.window(snapshot, 0).get("truncated"));
    assertNull(Windows.window(snapshot, 1).get("truncated"));
  }

  @Test
  void aHungAppCostsItsWindowAlone() throws Exception {
    FakeNode hung = FakeNode.of("a.Root", "still here");
    FakeNode stuck = FakeNode.of("a.Stuck", null).child(FakeNode.of("a.Never", null));
    stuck.hang = new CountDownLatch(1);
    hung.child(stuck);
    phone.window(1, hung);
    phone.window(2, new TreeGenerator(1).tree(30));

    Map<?, ?> first = client.call("snapshot", "{'budget':{'windowMs':60}}");
    assertEquals("TIMEOUT", Windows.window(first, 0).get("error"));
    assertEquals("still here", Windows.text(Windows.node(Windows.window(first, 0), 0)));
    assertEquals("time", Windows.window(first, 0).get("truncated"));
    assertEquals(30L, Windows.window(first, 1).get("nodeCount"));

    // It is not asked again while the first walk waits: no second thread is lost.
    Map<?, ?> second = client.call("snapshot", "{'budget':{'windowMs':60}}");
    assertEquals("HUNG", Windows.window(second, 0).get("error"));
    assertNull(Windows.window(second, 0).get("tree"));
    assertEquals("[1]", client.call("health", "{}").get("hungWindows").toString());

    stuck.hang.countDown();
    Map<?, ?> third;
    do {
      third = Windows.window(client.call("snapshot", "{}"), 0);
    } while ("HUNG".equals(third.get("error")));
    assertNull(third.get("error"));
    assertEquals(3L, third.get("nodeCount"));
  }

  @Test
  void aWindowWithoutARootOrWithAFailingOneIsStillReported() throws Exception {
    phone.window(1, null).titled("going");
    phone.window(2, FakeNode.of("a.View", "x")).fails = true;
    Map<?, ?> snapshot = client.call("snapshot", "{}");
    assertEquals("NO_ROOT", Windows.window(snapshot, 0).get("error"));
    assertEquals("going", Windows.window(snapshot, 0).get("title"));
    assertEquals("FAILED", Windows.window(snapshot, 1).get("error"));
    assertNull(Windows.window(snapshot, 1).get("content"));
  }

  @Test
  void aTreeThatTheClientHasIsNotSentAgainButIsWalked() throws Exception {
    FakeNode root = FakeNode.of("a.View", "old").child(new TreeGenerator(3).tree(40));
    phone.window(1, root);
    Map<?, ?> first = Windows.window(client.call("snapshot", "{}"), 0);
    String since = "{'since':[{'window':1,'tree':'" + first.get("tree") + "'}]}";
    Map<?, ?> same = Windows.window(client.call("snapshot", since), 0);
    assertEquals(first.get("tree"), same.get("tree"));
    assertNull(same.get("content"));
    assertEquals("walk", same.get("basis"));

    // No event reports this change; a walk finds it.
    root.text = "changed in silence";
    Map<?, ?> other = Windows.window(client.call("snapshot", since), 0);
    assertNotEquals(first.get("tree"), other.get("tree"));
    assertNotNull(other.get("content"));
  }

  @Test
  void onTheBasisOfEventsAWindowIsWalkedAgainOnlyAfterAnEventAboutIt() throws Exception {
    FakeNode root = FakeNode.of("a.View", "old").child(new TreeGenerator(3).tree(40));
    phone.window(1, root);
    phone.window(2, new TreeGenerator(4).tree(10));
    assertEquals("walk", Windows.window(client.call("snapshot", "{'basis':'events'}"), 0).get("basis"));
    assertEquals("events", Windows.window(client.call("snapshot", "{'basis':'events'}"), 0).get("basis"));
    assertEquals("walk", Windows.window(client.call("snapshot", "{'basis':'events','forced':true}"), 0).get("basis"));

    root.text = "new";
    server.core.engine().events.add(UiEvent.of(EventType.content, 1, "com.example.app", null, 1, null));
    Map<?, ?> after = client.call("snapshot", "{'basis':'events'}");
    assertEquals("walk", Windows.window(after, 0).get("basis"));
    assertEquals("events", Windows.window(after, 1).get("basis"));
    assertEquals("new", Windows.text(Windows.node(Windows.window(after, 0), 0)));

    // These concern every window: another one's coming may have covered it.
    for (UiEvent event : new UiEvent[] {UiEvent.display(), UiEvent.of(EventType.windows, 1, null, null, 1, null)}) {
      assertEquals("events", Windows.window(client.call("snapshot", "{'basis':'events'}"), 1).get("basis"));
      server.core.engine().events.add(event);
      assertEquals("walk", Windows.window(client.call("snapshot", "{'basis':'events'}"), 1).get("basis"));
    }
  }

  @Test
  void onlyTheFieldsAskedForAreSentAndNeverACutTreeIsReused() throws Exception {
    FakeNode root = FakeNode.of("a.View", "x").child(FakeNode.of("a.View", "y"));
    root.hint = "hint";
    root.testTag = "tag";
    root.actions = new int[] {16};
    phone.window(1, root);
    Map<?, ?> some = Windows.window(client.call("snapshot", "{'fields':['testTag']}"), 0);
    assertEquals("{testTag=tag}", Windows.details(Windows.node(some, 0)).toString());
    assertEquals(-1L, Windows.node(some, 0).get(9));
    Map<?, ?> all = Windows.window(client.call("snapshot", "{'basis':'events'}"), 0);
    assertEquals("walk", all.get("basis"));
    assertEquals("[[click]]", ((Map<?, ?>) all.get("content")).get("actionSets").toString());
    client.call("snapshot", "{'budget':{'nodes':1}}");
    Map<?, ?> whole = Windows.window(client.call("snapshot", "{'basis':'events'}"), 0);
    assertEquals(2L, whole.get("nodeCount"));
  }

  @Test
  void everyFieldOfANodeIsSentAsTheSchemaSays() throws Exception {
    FakeNode node = FakeNode.of("a.View", "x");
    node.more = SnapshotTest::fill;
    phone.window(1, node);
    Map<?, ?> snapshot = client.call("snapshot", "{}");
    assertNull(Schema.load().problem("snapshotResult", snapshot));
    Map<?, ?> details = Windows.details(Windows.node(Windows.window(snapshot, 0), 0));
    Set<Object> names = new LinkedHashSet<>();
    for (NodeField field : NodeField.values()) if (field != NodeField.actions) names.add(field.name());
    assertEquals(names, details.keySet());
    assertEquals("{type=percent, min=0, max=100, current=42.5}", details.get("range").toString());
    assertEquals("[3, 5]", details.get("selection").toString());
    Object actions = ((Map<?, ?>) Windows.window(snapshot, 0).get("content")).get("actionSets");
    assertEquals("[[{action=click, label=Open}, {action=2131361793, label=Archive}]]", actions.toString());

    // A number that came with a later Android version is null, not a wrong word.
    node.more = data -> data.rangeType = data.expandedState = data.liveRegion = 9;
    Map<?, ?> later = client.call("snapshot", "{}");
    assertNull(Schema.load().problem("snapshotResult", later));
    assertNull(Windows.details(Windows.node(Windows.window(later, 0), 0)).get("expanded"));
  }

  private static void fill(NodeData data) {
    data.hint = data.stateDescription = data.error = data.paneTitle = data.tooltip = data.containerTitle = "words";
    data.supplementalDescription = data.roleDescription = data.testTag = data.uniqueId = data.targetUrl = "words";
    data.inputType = data.maxTextLength = data.liveRegion = data.expandedState = 1;
    data.selectionStart = 3;
    data.selectionEnd = 5;
    data.rangeType = 2;
    data.rangeMax = 100;
    data.rangeCurrent = 42.5f;
    data.hasCollection = data.hasCollectionItem = true;
    data.addAction(NodeAction.click.id, "Open");
    data.addAction(0x7f0a0001, "Archive");
  }

  @Test
  void windowsAreChosenByIdAndByDisplay() throws Exception {
    phone.window(1, FakeNode.of("a.View", "one"));
    phone.window(2, FakeNode.of("a.View", "two")).displayId = 3;
    assertEquals(2L, Windows.window(client.call("snapshot", "{'windows':[2]}"), 0).get("id"));
    assertEquals(2L, Windows.window(client.call("snapshot", "{'display':3}"), 0).get("id"));
    assertEquals("[]", client.call("snapshot", "{'windows':[9]}").get("windows").toString());
  }

  @Test
  void factsAreOfAllWindowsWhicheverWereAskedFor() throws Exception {
    DemoScreen.show(phone);
    Map<?, ?> facts = (Map<?, ?>) client.call("snapshot", "{'windows':[7],'facts':true}").get("facts");
    assertEquals((long) DemoScreen.APP, facts.get("activeWindow"));
    assertEquals(true, ((Map<?, ?>) facts.get("inputMethod")).get("visible"));
    phone.windows.get(0).bounds = new int[4];
    Map<?, ?> inputMethod = (Map<?, ?>) client.call("facts", "{}").get("inputMethod");
    assertEquals(false, inputMethod.get("visible"));
    assertNull(inputMethod.get("bounds"));
  }

  @Test
  void theFrameworksCacheIsDroppedWhereThatIsCheapOrDemanded() throws Exception {
    phone.window(1, FakeNode.of("a.View", "x"));
    client.call("snapshot", "{}");
    assertEquals("[clearCache, windows]", phone.done.toString(), "the list of windows is cached too");
    phone.done.clear();
    client.call("snapshot", "{'basis':'events'}");
    assertEquals("[windows]", phone.done.toString(), "nothing is walked");
    try (TestServer old = new TestServer(FakePlatform.host(28, EnumSet.noneOf(Capability.class)));
        TestClient oldClient = old.connect()) {
      old.phone.window(1, FakeNode.of("a.View", "x"));
      oldClient.call("snapshot", "{}");
      assertFalse(old.phone.done.contains("clearCache"));
      oldClient.call("snapshot", "{'forced':true}");
      assertTrue(old.phone.done.contains("clearCache"));
    }
  }
}
