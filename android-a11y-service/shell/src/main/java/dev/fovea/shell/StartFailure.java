package dev.fovea.shell;

/** Why the host cannot start, as one word for the program that started it and a sentence for people. */
final class StartFailure extends Exception {
  enum Code {
    /** Another program, a test framework mostly, has the device's one UiAutomation. */
    UIAUTOMATION_BUSY,
    /** The socket's name is taken, and not by a host of this kind. */
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
