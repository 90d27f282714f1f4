package dev.fovea.shell;

/** Why the companion shell cannot start: a code for the program that started it, and a sentence for people. */
final class StartFailure extends Exception {
  enum Code {
    /** Another program, a test framework mostly, has the device's one UiAutomation. */
    UIAUTOMATION_BUSY,
    /** Another program, not a companion shell, already listens on the socket's name. */
    SOCKET,
    /** This phone's framework lacks something that is needed. */
    UNSUPPORTED,
    INTERNAL
  }

  final Code code;

  StartFailure(Code code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }
}
