package dev.fovea.shell;

import android.os.IBinder;
import android.os.RemoteException;

/** Notices the end of the process behind a binder. */
final class SystemWatch implements IBinder.DeathRecipient {
  private final Runnable then;

  private SystemWatch(Runnable then) {
    this.then = then;
  }

  /** Runs {@code then} when the process ends, at once where it has; nothing for null. */
  static void begin(IBinder binder, Runnable then) {
    if (binder == null) return;
    try {
      binder.linkToDeath(new SystemWatch(then), 0);
    } catch (RemoteException e) {
      then.run();
    }
  }

  @Override
  public void binderDied() {
    then.run();
  }
}
