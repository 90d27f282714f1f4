package dev.fovea.shell;

import android.content.AttributionSource;
import android.os.Process;

final class AttributionApi31 {
  private AttributionApi31() {}

  static AttributionSource of(String packageName) {
    return new AttributionSource.Builder(Process.myUid()).setPackageName(packageName).build();
  }
}
