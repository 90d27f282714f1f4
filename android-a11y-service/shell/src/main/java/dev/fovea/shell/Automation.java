package dev.fovea.shell;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.os.Build;
import android.os.Looper;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.android.Connection;
import dev.fovea.android.EventAdapter;
import dev.fovea.android.Trouble;
import dev.fovea.core.event.EventRing;
import java.util.List;

/** The device's only UiAutomation, held until the process ends, without suppressing the accessibility services. */
final class Automation implements Connection {
  final UiAutomation automation;

  private Automation(UiAutomation automation) {
    this.automation = automation;
  }

  /**
   * @param looper of a thread that runs: the platform's answers come in there
   * @throws StartFailure UIAUTOMATION_BUSY where another program holds it, UNSUPPORTED, INTERNAL
   */
  static Automation connect(Looper looper, EventRing events) throws StartFailure {
    try {
      UiAutomation automation = Hidden.uiAutomation(looper);
      Hidden.connect(automation, UiAutomation.FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES);
      Automation connected = new Automation(automation);
      connected.begin(events);
      return connected;
    } catch (Hidden.HiddenException e) {
      throw new StartFailure(StartFailure.Code.UNSUPPORTED, e.getMessage(), e);
    } catch (IllegalStateException e) {
      if (!isTaken(e)) throw internal(e);
      throw new StartFailure(StartFailure.Code.UIAUTOMATION_BUSY, "another program holds the device's UiAutomation", e);
    } catch (RuntimeException e) {
      throw internal(e);
    }
  }

  private static StartFailure internal(RuntimeException e) {
    return new StartFailure(StartFailure.Code.INTERNAL, "the UiAutomation cannot be connected", e);
  }

  /** UiAutomationManager: "UiAutomationService … already registered!". */
  static boolean isTaken(IllegalStateException e) {
    return e.getMessage() != null && e.getMessage().contains("already registered");
  }

  @Override
  public List<AccessibilityWindowInfo> windows() {
    return automation.getWindows();
  }

  @Override
  public SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays() {
    return AutomationApi30.windowsOnAllDisplays(automation);
  }

  @Override
  public AccessibilityNodeInfo findFocus(int focus) {
    return automation.findFocus(focus);
  }

  /** Below API 34 setServiceInfo does it, before all else. */
  @Override
  public void clearCache() {
    if (Build.VERSION.SDK_INT >= 34) {
      AutomationApi34.clearCache(automation);
      return;
    }
    AccessibilityServiceInfo info = automation.getServiceInfo();
    if (info != null) automation.setServiceInfo(info);
  }

  @Override
  public boolean performGlobalAction(int id) {
    return automation.performGlobalAction(id);
  }

  /** The platform's own description lacks the windows, and asks for every event already. */
  private void begin(final EventRing events) {
    AccessibilityServiceInfo info = automation.getServiceInfo();
    info.flags |=
        AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS
            | AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS
            | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS;
    info.notificationTimeout = 0;
    automation.setOnAccessibilityEventListener(
        new UiAutomation.OnAccessibilityEventListener() {
          @Override
          public void onAccessibilityEvent(AccessibilityEvent event) {
            try {
              events.add(EventAdapter.of(event));
            } catch (RuntimeException e) {
              Trouble.report("an event is lost", e);
            }
          }
        });
    automation.setServiceInfo(info);
  }
}
