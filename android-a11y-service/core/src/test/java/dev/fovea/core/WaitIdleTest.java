package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitIdleTest {
  private final TestServer server;
  private final TestClient client;

  WaitIdleTest() throws Exception {
    server = new TestServer();
    client = server.connect();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
  }

  private void change() {
    server.core.engine().events.add(UiEvent.of(EventType.content, 1, null, null, 1, null));
  }

  @Test
  void quietIsCountedFromTheLastChange() throws Exception {
    change();
    Map<?, ?> result = client.call("waitIdle", "{'quietMs':1000}");
    assertEquals(true, result.get("idle"));
    assertNull(result.get("reacted"));
    assertTrue((Long) result.get("quietMs") >= 1000);
    assertTrue((Long) client.call("waitIdle", "{'quietMs':1000}").get("waitedMs") < 1000, "it was quiet already");
  }

  @Test
  void withoutAReactionThereIsNothingToSettle() throws Exception {
    Object seq = client.call("health", "{}").get("seq");
    Map<?, ?> result = client.call("waitIdle", "{'after':" + seq + ",'reactMs':20}");
    assertEquals(false, result.get("reacted"));
    assertEquals(true, result.get("idle"));
  }

  @Test
  void aReactionThatCameBeforeTheQuestionCounts() throws Exception {
    Object seq = client.call("health", "{}").get("seq");
    change();
    assertEquals(true, client.call("waitIdle", "{'after':" + seq + ",'quietMs':100}").get("reacted"));
  }

  /** The quiet that is asked for is longer than a busy host keeps a thread waiting. */
  @Test
  void aScreenThatNeverRestsIsSaidToBeSo() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread ticker =
        new Thread(
            () -> {
              while (!isOver.get()) {
                change();
                Thread.yield();
              }
            });
    ticker.start();
    Map<?, ?> result = client.call("waitIdle", "{'quietMs':1000,'timeoutMs':1500}");
    isOver.set(true);
    ticker.join();
    assertEquals(false, result.get("idle"));
    assertTrue((Long) result.get("waitedMs") >= 1500);
  }

  @Test
  void aToastDoesNotCountAsAChangeOfAWindow() throws Exception {
    Object seq = client.call("health", "{}").get("seq");
    server.core.engine().events.add(UiEvent.of(EventType.notification, -1, "p", "android.widget.Toast", 0, "Saved"));
    assertEquals(false, client.call("waitIdle", "{'after':" + seq + ",'reactMs':10}").get("reacted"));
  }
}
