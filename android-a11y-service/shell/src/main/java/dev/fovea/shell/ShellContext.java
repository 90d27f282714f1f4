package dev.fovea.shell;

import android.content.AttributionSource;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.ContextWrapper;
import android.os.Build;

/** The system's context in the name of the shell's own package, which the platform checks against the caller's uid. */
final class ShellContext extends ContextWrapper {
  private static final String PACKAGE = "com.android.shell";

  ShellContext(Context system) {
    super(system);
  }

  @Override
  public String getPackageName() {
    return PACKAGE;
  }

  /** Public from API 29 on, called below too. */
  @Override
  public String getOpPackageName() {
    return PACKAGE;
  }

  @Override
  public Context getApplicationContext() {
    return this;
  }

  /** Called from API 31 on. */
  @Override
  public AttributionSource getAttributionSource() {
    return Build.VERSION.SDK_INT >= 31 ? AttributionApi31.of(PACKAGE) : null;
  }

  /** The clipboard; it keeps the context that it was made with, which is the system's. */
  ClipboardManager clipboard() throws Hidden.HiddenException {
    ClipboardManager manager = (ClipboardManager) getSystemService(Context.CLIPBOARD_SERVICE);
    Hidden.setContext(manager, this);
    return manager;
  }
}
