package dev.fovea.core.server;

import java.io.InputStream;
import java.io.OutputStream;

/** The stream of one client, opened after the check that the client may connect. */
public interface Transport {
  InputStream in();

  OutputStream out();

  /** Ends both directions at once, so that blocked reads and writes return; safe to call twice, on any thread. */
  void close();
}
