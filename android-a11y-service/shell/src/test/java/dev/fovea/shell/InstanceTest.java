package dev.fovea.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.net.LocalServerSocket;
import dev.fovea.core.platform.HostInfo;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One instance per device: the socket's name, and the epoch that the one who has it leaves. */
@Timeout(20)
class InstanceTest {
  private static final String NAME = "dev.fovea.service.shell";

  @TempDir Path folder;

  private File file() {
    return folder.resolve("fovea-shell.epoch").toFile();
  }

  @Test
  void aSecondInstanceNamesTheFirstAndTouchesNothingOfIt() throws Exception {
    LocalServerSocket first = new LocalServerSocket(NAME);
    EpochFile epochs = new EpochFile(file());
    epochs.write("8fae01b2c3d4e5f6");
    ShellHost second = new ShellHost(epochs);
    assertEquals("RUNNING " + NAME + " 8fae01b2c3d4e5f6", second.start());
    assertFalse(second.isOwn());
    second.stop();
    assertEquals("8fae01b2c3d4e5f6", epochs.read());
    first.close();
  }

  @Test
  void aNameTakenByAnybodyElseIsAFailure() throws Exception {
    LocalServerSocket squatter = new LocalServerSocket(NAME);
    ShellHost host = new ShellHost(new EpochFile(file()));
    assertEquals(StartFailure.Code.SOCKET, assertThrows(StartFailure.class, host::start).code);
    squatter.close();
  }

  @Test
  void theNameOfAnInstanceThatIsEndingIsTakenWhenItIsFree() throws Exception {
    LocalServerSocket ending = new LocalServerSocket(NAME);
    ShellHost host = new ShellHost(new EpochFile(folder.resolve("none/epoch").toFile()));
    Thread starting = Thread.currentThread();
    Thread end =
        new Thread(
            () -> {
              while (starting.getState() != Thread.State.TIMED_WAITING) Thread.yield();
              ending.close();
            });
    end.start();
    // What follows the name cannot be had on this machine, so it fails on purpose.
    assertEquals(StartFailure.Code.INTERNAL, assertThrows(StartFailure.class, host::start).code);
    end.join();
    assertTrue(host.isOwn());
    LocalServerSocket.release(NAME);
  }

  @Test
  void theEpochIsOneLineThatTheNextInstanceReplaces() throws IOException {
    EpochFile epochs = new EpochFile(file());
    assertNull(epochs.read());
    epochs.write("8fae01b2c3d4e5f6");
    assertEquals("8fae01b2c3d4e5f6\n", new String(Files.readAllBytes(file().toPath()), StandardCharsets.US_ASCII));
    epochs.write("1");
    assertEquals("1", epochs.read());
    assertEquals(1, folder.toFile().list().length);
    epochs.delete();
    assertNull(epochs.read());
  }

  /** Writes an epoch into the file that is named. */
  public static final class Writer {
    public static void main(String[] args) throws IOException {
      new EpochFile(new File(args[0])).write("1");
    }
  }

  @Test
  void onlyItsOwnerMayReadOrChangeTheEpochWhateverTheUmaskOfAdbdIs() throws Exception {
    String java = System.getProperty("java.home") + "/bin/java";
    String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String command = "umask 0; exec \"$0\" \"$@\"";
    Process process =
        new ProcessBuilder("sh", "-c", command, java, "-cp", classes, Writer.class.getName(), file().getPath())
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file().toPath())));
  }

  @Test
  void anInvalidEpochIsNotHandedOn() throws IOException {
    for (String content : new String[] {"", "READY x", "8fae\n8fae", "ABC", "0123456789abcdef0"}) {
      Files.write(file().toPath(), content.getBytes(StandardCharsets.US_ASCII));
      assertNull(new EpochFile(file()).read(), content);
    }
  }

  @Test
  void aUiAutomationOfAnotherProgramIsDistinguishedFromOtherFailures() {
    assertTrue(Automation.isTaken(new IllegalStateException("UiAutomationService x already registered!")));
    assertFalse(Automation.isTaken(new IllegalStateException("Already connected.")));
    assertFalse(Automation.isTaken(new IllegalStateException()));
  }

  @Test
  void theShellHostCanDoWhatThePhoneLetsIt() {
    HostInfo old = HostDescription.of(24, false);
    assertEquals("[gestures, continuedGestures, globalActions, screenshot]", old.capabilities.toString());
    HostInfo now = HostDescription.of(34, true);
    assertEquals(
        "[gestures, continuedGestures, globalActions, screenshot, readClipboard, writeClipboard, allDisplays]",
        now.capabilities.toString());
    assertEquals(NAME, now.socketName());
    assertEquals(0, now.screenshotIntervalMs());
  }
}
