package dev.fovea.shell;

import android.content.AttributionSource;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.ContextWrapper;
import android.os.Build;
import dev.fovea.android.Trouble;

/** The system's context in the name of the shell's own package, which the platform checks against the caller's uid. */
final class ShellContext extends ContextWrapper {
  private static final String PACKAGE = "com.android.shell";
  private static final String SAMSUNG_CLIPBOARD = "semclipboard";

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
    if (Build.VERSION.SDK_INT < 31) return null;
    return AttributionApi31.of(PACKAGE);
  }

  /**
   * On Samsung phones, ClipboardManager writes to the clipboard, then asks its context for a second one. It throws
   * where the second one was made with the system's package.
   */
  @Override
  public Object getSystemService(String name) {
    Object service = super.getSystemService(name);
    if (service == null || !name.equals(SAMSUNG_CLIPBOARD)) return service;
    try {
      Hidden.setContext(service.getClass(), service, this);
    } catch (Hidden.HiddenException e) {
      Trouble.report("the second clipboard still has the system's context", e);
    }
    return service;
  }

  /** The clipboard; it keeps the context that it was made with, which is the system's. */
  ClipboardManager clipboard() throws Hidden.HiddenException {
    ClipboardManager manager = (ClipboardManager) getSystemService(Context.CLIPBOARD_SERVICE);
    Hidden.setContext(ClipboardManager.class, manager, this);
    return manager;
  }
}
