package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.server.CoreServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is let in by the socket of a host whose own uid is 10123. */
@Timeout(20)
class ListenerTest {
  private static final int OWN = 10_123;
  private static final String NAME = "listener-test";

  private final CoreServer core =
      new CoreServer(new HostInfo("service", "1", "p", 0, 34, EnumSet.noneOf(Capability.class), 10));
  private Thread thread;

  @BeforeEach
  void listen() throws IOException {
    LocalServerSocket socket = new LocalServerSocket(NAME);
    thread =
        new Thread(
            () -> {
              try {
                new Listener(core, OWN).serve(socket);
              } catch (IOException e) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    thread.interrupt();
    thread.join();
    core.close();
  }

  private static void awaitClosed(LocalSocket socket) throws InterruptedException {
    while (!socket.isClosed) Thread.sleep(1);
  }

  private static String hello(LocalSocket client) throws IOException {
    byte[] body = "{\"hello\":{\"client\":\"t\",\"versions\":[1]}}".getBytes(StandardCharsets.UTF_8);
    client.getOutputStream().write(ByteBuffer.allocate(4).putInt(body.length).array());
    client.getOutputStream().write(body);
    DataInputStream in = new DataInputStream(client.getInputStream());
    byte[] answer = new byte[in.readInt()];
    in.readFully(answer);
    return new String(answer, StandardCharsets.UTF_8);
  }

  @Test
  void rootTheShellAndTheAppItselfAreServed() throws IOException {
    for (int uid : new int[] {0, 2000, OWN}) {
      LocalSocket[] pair = LocalServerSocket.connect(NAME, uid);
      assertTrue(hello(pair[1]).contains("\"epoch\":\"" + core.epoch() + "\""), "uid " + uid);
      assertEquals(0, pair[0].flushes, "a flush waits until the client has read everything");
    }
  }

  @Test
  void anyOtherIsClosedBeforeAByteIsRead() throws Exception {
    for (int uid : new int[] {1000, 10_124, 110_123, 102_000, -1}) {
      LocalSocket[] pair = LocalServerSocket.connect(NAME, uid, 0, 0, 0, 2, '{', '}');
      awaitClosed(pair[0]);
      assertEquals(0, pair[0].reads.get(), "uid " + uid);
    }
  }

  @Test
  void aPeerThatIsGoneBeforeItIsLookedAtEndsNothingElse() throws Exception {
    awaitClosed(LocalServerSocket.connect(NAME, -2)[0]);
    assertTrue(hello(LocalServerSocket.connect(NAME, 2000)[1]).contains("hello"));
  }

  @Test
  void aClosedTransportIsShutDownFirstSoThatNoThreadIsLeftWaiting() throws Exception {
    LocalSocket[] pair = LocalSocket.pair(2000);
    LocalTransport transport = new LocalTransport(pair[0]);
    Thread reader =
        new Thread(
            () -> {
              try {
                transport.in().read();
              } catch (IOException e) {
                // Closed.
              }
            });
    reader.start();
    while (!pair[0].isReading) Thread.sleep(1);
    transport.close();
    transport.close();
    reader.join();
    assertTrue(pair[0].isClosed);
  }
}
