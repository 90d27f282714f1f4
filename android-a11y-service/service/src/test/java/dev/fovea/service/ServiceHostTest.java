package dev.fovea.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import dev.fovea.android.Version;
import dev.fovea.core.platform.Platform;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The application's host while service objects come and go. Each test is another user's app: a name stays taken. */
@Timeout(20)
class ServiceHostTest {
  private static final AtomicInteger USERS = new AtomicInteger(10);

  private final int uid = USERS.incrementAndGet() * 100_000 + 10_123;
  private final String name = "dev.fovea.service.u" + uid / 100_000;
  private final ServiceHost host = new ServiceHost(HostDescription.of(34, uid));

  /** A phone without windows. */
  private static Platform platform() {
    return (Platform)
        Proxy.newProxyInstance(
            Platform.class.getClassLoader(),
            new Class<?>[] {Platform.class},
            (proxy, method, args) -> method.getName().equals("windows") ? Collections.emptyList() : null);
  }

  private List<String> dump() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    host.dump(out);
    out.flush();
    return Arrays.asList(text.toString().split("\n"));
  }

  private LocalSocket connect() throws Exception {
    host.listen(uid);
    LocalSocket[] pair = LocalServerSocket.connect(name, 2000);
    while (pair == null) {
      Thread.sleep(1);
      pair = LocalServerSocket.connect(name, 2000);
    }
    send(pair[1], "{\"hello\":{\"client\":\"t\",\"versions\":[1]}}");
    assertTrue(receive(pair[1]).contains("hello"));
    return pair[1];
  }

  private static void send(LocalSocket client, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    client.getOutputStream().write(ByteBuffer.allocate(4).putInt(body.length).array());
    client.getOutputStream().write(body);
  }

  private static String receive(LocalSocket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    byte[] answer = new byte[in.readInt()];
    in.readFully(answer);
    return new String(answer, StandardCharsets.UTF_8);
  }

  private static String snapshot(LocalSocket client, int id) throws IOException {
    send(client, "{\"id\":" + id + ",\"method\":\"snapshot\"}");
    return receive(client);
  }

  @Test
  void aClientKeepsItsConnectionWhileTheServiceIsUnboundAndGetsSuppressed() throws Exception {
    LocalSocket client = connect();
    assertTrue(snapshot(client, 1).contains("\"SUPPRESSED\""));
    Object service = new Object();
    host.connected(service, platform());
    assertTrue(snapshot(client, 2).contains("\"result\""));
    host.disconnected(service);
    assertTrue(snapshot(client, 3).contains("\"SUPPRESSED\""));
    host.connected(new Object(), platform());
    assertTrue(snapshot(client, 4).contains("\"result\""));
  }

  @Test
  void theLateGoodbyeOfAnOlderServiceTakesNothingFromTheNewerOne() {
    Object older = new Object();
    Object newer = new Object();
    host.connected(older, platform());
    host.connected(newer, platform());
    host.disconnected(older);
    assertTrue(dump().contains("fovea-state: running"));
    host.disconnected(newer);
    host.disconnected(newer); // onUnbind and onDestroy both report it
    assertTrue(dump().contains("fovea-state: suppressed"));
  }

  @Test
  void theDumpSaysWhoAnswersOnTheSocketAndNothingElse() throws Exception {
    LocalSocket client = connect();
    host.connected(new Object(), platform());
    send(client, "{\"id\":1,\"method\":\"health\"}");
    receive(client);
    List<String> lines = dump();
    assertEquals(4, lines.size());
    assertEquals("fovea-version: " + Version.NAME, lines.get(0));
    assertTrue(lines.get(1).matches("fovea-epoch: [0-9a-f]{16}"), lines.get(1));
    assertEquals("fovea-socket: " + name, lines.get(2));
    assertEquals("fovea-state: running", lines.get(3));
  }

  @Test
  void theEpochOfTheDumpIsThatOfTheHello() throws Exception {
    host.listen(uid);
    LocalSocket[] pair = null;
    while (pair == null) pair = LocalServerSocket.connect(name, 2000);
    send(pair[1], "{\"hello\":{\"client\":\"t\",\"versions\":[1]}}");
    String epoch = dump().get(1).substring("fovea-epoch: ".length());
    assertTrue(receive(pair[1]).contains("\"epoch\":\"" + epoch + "\""));
  }

  @Test
  void aNameThatAnotherProcessTookIsNotClaimedAndIsTakenWhenItIsFree() throws Exception {
    LocalServerSocket squatter = new LocalServerSocket(name);
    host.listen(uid);
    Thread.yield();
    assertEquals("fovea-socket: none", dump().get(2));
    squatter.close();
    while (!dump().get(2).equals("fovea-socket: " + name)) Thread.sleep(5);
  }

  @Test
  void nothingListensBeforeTheApplicationStartsIt() throws IOException {
    assertNull(LocalServerSocket.connect(name, 2000));
    assertEquals("fovea-socket: none", dump().get(2));
  }
}
