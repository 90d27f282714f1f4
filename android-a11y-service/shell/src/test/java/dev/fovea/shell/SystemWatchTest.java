package dev.fovea.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import android.os.DeadObjectException;
import android.os.IBinder;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The system server may restart while adbd, and with it this process, keeps running. */
class SystemWatchTest {
  private final List<IBinder.DeathRecipient> recipients = new ArrayList<>();
  private final AtomicInteger ends = new AtomicInteger();

  private IBinder binder(boolean isDead) {
    return (IBinder)
        Proxy.newProxyInstance(
            IBinder.class.getClassLoader(),
            new Class<?>[] {IBinder.class},
            (proxy, method, args) -> {
              if (isDead) throw new DeadObjectException();
              recipients.add((IBinder.DeathRecipient) args[0]);
              return null;
            });
  }

  @Test
  void theEndOfTheSystemIsTheEndOfThis() {
    SystemWatch.begin(binder(false), ends::incrementAndGet);
    assertEquals(0, ends.get());
    recipients.get(0).binderDied();
    assertEquals(1, ends.get());
  }

  @Test
  void aSystemThatHasEndedAlreadyIsNoticedAtOnce() {
    SystemWatch.begin(binder(true), ends::incrementAndGet);
    assertEquals(1, ends.get());
  }

  @Test
  void aServiceThatThisPhoneLacksIsNotWatched() {
    SystemWatch.begin(null, ends::incrementAndGet);
    assertEquals(0, ends.get());
  }
}
