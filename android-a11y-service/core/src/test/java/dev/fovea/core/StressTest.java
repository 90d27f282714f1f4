package dev.fovea.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StressTest {
  private static final String[][] REQUESTS = {
    {"snapshot", "{}"},
    {"snapshot", "{'basis':'events','facts':true}"},
    {"waitIdle", "{'quietMs':100,'timeoutMs':150}"},
    {"health", "{}"},
    {"gesture", "{'kind':'tap','x':1,'y':1}"},
    {"nodeAction", "{'target':{'focus':'input'},'action':'click'}"},
    {"subscribe", "{}"},
    {"snapshot", "{'nonsense':1}"},
  };

  @Test
  void whateverClientsAskAndCancelAtOnceEachRequestIsAnsweredOnce() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (TestServer server = new TestServer()) {
      DemoScreen.show(server.phone);
      List<Future<?>> clients = new ArrayList<>();
      for (int seed = 0; seed < 3; seed++) clients.add(threads.submit(client(server, new Random(seed))));
      for (int i = 0; !clients.stream().allMatch(Future::isDone); i++) {
        server.core.engine().events.add(UiEvent.of(EventType.content, i % 2 == 0 ? 7 : 41, null, null, 1, null));
        Thread.yield();
      }
      for (Future<?> client : clients) client.get();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> client(TestServer server, Random random) {
    return () -> {
      try (TestClient client = server.connect()) {
        Set<Object> unanswered = new HashSet<>();
        for (int i = 0; i < 300; i++) {
          String[] request = REQUESTS[random.nextInt(REQUESTS.length)];
          long id = client.request(request[0], request[1]);
          unanswered.add(id);
          if (random.nextInt(4) == 0) client.cancel(id - random.nextInt((int) Math.min(id, 5)));
          while (unanswered.size() > 10) answer(client, unanswered);
        }
        while (!unanswered.isEmpty()) answer(client, unanswered);
      }
      return null;
    };
  }

  private static void answer(TestClient client, Set<Object> unanswered) throws Exception {
    Map<?, ?> message = client.read();
    if (!message.containsKey("event")) assertTrue(unanswered.remove(message.get("id")), message.toString());
  }

  @Test
  void noFrameWithBrokenBytesHarmsTheServer() throws Exception {
    Random random = new Random(11);
    List<byte[]> frames = goldenRequests();
    try (TestServer server = new TestServer();
        TestClient bystander = server.connect()) {
      DemoScreen.show(server.phone);
      for (int round = 0; round < 400; round++) {
        byte[] frame = frames.get(random.nextInt(frames.size())).clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
          frame[4 + random.nextInt(frame.length - 4)] = (byte) random.nextInt();
        }
        try (TestClient client = server.connect()) {
          client.sendRaw(frame);
          client.endOutput();
          while (client.readBodyOrReset() != null) assertEquals("running", health(bystander));
        }
        while (server.core.clients() > 1) Thread.yield(); // a busy machine would be at the most clients otherwise
      }
      assertEquals("running", health(bystander));
    }
  }

  private static Object health(TestClient client) throws Exception {
    return client.call("health", "{}").get("state");
  }

  private static List<byte[]> goldenRequests() throws IOException {
    try (Stream<Path> files = Files.list(Schema.PROTOCOL.resolve("golden/client"))) {
      List<Path> paths = files.filter(file -> file.toString().endsWith(".bin")).sorted().collect(Collectors.toList());
      List<byte[]> frames = new ArrayList<>();
      for (Path path : paths) frames.add(Files.readAllBytes(path));
      return frames;
    }
  }
}
