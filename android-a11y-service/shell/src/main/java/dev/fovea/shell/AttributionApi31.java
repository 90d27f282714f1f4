package dev.fovea.shell;

import android.content.AttributionSource;
import android.os.Process;

final class AttributionApi31 {
  private AttributionApi31() {}

  /** The shell's, which the package belongs to, also where adbd made this process root: root may speak for others. */
  static AttributionSource of(String packageName) {
    return new AttributionSource.Builder(Process.SHELL_UID).setPackageName(packageName).build();
  }
}
