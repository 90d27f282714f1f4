package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.json.JsonReader;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.wire.FrameReader;
import dev.fovea.core.wire.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The golden and the hostile frames, which the other side's tests read too. */
@Timeout(60)
class FramesTest {
  private final Schema schema;

  FramesTest() throws Exception {
    schema = Schema.load();
  }

  private static List<Path> golden(String side) throws IOException {
    try (Stream<Path> files = Files.list(Schema.PROTOCOL.resolve("golden").resolve(side))) {
      return files.filter(file -> file.toString().endsWith(".bin")).sorted().collect(Collectors.toList());
    }
  }

  private static byte[] firstBody(Path file) throws Exception {
    return new FrameReader(new ByteArrayInputStream(Files.readAllBytes(file)), Limits.REPLY_BYTES).next();
  }

  private static Map<?, ?> json(Path bin) throws Exception {
    Path file = bin.resolveSibling(bin.getFileName().toString().replace(".bin", ".json"));
    return (Map<?, ?>) JsonReader.read(Files.readAllBytes(file));
  }

  @TestFactory
  Collection<DynamicTest> everyGoldenFrameIsReadAndWrittenByteByByte() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String side : new String[] {"client", "server"}) {
      for (Path file : golden(side)) {
        tests.add(DynamicTest.dynamicTest(side + " " + file.getFileName(), () -> {
          byte[] body = firstBody(file);
          Object message = JsonReader.read(body);
          assertEquals(json(file), message);
          assertNull(schema.problem(side + "Message", message));
          JsonWriter out = new JsonWriter(16);
          write(out, message);
          assertArrayEquals(body, out.toByteArray());
        }));
      }
    }
    return tests;
  }

  private static void write(JsonWriter out, Object value) {
    if (value instanceof Map) {
      out.beginObject();
      for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
        write(out.key((String) field.getKey()), field.getValue());
      }
      out.endObject();
    } else if (value instanceof List) {
      out.beginArray();
      for (Object item : (List<?>) value) write(out, item);
      out.endArray();
    } else if (value instanceof Boolean) {
      out.value((Boolean) value);
    } else if (value instanceof Long) {
      out.value(((Long) value).longValue());
    } else if (value instanceof Double) {
      out.value(((Double) value).floatValue());
    } else {
      out.value((String) value);
    }
  }

  @Test
  void everyGoldenRequestIsUnderstood() throws Exception {
    try (TestServer server = new TestServer()) {
      for (Path file : golden("client")) {
        Map<?, ?> message = json(file);
        if (!message.containsKey("method")) continue;
        try (TestClient client = server.connect()) {
          client.sendRaw(Files.readAllBytes(file));
          Map<?, ?> reply = client.read();
          Map<?, ?> error = (Map<?, ?>) reply.get("error");
          // There is no such node and no focused field here; a defect of the request would be reported first.
          if (error != null) assertTrue(Arrays.asList("STALE_NODE", "NO_FOCUS").contains(error.get("code")));
          else assertNull(schema.problem(message.get("method") + "Result", reply.get("result")));
        }
      }
    }
  }

  @Test
  void theGoldenSnapshotIsWhatTheCoreSaysOfTheDemoScreen() throws Exception {
    try (TestServer server = new TestServer();
        TestClient client = server.connect()) {
      DemoScreen.show(server.phone);
      Object golden = json(Schema.PROTOCOL.resolve("golden/server/snapshot.bin")).get("result");
      assertEquals(withoutTimes(golden), withoutTimes(client.call("snapshot", "{'facts':true}")));
    }
  }

  @Test
  void theGoldenPatchIsWhatTheCoreSaysOfTheDemoScreenWithAnotherName() throws Exception {
    try (TestServer server = new TestServer();
        TestClient client = server.connect()) {
      DemoScreen.show(server.phone);
      Map<?, ?> had = Windows.window(client.call("snapshot", "{'windows':[41]}"), 0);
      server.phone.focused.text = "Meier";
      String since = "{'windows':[41],'since':[{'window':41,'tree':'" + had.get("tree") + "'}]}";
      Object golden = json(Schema.PROTOCOL.resolve("golden/server/snapshot-patch.bin")).get("result");
      assertEquals(withoutTimes(golden), withoutTimes(client.call("snapshot", since)));
    }
  }

  /** Times, estimates and hashes differ each time. */
  private static Object withoutTimes(Object value) {
    if (value instanceof List) {
      return ((List<?>) value).stream().map(FramesTest::withoutTimes).collect(Collectors.toList());
    }
    if (!(value instanceof Map)) return value;
    Map<Object, Object> rest = new LinkedHashMap<>();
    for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
      boolean isTime = ((String) field.getKey()).matches(".*Ms|roundTrips|tree|base");
      if (!isTime) rest.put(field.getKey(), withoutTimes(field.getValue()));
    }
    return rest;
  }

  @TestFactory
  Collection<DynamicTest> everyHostileFrameIsRefusedWithoutHarm() throws Exception {
    Path file = Schema.PROTOCOL.resolve("hostile.json");
    List<?> cases = (List<?>) ((Map<?, ?>) JsonReader.read(Files.readAllBytes(file))).get("toServer");
    List<DynamicTest> tests = new ArrayList<>();
    for (Object one : cases) {
      Map<?, ?> hostile = (Map<?, ?>) one;
      tests.add(DynamicTest.dynamicTest((String) hostile.get("name"), () -> check(hostile)));
    }
    return tests;
  }

  private static void check(Map<?, ?> hostile) throws Exception {
    Map<?, ?> expected = (Map<?, ?>) hostile.get("expect");
    try (TestServer server = new TestServer();
        TestClient bystander = server.connect();
        TestClient client = new TestClient(server.port())) {
      if (hostile.get("when").equals("after hello")) client.hello();
      send(client, hostile);
      if (hostile.containsKey("thenEnd")) client.endOutput();
      if (expected.get("error") != null) {
        Map<?, ?> reply = client.read();
        assertNotNull(reply);
        assertEquals(expected.get("error"), ServerTest.error(reply).get("code"));
        assertEquals(!(Boolean) expected.get("connectionEnds"), reply.containsKey("id"));
      }
      if ((Boolean) expected.get("connectionEnds")) {
        assertNull(client.readBodyOrReset());
      } else {
        client.send("{'id':2,'method':'health'}");
        assertEquals(2L, client.read().get("id"));
      }
      bystander.call("health", "{}");
    }
  }

  private static void send(TestClient client, Map<?, ?> hostile) throws IOException {
    String hex = (String) hostile.get("bytes");
    if (hex == null) {
      client.sendBody(((String) hostile.get("body")).getBytes(StandardCharsets.UTF_8));
      return;
    }
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    client.sendRaw(bytes);
  }
}
