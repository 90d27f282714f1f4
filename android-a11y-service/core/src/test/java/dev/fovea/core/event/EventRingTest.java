package dev.fovea.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventRingTest {
  private final EventRing ring = new EventRing(4);

  private void change() {
    ring.add(UiEvent.of(EventType.content, 1, null, null, 1, null));
  }

  @Test
  void aScreenThatNeverChangedIsQuietAtOnce() throws Exception {
    assertNull(ring.quietMs());
    assertTrue(ring.awaitQuiet(10_000, 0));
  }

  @Test
  void afterAChangeTheScreenIsNotQuietAtOnce() throws Exception {
    change();
    assertFalse(ring.awaitQuiet(10_000, 0));
    assertTrue(ring.awaitQuiet(20, 10_000));
  }

  @Test
  void aReaderThatIsTooSlowLearnsHowManyEventsAreGone() {
    for (int count = 0; count < 10; count++) change();
    EventRing.Entry entry = ring.after(2);
    assertEquals(7, entry.seq);
    assertEquals(4, entry.missed);
    assertEquals(0, ring.after(6).missed);
    assertNull(ring.after(10).event);
  }
}
