package dev.fovea.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import android.content.Context;
import android.content.ContextWrapper;
import org.junit.jupiter.api.Test;

/** In whose name the platform's managers ask. */
class ShellContextTest {
  /** As Samsung's SemClipboardManager: made for the system's context, and keeping it. */
  private static final class Manager {
    private Context mContext;
  }

  /** A manager that keeps no context. */
  private static final class Plain {}

  private static ShellContext with(Object service) {
    return new ShellContext(
        new ContextWrapper(null) {
          @Override
          public Object getSystemService(String name) {
            return service;
          }
        });
  }

  @Test
  void thePackageIsTheShells() {
    ShellContext context = with(null);
    assertEquals("com.android.shell", context.getPackageName());
    assertEquals("com.android.shell", context.getOpPackageName());
    assertSame(context, context.getApplicationContext());
  }

  @Test
  void theSecondClipboardOfSamsungGetsTheContextOfTheShell() {
    Manager manager = new Manager();
    ShellContext context = with(manager);
    assertSame(manager, context.getSystemService("semclipboard"));
    assertSame(context, manager.mContext);
  }

  @Test
  void otherManagersKeepTheSystemsContext() {
    Manager manager = new Manager();
    assertSame(manager, with(manager).getSystemService("power"));
    assertNull(manager.mContext);
  }

  @Test
  void aManagerThatKeepsNoContextIsLeftAsItIs() {
    Plain plain = new Plain();
    assertSame(plain, with(plain).getSystemService("semclipboard"));
    assertNull(with(null).getSystemService("semclipboard"));
  }
}
