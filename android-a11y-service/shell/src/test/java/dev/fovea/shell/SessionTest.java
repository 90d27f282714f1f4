package dev.fovea.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the program that started the process sees of it. */
@Timeout(20)
class SessionTest {
  private static final InputStream NOTHING = new ByteArrayInputStream(new byte[0]);

  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final AtomicInteger stops = new AtomicInteger();

  /** An instance that starts with a line, or with a failure. */
  private Instance instance(String line, boolean isOwn, Throwable failure) {
    return new Instance() {
      @Override
      public String start() throws StartFailure {
        if (failure instanceof StartFailure) throw (StartFailure) failure;
        if (failure instanceof RuntimeException) throw (RuntimeException) failure;
        if (failure instanceof Error) throw (Error) failure;
        return line;
      }

      @Override
      public boolean isOwn() {
        return isOwn;
      }

      @Override
      public void stop() {
        stops.incrementAndGet();
      }
    };
  }

  private int run(Instance instance, InputStream stdin) {
    return run(instance, stdin, 0);
  }

  private int run(Instance instance, InputStream stdin, long leaseMs) {
    return Session.run(instance, stdin, new PrintStream(stdout), new PrintStream(stderr), leaseMs);
  }

  @Test
  void anInstanceThatListensPrintsReadyAndRunsUntilItsStdinEnds() throws Exception {
    PipedOutputStream adb = new PipedOutputStream();
    PipedInputStream stdin = new PipedInputStream(adb);
    AtomicInteger status = new AtomicInteger(-1);
    Thread session = new Thread(() -> status.set(run(instance("READY dev.fovea.service.shell 8f", true, null), stdin)));
    session.start();
    while (stdout.size() == 0) Thread.sleep(1);
    adb.write("ignored\n".getBytes("US-ASCII"));
    adb.flush();
    while (stdin.available() > 0) Thread.sleep(1);
    assertEquals("READY dev.fovea.service.shell 8f\n", stdout.toString("US-ASCII"));
    assertEquals(0, stops.get());
    adb.close();
    session.join();
    assertEquals(0, status.get());
    assertEquals(1, stops.get());
    assertEquals("READY dev.fovea.service.shell 8f\n", stdout.toString("US-ASCII"));
  }

  @Test
  void theProcessEndsWhenItsLeaseIsNotRenewedAndRunsWhileItIs() throws Exception {
    InputStream silent = new PipedInputStream(new PipedOutputStream());
    assertEquals(0, run(instance("READY s e", true, null), silent, 10));
    PipedOutputStream adb = new PipedOutputStream();
    PipedInputStream stdin = new PipedInputStream(adb);
    long lengthMs = 2_000;
    long beginMs = System.nanoTime() / 1_000_000;
    Thread session = new Thread(() -> run(instance("READY s e", true, null), stdin, lengthMs));
    session.start();
    long renewedMs = beginMs;
    while (renewedMs < beginMs + lengthMs + 100) {
      adb.write('\n');
      adb.flush();
      renewedMs = System.nanoTime() / 1_000_000;
      Thread.sleep(20);
    }
    session.join();
    long endMs = System.nanoTime() / 1_000_000;
    assertTrue(endMs >= beginMs + 2 * lengthMs, "it ended " + (endMs - beginMs) + " ms after its begin");
  }

  @Test
  void theLeaseIsAnOption() {
    assertEquals(0, Session.leaseMs(new String[0]));
    assertEquals(0, Session.leaseMs(new String[] {"--lease-ms"}));
    assertEquals(10_000, Session.leaseMs(new String[] {"--lease-ms", "10000"}));
  }

  @Test
  void aBrokenStdinEndsTheProcessToo() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken");
          }
        };
    assertEquals(0, run(instance("READY s e", true, null), broken));
  }

  @Test
  void whereAnotherInstanceRunsThereIsNothingToWaitFor() throws Exception {
    InputStream open = new PipedInputStream(new PipedOutputStream());
    assertEquals(0, run(instance("RUNNING s e", false, null), open));
    assertEquals("RUNNING s e\n", stdout.toString("US-ASCII"));
  }

  @Test
  void aFailureIsOneLineWithItsCode() throws Exception {
    for (StartFailure.Code code : StartFailure.Code.values()) {
      stdout.reset();
      StartFailure failure = new StartFailure(code, "of two\nlines", new IllegalStateException("on the screen"));
      assertEquals(1, run(instance(null, true, failure), NOTHING));
      assertEquals("FAILED " + code + " of two lines\n", stdout.toString("US-ASCII"));
    }
    assertTrue(stderr.toString("US-ASCII").contains("java.lang.IllegalStateException"));
    assertTrue(!stderr.toString("US-ASCII").contains("on the screen"));
    assertEquals(StartFailure.Code.values().length, stops.get());
  }

  @Test
  void onlyTheClassOfAnUnexpectedErrorIsReported() throws Exception {
    assertEquals(1, run(instance(null, true, new NoSuchMethodError("on the screen")), NOTHING));
    assertEquals(1, run(instance(null, true, new IllegalArgumentException("on the screen")), NOTHING));
    assertEquals(
        "FAILED INTERNAL java.lang.NoSuchMethodError\nFAILED INTERNAL java.lang.IllegalArgumentException\n",
        stdout.toString("US-ASCII"));
    assertEquals(2, stops.get());
  }
}
