package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.AccessibilityServiceInfo;
import android.os.Build;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.android.Connection;
import java.util.List;

/** What the service asks of the accessibility manager. */
final class ServiceConnection implements Connection {
  private final AccessibilityService service;

  ServiceConnection(AccessibilityService service) {
    this.service = service;
  }

  @Override
  public List<AccessibilityWindowInfo> windows() {
    return service.getWindows();
  }

  @Override
  public SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays() {
    return ServiceApi30.windowsOnAllDisplays(service);
  }

  @Override
  public AccessibilityNodeInfo findFocus(int focus) {
    return service.findFocus(focus);
  }

  /** Below API 33 to hand in the service's own description is what drops the cache (sendServiceInfo ends with it). */
  @Override
  public void clearCache() {
    if (Build.VERSION.SDK_INT >= 33) {
      ServiceApi33.clearCache(service);
      return;
    }
    AccessibilityServiceInfo info = service.getServiceInfo();
    if (info != null) service.setServiceInfo(info);
  }

  @Override
  public boolean performGlobalAction(int id) {
    return service.performGlobalAction(id);
  }
}
