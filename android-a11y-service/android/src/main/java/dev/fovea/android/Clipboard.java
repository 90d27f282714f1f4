package dev.fovea.android;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import dev.fovea.core.wire.WireException;

/** The clipboard of the device's user. */
public final class Clipboard {
  private static final String LABEL = "text";

  private final Context context;
  private final ClipboardManager manager;

  /** @param context whose package the platform checks */
  public Clipboard(Context context, ClipboardManager manager) {
    this.context = context;
    this.manager = manager;
  }

  /** Null where there is no text on it. */
  public String text() throws WireException {
    try {
      ClipData clip = manager.getPrimaryClip();
      if (clip == null || clip.getItemCount() == 0) return null;
      return Texts.of(clip.getItemAt(0).coerceToText(context));
    } catch (RuntimeException e) {
      throw refused("read", e);
    }
  }

  public void set(String text) throws WireException {
    try {
      manager.setPrimaryClip(ClipData.newPlainText(LABEL, text));
    } catch (RuntimeException e) {
      throw refused("written", e);
    }
  }

  private static WireException refused(String what, RuntimeException e) {
    Trouble.report("the clipboard cannot be " + what, e);
    return WireException.unsupported("the platform does not let the clipboard be " + what);
  }
}
