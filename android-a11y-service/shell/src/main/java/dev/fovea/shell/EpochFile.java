package dev.fovea.shell;

import dev.fovea.android.Trouble;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Where the instance that listens leaves its epoch for those that come later. The folder can be written to by the shell
 * alone: an app that took the socket's name cannot leave an epoch. Nor can it read the one that an instance which was
 * killed left behind, and pass for that: the folder's files can be read by every app, this one only by its owner.
 */
final class EpochFile {
  private static final int LONGEST = 64;

  private final File file;

  EpochFile(File file) {
    this.file = file;
  }

  /** Written aside and then renamed, so that nobody reads half of it. */
  void write(String epoch) throws IOException {
    File aside = new File(file.getPath() + ".new");
    if (aside.exists() && !aside.delete()) throw new IOException("the file aside cannot be replaced");
    try (FileOutputStream out = new FileOutputStream(aside)) {
      // Before the epoch is in it: adbd's umask is 0.
      boolean isClosed = aside.setReadable(false, false) && aside.setReadable(true, true);
      isClosed = isClosed && aside.setWritable(false, false) && aside.setWritable(true, true);
      if (!isClosed) throw new IOException("the file cannot be kept from others");
      out.write((epoch + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    if (!aside.renameTo(file)) throw new IOException("the file cannot be put in place");
  }

  /** Null where there is none, or where what is there is no epoch. */
  String read() {
    if (!file.isFile() || file.length() > LONGEST) return null;
    try (DataInputStream in = new DataInputStream(new FileInputStream(file))) {
      byte[] bytes = new byte[(int) file.length()];
      in.readFully(bytes);
      String text = new String(bytes, StandardCharsets.US_ASCII).trim();
      return text.matches("[0-9a-f]{1,16}") ? text : null;
    } catch (IOException e) {
      Trouble.report("the epoch file cannot be read", e);
      return null;
    }
  }

  void delete() {
    if (file.exists() && !file.delete()) Trouble.report("the epoch file stays", new IOException());
  }
}
