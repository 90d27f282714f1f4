package dev.fovea.core.methods;

/** The caller that waits for a method's result. */
public interface Caller {
  /** The version of the protocol that it agreed on. */
  int version();

  /**
   * Says that the device is about to be changed. From here on a timeout or a cancel is answered with "it may have
   * happened".
   *
   * @throws InterruptedException where nobody waits any more: the act must not be done. An interrupt of the thread
   *     alone would not do, as the framework's own waits swallow it.
   */
  void beginAct() throws InterruptedException;
}
