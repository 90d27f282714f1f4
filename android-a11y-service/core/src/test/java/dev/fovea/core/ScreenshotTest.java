package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScreenshotTest {
  private final TestServer server;
  private final TestClient client;

  ScreenshotTest() throws Exception {
    server = new TestServer();
    client = server.connect();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
  }

  @Test
  void thePictureFollowsItsReply() throws Exception {
    client.request("screenshot", "{}");
    Map<?, ?> reply = client.read();
    assertNull(Schema.load().problem("reply", reply));
    assertNull(Schema.load().problem("screenshotResult", reply.get("result")));
    assertEquals(5L, reply.get("attachment"));
    assertArrayEquals(new byte[] {(byte) 0xff, (byte) 0xd8, 1, (byte) 0xff, (byte) 0xd9}, client.readBody());
    client.call("health", "{}");
  }

  @Test
  void thePlatformsRateIsKeptAndWaitersShareWhatIsTakenMeanwhile() throws Exception {
    List<TestClient> clients = new ArrayList<>();
    for (int i = 0; i < 3; i++) clients.add(server.connect());
    for (TestClient one : clients) one.request("screenshot", "{}");
    for (TestClient one : clients) {
      assertTrue(one.read().containsKey("result"));
      one.readBody();
    }
    List<Long> captures = server.phone.captures;
    assertTrue(captures.size() <= 2, captures.size() + " captures for 3 requests");
    for (int i = 1; i < captures.size(); i++) assertTrue(captures.get(i) - captures.get(i - 1) >= 333);
    for (TestClient one : clients) one.close();
  }

  @Test
  void aPictureIsOnlyUsedAgainWhereItsAgeWillDo() throws Exception {
    client.call("screenshot", "{'maxAgeMs':10000}");
    client.readBody();
    Map<?, ?> again = client.call("screenshot", "{'maxAgeMs':10000}");
    client.readBody();
    assertEquals(1, server.phone.captures.size());
    assertTrue((Long) again.get("ageMs") >= 0);
    client.call("screenshot", "{'maxAgeMs':10000,'format':'png'}");
    client.readBody();
    assertEquals(2, server.phone.captures.size(), "another format is another picture");
  }

  @Test
  void aPictureInAnotherSizeIsAnotherPicture() throws Exception {
    assertEquals(900L, client.call("screenshot", "{'maxAgeMs':10000,'longestSidePx':900}").get("heightPx"));
    client.readBody();
    assertEquals(2400L, client.call("screenshot", "{'maxAgeMs':10000}").get("heightPx"));
    client.readBody();
    assertEquals(2, server.phone.captures.size());
  }

  @Test
  void aClientOfAnEarlierVersionAsksForNoSize() throws Exception {
    try (TestClient old = new TestClient(server.port())) {
      assertEquals(2L, old.hello("[1,2]").get("version"));
      Map<?, ?> error = old.fail("screenshot", "{'longestSidePx':900}");
      assertEquals("INVALID_REQUEST", error.get("code"));
      assertEquals(2400L, old.call("screenshot", "{}").get("heightPx"));
      old.readBody();
    }
  }

  @Test
  void aFailedCaptureSaysWhy() throws Exception {
    server.phone.isSecure = true;
    Map<?, ?> error = client.fail("screenshot", "{}");
    assertEquals("SCREENSHOT_FAILED", error.get("code"));
    assertEquals("a secure window", error.get("message"));
  }
}
