package dev.fovea.core.server;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.methods.Caller;
import dev.fovea.core.methods.Method;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.concurrent.Future;

/** One request from its arrival to its one answer: a result, an error, a timeout or a cancel, whichever comes first. */
final class Call implements Runnable, Caller {
  final long id;
  private final Connection connection;
  private final Method method;
  private final Args params;

  // Guarded by this.
  private boolean isAnswered;
  private boolean isActBegun;
  private Thread worker;
  private Future<?> timeout;

  Call(Connection connection, long id, Method method, Args params) {
    this.connection = connection;
    this.id = id;
    this.method = method;
    this.params = params;
  }

  /** Kept to be stopped with the answer. */
  synchronized void setTimeout(Future<?> future) {
    timeout = future;
    if (isAnswered) future.cancel(false);
  }

  @Override
  public void run() {
    try {
      if (begin()) answer();
    } finally {
      end();
      connection.finished(this);
    }
  }

  /** Answers with a failure, and stops the work as far as it can be stopped. Nothing where there is an answer. */
  void fail(ErrorCode code, String message) {
    boolean mayHaveHappened;
    synchronized (this) {
      mayHaveHappened = isActBegun;
      if (!claimAnswer()) return;
      if (worker != null) worker.interrupt();
    }
    connection.send(Frames.error(id, new WireException(code, message, mayHaveHappened)));
  }

  @Override
  public int version() {
    return connection.version();
  }

  @Override
  public synchronized void beginAct() throws InterruptedException {
    if (isAnswered) throw new InterruptedException();
    isActBegun = true;
  }

  private synchronized boolean begin() {
    worker = Thread.currentThread();
    return !isAnswered;
  }

  /** The interrupt of a late cancel must not reach the thread's next task. */
  private synchronized void end() {
    worker = null;
    Thread.interrupted();
  }

  private void answer() {
    byte[][] frames;
    try {
      JsonWriter reply = Frames.beginResult(id);
      byte[] attachment = method.run(params, reply, this);
      frames = Frames.endResult(reply, attachment);
    } catch (WireException e) {
      frames = new byte[][] {Frames.error(id, e)};
    } catch (InterruptedException e) {
      frames = new byte[][] {Frames.error(id, failure(ErrorCode.CANCELLED, "the work was interrupted"))};
    } catch (RuntimeException | Error e) {
      // An uncaught error would end the whole app; a missing API gives a linkage error. The answer has only its class:
      // a framework's message may quote what the screen shows.
      frames = new byte[][] {Frames.error(id, failure(ErrorCode.INTERNAL, e.getClass().getName()))};
    }
    connection.finished(this); // before the answer, which may bring the next request at once
    if (claimAnswer()) connection.send(frames);
  }

  private synchronized WireException failure(ErrorCode code, String message) {
    return new WireException(code, message, isActBegun);
  }

  private synchronized boolean claimAnswer() {
    if (isAnswered) return false;
    isAnswered = true;
    if (timeout != null) timeout.cancel(false);
    return true;
  }
}
