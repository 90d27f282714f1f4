package dev.fovea.shell;

import android.content.AttributionSource;
import android.os.Process;

final class AttributionApi31 {
  private AttributionApi31() {}

  /** Always the shell's uid, which owns the package. Where adbd runs as root, root may name another uid's package. */
  static AttributionSource of(String packageName) {
    return new AttributionSource.Builder(Process.SHELL_UID).setPackageName(packageName).build();
  }
}
