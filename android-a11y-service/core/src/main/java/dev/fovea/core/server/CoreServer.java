package dev.fovea.core.server;

import dev.fovea.core.methods.Engine;
import dev.fovea.core.methods.Method;
import dev.fovea.core.methods.Methods;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.wire.Limits;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The core as a host uses it: {@link #engine} takes the accessibility connection and the events, {@link #serve} speaks
 * to one client. It outlives the connection: while there is none, clients get SUPPRESSED.
 */
public final class CoreServer {
  private static final int CHECK_MS = 250;
  /**
   * Threads that stay. For each thread that ever asked for a node, the framework keeps an object with a binder until
   * the process ends (AccessibilityInteractionClient.sClients, API 24 to 36). So the same threads are used again.
   */
  private static final int THREADS_KEPT = 24;

  /** Names one life of the process: event numbers and trees of another one mean nothing. */
  final String epoch = Long.toHexString(new SecureRandom().nextLong() | Long.MIN_VALUE);
  final Map<String, Method> methods;
  final int helloMs;
  final int stalledMs;

  private final Engine engine;
  private final ExecutorService workers =
      new ThreadPoolExecutor(
          THREADS_KEPT,
          Integer.MAX_VALUE,
          60,
          TimeUnit.SECONDS,
          new SynchronousQueue<Runnable>(),
          new DaemonThreads("fovea-worker"));
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, new DaemonThreads("fovea-timer"));
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

  public CoreServer(HostInfo host) {
    this(host, Limits.HELLO_MS, Limits.STALLED_MS);
  }

  /** With a client's times to say hello and to take a byte; tests are impatient. */
  CoreServer(HostInfo host, int helloMs, int stalledMs) {
    this.helloMs = helloMs;
    this.stalledMs = stalledMs;
    engine = new Engine(host, workers);
    methods = Methods.of(engine);
    timer.setRemoveOnCancelPolicy(true);
    timer.scheduleWithFixedDelay(new CheckClients(), CHECK_MS, CHECK_MS, TimeUnit.MILLISECONDS);
  }

  /** The epoch of the hello: by it a host recognises the process that it is connected to. */
  public String epoch() {
    return epoch;
  }

  public Engine engine() {
    return engine;
  }

  /** Serves one client until it is gone; returns then, the transport closed. Call it on a thread of its own. */
  public void serve(Transport transport) {
    Connection connection = new Connection(this, transport);
    connections.add(connection);
    try {
      connection.serve(connections.size() <= Limits.CLIENTS);
    } finally {
      connections.remove(connection);
    }
  }

  /** Ends every connection and every thread. */
  public void close() {
    for (Connection connection : connections) connection.close();
    timer.shutdownNow();
    workers.shutdownNow();
  }

  public int clients() {
    return connections.size();
  }

  void execute(Runnable task) {
    workers.execute(task);
  }

  ScheduledFuture<?> after(int ms, Runnable task) {
    return timer.schedule(task, ms, TimeUnit.MILLISECONDS);
  }

  private final class CheckClients implements Runnable {
    @Override
    public void run() {
      for (Connection connection : connections) {
        try {
          connection.closeIfStuck();
        } catch (RuntimeException e) {
          // A transport that cannot be closed must not end the checks: the next one tries again.
        }
      }
    }
  }

  private static final class DaemonThreads implements ThreadFactory {
    private final AtomicInteger count = new AtomicInteger();
    private final String name;

    DaemonThreads(String name) {
      this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }
}
