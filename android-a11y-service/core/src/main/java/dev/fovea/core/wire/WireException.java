package dev.fovea.core.wire;

/** A failure with a code of the protocol. The message goes over the wire and never quotes what the screen shows. */
public final class WireException extends Exception {
  private final ErrorCode code;
  private final boolean mayHaveHappened;

  public WireException(ErrorCode code, String message) {
    this(code, message, false);
  }

  /** @param mayHaveHappened whether the device may have done something of what was asked */
  public WireException(ErrorCode code, String message, boolean mayHaveHappened) {
    super(message);
    this.code = code;
    this.mayHaveHappened = mayHaveHappened;
  }

  public static WireException invalid(String message) {
    return new WireException(ErrorCode.INVALID_REQUEST, message);
  }

  public static WireException unsupported(String message) {
    return new WireException(ErrorCode.UNSUPPORTED, message);
  }

  public ErrorCode code() {
    return code;
  }

  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }

  /** The same failure of something that was begun. */
  public WireException begun() {
    return new WireException(code, getMessage(), true);
  }
}
