package dev.fovea.core.server;

import java.io.InputStream;
import java.io.OutputStream;

/** One client's stream, after its peer was found to be allowed. */
public interface Transport {
  InputStream in();

  OutputStream out();

  /** Ends both directions at once, so that blocked reads and writes return; safe to call twice, on any thread. */
  void close();
}
