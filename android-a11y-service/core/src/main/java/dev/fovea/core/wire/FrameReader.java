package dev.fovea.core.wire;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream into frames: a big-endian u32 with the body's length, then the body. */
public final class FrameReader {
  private static final int CHUNK = 64 * 1024;

  private final DataInputStream in;
  private final int maxBytes;

  public FrameReader(InputStream in, int maxBytes) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.maxBytes = maxBytes;
  }

  /**
   * The next body; null where the stream ended between frames. The length is checked before anything is allocated, and
   * memory grows with the bytes that arrive, so that a mere promise of bytes costs nothing.
   *
   * @throws WireException BAD_FRAME for a length of 0 or beyond the limit
   * @throws EOFException where the stream ended within a frame
   */
  public byte[] next() throws IOException, WireException {
    int first = in.read();
    if (first < 0) return null;
    long length = (long) first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
    if (length == 0) throw new WireException(ErrorCode.BAD_FRAME, "an empty frame");
    if (length > maxBytes) {
      throw new WireException(ErrorCode.BAD_FRAME, "a frame of " + length + " bytes; the limit is " + maxBytes);
    }
    return body((int) length);
  }

  private byte[] body(int length) throws IOException {
    byte[] body = new byte[Math.min(length, CHUNK)];
    int read = 0;
    while (read < length) {
      if (read == body.length) body = Arrays.copyOf(body, Math.min(length, body.length * 2));
      int count = in.read(body, read, body.length - read);
      if (count < 0) throw new EOFException("the stream ended within a frame");
      read += count;
    }
    return body;
  }
}
