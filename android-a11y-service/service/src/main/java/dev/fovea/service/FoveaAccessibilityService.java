package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.content.ClipboardManager;
import android.content.Intent;
import android.view.accessibility.AccessibilityEvent;
import dev.fovea.android.AndroidPlatform;
import dev.fovea.android.Clipboard;
import dev.fovea.android.EventAdapter;
import dev.fovea.android.FactsReader;
import dev.fovea.android.Trouble;
import java.io.FileDescriptor;
import java.io.PrintWriter;

/** Hands the accessibility connection and its events to the core. Nothing that it is called for may throw. */
public final class FoveaAccessibilityService extends AccessibilityService {
  @Override
  protected void onServiceConnected() {
    try {
      ServiceConnection connection = new ServiceConnection(this);
      ClipboardManager clipboard = (ClipboardManager) getSystemService(CLIPBOARD_SERVICE);
      host()
          .connected(
              this,
              new AndroidPlatform(
                  connection,
                  new FactsReader(this, true),
                  new DispatchedFingers(connection),
                  new ServiceCamera(this, host().screenshotIntervalMs()),
                  new ServiceKeyboard(this),
                  new Clipboard(clipboard)));
    } catch (RuntimeException e) {
      Trouble.report("the service cannot start", e);
    }
  }

  @Override
  public void onAccessibilityEvent(AccessibilityEvent event) {
    try {
      host().events().add(EventAdapter.of(event));
    } catch (RuntimeException e) {
      Trouble.report("an event is lost", e);
    }
  }

  @Override
  public void onInterrupt() {}

  @Override
  public boolean onUnbind(Intent intent) {
    host().disconnected(this);
    return false;
  }

  @Override
  public void onDestroy() {
    host().disconnected(this);
    super.onDestroy();
  }

  @Override
  protected void dump(FileDescriptor file, PrintWriter out, String[] args) {
    host().dump(out);
  }

  private ServiceHost host() {
    return ((FoveaApplication) getApplication()).host();
  }
}
