package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.platform.PeerPolicy;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the core must keep to so that Android 7 can run it. */
class AndroidRulesTest {
  private static List<Path> files(String folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(Paths.get(folder))) {
      List<Path> files = all.filter(file -> file.toString().endsWith(ending)).collect(Collectors.toList());
      assertFalse(files.isEmpty());
      return files;
    }
  }

  @Test
  void noClassNeedsInvokedynamic() throws IOException {
    for (Path file : files("target/classes", ".class")) {
      try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
        in.readInt();
        assertTrue(in.readInt() <= 52, file + " is for a later Java than 8");
        assertFalse(hasInvokeDynamic(in), file + " has a lambda or a method reference");
      }
    }
  }

  /** Reads the constant pool (JVM specification 4.4): tag 18 is CONSTANT_InvokeDynamic. */
  private static boolean hasInvokeDynamic(DataInputStream in) throws IOException {
    int[] sizes = {0, -1, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 0, 4};
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      if (tag == 18) return true;
      if (tag == 5 || tag == 6) i++; // a long or a double takes two places
      in.skipBytes(tag == 1 ? in.readUnsignedShort() : sizes[tag]);
    }
    return false;
  }

  @Test
  void noSourceKnowsAndroidOrIsLong() throws IOException {
    for (Path file : files("src", ".java")) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      assertFalse(text.contains("\nimport android"), file.toString());
      assertTrue(text.split("\n").length <= 300, file + " has more than 300 lines");
    }
  }

  @Test
  void onlyRootTheShellAndTheAppItselfMaySpeakToTheSocket() {
    for (int uid : new int[] {0, 2000, 10123}) assertTrue(PeerPolicy.allows(uid, 10123));
    for (int uid : new int[] {1000, 10124, 110123, 102000, -1}) assertFalse(PeerPolicy.allows(uid, 10123));
  }

  @Test
  void eachUserAndTheShellHasASocketOfItsOwn() {
    EnumSet<Capability> none = EnumSet.noneOf(Capability.class);
    HostInfo service = new HostInfo("service", "1", "dev.fovea.service", 10, 34, none, 10);
    HostInfo shell = new HostInfo("shell", "1", "dev.fovea.service", 0, 34, none, 10);
    assertTrue(service.socketName().equals("dev.fovea.service.u10"));
    assertTrue(shell.socketName().equals("dev.fovea.service.shell"));
  }
}
