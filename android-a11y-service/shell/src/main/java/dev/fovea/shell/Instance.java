package dev.fovea.shell;

/** What {@link Session} starts, announces and ends. */
interface Instance {
  /** The line to announce. */
  String start() throws StartFailure;

  /** False where the line says that another instance is running: there is nothing to wait for. */
  boolean isOwn();

  /** Lets go of everything; safe after a failed start. */
  void stop();
}
