package android.hardware;

/** A double: the framework's is in native code. */
public final class HardwareBuffer implements AutoCloseable {
  public volatile boolean isClosed;
  public boolean isReadable = true;

  @Override
  public void close() {
    isClosed = true;
  }
}
