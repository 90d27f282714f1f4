package dev.fovea.core.wire;

/** The limits of the protocol, as the server's hello announces them; they are the same in all versions. */
public final class Limits {
  /** All versions from 1 to this one are spoken. */
  public static final int PROTOCOL_VERSION = 3;
  /** From this version on a tree may be sent as its differences from one that the client has. */
  public static final int PATCHES_SINCE_VERSION = 2;
  /** From this version on a picture may be asked for in a size. */
  public static final int SIZES_SINCE_VERSION = 3;
  /** Largest body of a frame from the client, in bytes. */
  public static final int REQUEST_BYTES = 1024 * 1024;
  /** Largest body of a frame from the server, in bytes. */
  public static final int REPLY_BYTES = 32 * 1024 * 1024;
  /** Requests of one connection that may run at once. */
  public static final int REQUESTS_IN_FLIGHT = 16;
  public static final int CLIENTS = 4;
  /** Events that are kept; the oldest go first. */
  public static final int EVENTS_KEPT = 256;
  /** A client that said no hello for so long is cut off. */
  public static final int HELLO_MS = 5_000;
  /** A client that takes no byte for so long while some wait for it is cut off. */
  public static final int STALLED_MS = 10_000;
  public static final int REQUEST_TIMEOUT_MS = 10_000;
  public static final int MAX_REQUEST_TIMEOUT_MS = 120_000;

  private Limits() {}
}
