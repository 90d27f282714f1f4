package dev.fovea.core;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.methods.Caller;
import dev.fovea.core.methods.Engine;
import dev.fovea.core.methods.Methods;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.Limits;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Executor;

/** Prints how long a snapshot of a generated tree takes, walk and bytes and hash, without the wire. */
public final class SerialiserBenchmark {
  private static final int WARM_UP = 2_000;
  private static final int ROUNDS = 1_000;

  private static final Caller NOBODY =
      new Caller() {
        @Override
        public int version() {
          return Limits.PROTOCOL_VERSION;
        }

        @Override
        public void beginAct() {}
      };

  private SerialiserBenchmark() {}

  /** @param args numbers of nodes; 500 where absent */
  public static void main(String[] args) throws Exception {
    for (String count : args.length > 0 ? args : new String[] {"500"}) measure(Integer.parseInt(count));
  }

  private static void measure(int nodes) throws Exception {
    FakePlatform phone = new FakePlatform();
    phone.window(1, new TreeGenerator(1).tree(nodes));
    Executor sameThread = Runnable::run;
    Engine engine = new Engine(FakePlatform.host(), sameThread);
    engine.attach(phone);
    double[] times = new double[ROUNDS];
    int bytes = 0;
    double first = 0;
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      phone.done.clear();
      long startedAt = System.nanoTime();
      bytes = snapshot(engine);
      double ms = (System.nanoTime() - startedAt) / 1e6;
      if (i == -WARM_UP) first = ms;
      if (i >= 0) times[i] = ms;
    }
    Arrays.sort(times);
    System.out.printf(
        "%d nodes, %d bytes: p50 %.3f ms, p95 %.3f ms (first, cold: %.1f ms)%n",
        nodes, bytes, times[ROUNDS / 2], times[ROUNDS * 95 / 100], first);
  }

  private static int snapshot(Engine engine) throws Exception {
    JsonWriter out = new JsonWriter(4096);
    Args params = Args.of("params", Collections.singletonMap("budget", Collections.singletonMap("nodes", 20_000L)));
    Methods.of(engine).get("snapshot").run(params, out, NOBODY);
    return out.length();
  }
}
