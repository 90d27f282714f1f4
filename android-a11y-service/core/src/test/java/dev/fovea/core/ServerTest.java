package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import dev.fovea.core.server.ImpatientServer;
import dev.fovea.core.wire.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServerTest {
  private final TestServer server;
  private final FakePlatform phone;

  ServerTest() throws Exception {
    server = new TestServer();
    phone = server.phone;
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void theHelloIsAsTheSchemaSays() throws Exception {
    Schema schema = Schema.load();
    try (TestClient client = new TestClient(server.port())) {
      client.send("{'hello':{'versions':[7,1],'client':'test'}}");
      Map<?, ?> hello = client.read();
      assertNull(schema.problem("serverHello", hello));
      assertEquals(1L, ((Map<?, ?>) hello.get("hello")).get("version"), "the highest that both speak");
      List<?> flags = (List<?>) ((Map<?, ?>) hello.get("hello")).get("knownFlags");
      assertTrue(flags.contains("dataSensitive"));
      assertTrue(!flags.contains("partiallyChecked"), "Android 14 has no partially checked boxes");
    }
  }

  @Test
  void requestsAreAnsweredAsTheyFinishEachByItsId() throws Exception {
    try (TestClient client = server.connect()) {
      change();
      long slow = client.request("waitIdle", "{'quietMs':400,'timeoutMs':2000}");
      long quick = client.request("health", "{}");
      assertEquals(quick, client.read().get("id"));
      assertEquals(slow, client.read().get("id"));
    }
  }

  @Test
  void aCancelledRequestIsAnsweredAtOnceAndTheConnectionGoesOn() throws Exception {
    try (TestClient client = server.connect()) {
      change();
      long waiting = client.request("waitIdle", "{'quietMs':10000,'timeoutMs':60000}");
      client.cancel(waiting);
      assertEquals("CANCELLED", error(client.read()).get("code"));
      client.cancel(waiting); // too late: nothing happens
      client.call("health", "{}");
    }
  }

  @Test
  void anActThatHasNotBegunWhenItIsCancelledNeverHappens() throws Exception {
    FakeNode button = FakeNode.of("a.Button", "Pay");
    FakeWindow window = phone.window(1, button);
    try (TestClient client = server.connect()) {
      Object tree = Windows.window(client.call("snapshot", "{}"), 0).get("tree");
      button.hang = new CountDownLatch(1);
      long act = client.request("nodeAction", click(tree, 0));
      client.cancel(act);
      Map<?, ?> error = error(client.read());
      assertEquals("CANCELLED", error.get("code"));
      assertEquals(false, error.get("mayHaveHappened"));
      button.hang.countDown();
      button.hang = null;
      assertEquals(true, client.call("nodeAction", click(tree, 0)).get("performed"));
      assertEquals("[16]", button.performed.toString());
      assertEquals(1, window.id);
    }
  }

  @Test
  void aRequestThatTakesTooLongSaysWhetherItMayHaveHappened() throws Exception {
    phone.gestureEnds = new CountDownLatch(1);
    try (TestClient client = server.connect()) {
      client.send("{'id':1,'method':'gesture','params':{'kind':'tap','x':1,'y':1},'timeoutMs':50}");
      Map<?, ?> error = error(client.read());
      assertEquals("TIMEOUT", error.get("code"));
      assertEquals(true, error.get("mayHaveHappened"));
    }
  }

  @Test
  void aSecondGestureWaitsForTheFirst() throws Exception {
    phone.gestureEnds = new CountDownLatch(1);
    try (TestClient client = server.connect();
        TestClient other = server.connect()) {
      client.request("gesture", "{'kind':'tap','x':1,'y':1}");
      while (phone.done.isEmpty()) Thread.yield();
      other.request("gesture", "{'kind':'pinch','x':500,'y':500,'fromSpan':400,'toSpan':100}");
      other.request("health", "{}");
      assertEquals(2L, other.read().get("id"));
      assertEquals("[gesture of 1]", phone.done.toString());
      phone.gestureEnds.countDown();
      other.read();
      assertEquals("[gesture of 1, gesture of 2]", phone.done.toString());
    }
  }

  @Test
  void moreRequestsThanAllowedAreRefusedOneByOne() throws Exception {
    try (TestClient client = server.connect()) {
      change();
      for (int i = 0; i <= Limits.REQUESTS_IN_FLIGHT; i++) {
        client.request("waitIdle", "{'quietMs':10000,'timeoutMs':60000}");
      }
      Map<?, ?> refused = client.read();
      assertEquals("BUSY", error(refused).get("code"));
      assertEquals((long) Limits.REQUESTS_IN_FLIGHT + 1, refused.get("id"));
    }
  }

  @Test
  void anAnsweredRequestMakesRoomForTheNextOneAtOnce() throws Exception {
    try (TestClient client = server.connect()) {
      change();
      for (int i = 1; i < Limits.REQUESTS_IN_FLIGHT; i++) {
        client.request("waitIdle", "{'quietMs':10000,'timeoutMs':60000}");
      }
      for (int i = 0; i < 500; i++) client.call("health", "{}");
    }
  }

  @Test
  void severalClientsAreServedAndOneTooManyIsTurnedAway() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    for (int i = 0; i < Limits.CLIENTS; i++) clients.add(server.connect());
    for (TestClient client : clients) client.call("health", "{}");
    try (TestClient tooMany = new TestClient(server.port())) {
      assertEquals("BUSY", error(tooMany.read()).get("code"));
      assertNull(tooMany.read());
    }
    clients.get(0).close();
    while (server.core.clients() >= Limits.CLIENTS) Thread.yield();
    server.connect().close();
    for (TestClient client : clients) client.close();
  }

  @Test
  void withoutAnAccessibilityConnectionRequestsAreRefusedAndHealthReportsIt() throws Exception {
    try (TestClient client = server.connect()) {
      phone.window(1, FakeNode.of("a.View", "x"));
      client.call("snapshot", "{}");
      client.call("subscribe", "{'types':['service']}");
      server.core.engine().detach();
      assertEquals("suppressed", event(client.read()).get("text"));
      assertEquals("SUPPRESSED", client.fail("snapshot", "{}").get("code"));
      assertEquals("suppressed", client.call("health", "{}").get("state"));
      server.core.engine().attach(phone);
      assertEquals("running", event(client.read()).get("text"));
      assertEquals("walk", Windows.window(client.call("snapshot", "{'basis':'events'}"), 0).get("basis"));
    }
  }

  @Test
  void eventsComeInOrderAndWhatIsMissedIsCounted() throws Exception {
    Schema schema = Schema.load();
    for (int i = 0; i < Limits.EVENTS_KEPT + 44; i++) change();
    try (TestClient client = server.connect()) {
      client.call("subscribe", "{'after':1}"); // the first is the host's own "running"
      long seq = 0;
      for (int i = 0; i < Limits.EVENTS_KEPT; i++) {
        Map<?, ?> message = client.read();
        assertNull(schema.problem("eventMessage", message));
        assertEquals(44L, event(message).get("dropped"));
        assertTrue((Long) event(message).get("seq") > seq);
        seq = (Long) event(message).get("seq");
      }
      client.call("unsubscribe", "{}");
      change();
      client.call("health", "{}");
    }
  }

  @Test
  void aClientThatNeverReadsIsCutOffAndTheOthersAreServed() throws Exception {
    phone.window(1, new TreeGenerator(1).tree(3000));
    try (TestServer impatient = new TestServer(ImpatientServer.create(200, 300));
        TestClient greedy = impatient.connect();
        TestClient polite = impatient.connect()) {
      impatient.phone.window(1, new TreeGenerator(1).tree(5000));
      greedy.call("subscribe", "{}");
      for (int i = 0; i < Limits.REQUESTS_IN_FLIGHT; i++) greedy.request("snapshot", "{}");
      while (impatient.core.clients() > 1) {
        impatient.core.engine().events.add(UiEvent.display());
        polite.call("health", "{}");
      }
    }
  }

  @Test
  void aClientForWhichTooMuchWaitsIsCutOffBeforeItsTimeIsUp() throws Exception {
    try (TestServer patient = new TestServer(ImpatientServer.create(5_000, 60_000));
        TestClient greedy = patient.connect()) {
      char[] words = new char[4 << 20];
      Arrays.fill(words, 'x');
      patient.phone.window(1, FakeNode.of("a.View", new String(words)));
      assertThrows(
          IOException.class,
          () -> {
            while (true) greedy.request("snapshot", "{}");
          });
      while (patient.core.clients() > 0) Thread.yield();
    }
  }

  @Test
  void aClientThatSaysNoHelloIsCutOff() throws Exception {
    try (TestServer impatient = new TestServer(ImpatientServer.create(100, 5_000));
        TestClient silent = new TestClient(impatient.port())) {
      assertNull(silent.read());
    }
  }

  @Test
  void anotherLifeOfTheServerHasAnotherEpoch() throws Exception {
    try (TestServer other = new TestServer();
        TestClient one = new TestClient(server.port());
        TestClient two = new TestClient(other.port())) {
      assertNotEquals(one.hello().get("epoch"), two.hello().get("epoch"));
    }
  }

  @Test
  void aDefectOfAMethodEndsThatRequestAlone() throws Exception {
    phone.windows.add(null);
    try (TestClient client = server.connect()) {
      assertEquals("INTERNAL", client.fail("snapshot", "{}").get("code"));
      phone.failure = new NoSuchMethodError("the framework's own words may quote the screen");
      Map<?, ?> error = client.fail("snapshot", "{}");
      assertEquals("java.lang.NoSuchMethodError", error.get("message"));
      client.call("health", "{}");
    }
  }

  private void change() {
    server.core.engine().events.add(UiEvent.of(EventType.content, 1, "com.example.app", "a.View", 1, null));
  }

  static String click(Object tree, int node) {
    return "{'target':{'window':1,'tree':'" + tree + "','node':" + node + "},'action':'click'}";
  }

  static Map<?, ?> error(Map<?, ?> message) {
    return (Map<?, ?>) message.get("error");
  }

  private static Map<?, ?> event(Map<?, ?> message) {
    Object event = message.get("event");
    return event == null ? new HashMap<>() : (Map<?, ?>) event;
  }
}
