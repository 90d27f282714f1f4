package dev.fovea.service;

import android.app.Application;
import android.content.res.Configuration;
import android.hardware.display.DisplayManager;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.os.Process;
import dev.fovea.android.DisplayWatch;
import dev.fovea.android.LastResort;
import dev.fovea.android.Trouble;
import dev.fovea.core.event.UiEvent;

/**
 * Owns the socket, so that clients keep their connection while the service is unbound, and get SUPPRESSED until it is
 * bound again. The platform unbinds the service while another program holds a UiAutomation, and binds it again later in
 * this process.
 */
public final class FoveaApplication extends Application {
  private ServiceHost host;

  @Override
  public void onCreate() {
    super.onCreate();
    LastResort.install();
    host = new ServiceHost(HostDescription.of(Build.VERSION.SDK_INT, Process.myUid()));
    host.listen(Process.myUid());
    try {
      DisplayManager displays = (DisplayManager) getSystemService(DISPLAY_SERVICE);
      DisplayWatch.begin(displays, new Handler(Looper.getMainLooper()), host.events());
    } catch (RuntimeException e) {
      Trouble.report("displays are not watched", e);
    }
  }

  @Override
  public void onConfigurationChanged(Configuration configuration) {
    super.onConfigurationChanged(configuration);
    host.events().add(UiEvent.display());
  }

  ServiceHost host() {
    return host;
  }
}
