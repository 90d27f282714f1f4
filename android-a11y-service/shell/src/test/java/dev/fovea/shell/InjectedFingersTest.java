package dev.fovea.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.view.MotionEvent;
import dev.fovea.core.Uptime;
import dev.fovea.core.input.FingerPath;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.input.PointerEvents;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Gestures as a touch screen would report them. */
@Timeout(20)
class InjectedFingersTest {
  private final List<String> events = new ArrayList<>();
  private final List<Long> downs = new ArrayList<>();

  /** Takes events until it was given so many. */
  private InjectedFingers.Screen screen(int most, CountDownLatch begun) {
    return new InjectedFingers.Screen() {
      @Override
      public boolean inject(PointerEvents.Event event, int displayId, long downMs) {
        begun.countDown();
        if (events.size() >= most) return false;
        downs.add(downMs);
        events.add(MotionEvent.actionToString(TouchScreen.action(event)));
        return true;
      }

      @Override
      public void cancel(PointerEvents.Event last, int displayId, long downMs) {
        events.add("cancel of " + last.fingers.length);
      }
    };
  }

  private InjectedFingers fingers(int most) {
    return new InjectedFingers(screen(most, new CountDownLatch(1)));
  }

  private static FingerPath resting(float x, int fromMs, int toMs) {
    return new FingerPath(new float[] {x, x}, new float[] {9, 9}, new int[] {fromMs, toMs});
  }

  private static GesturePlan plan(FingerPath... fingers) {
    return new GesturePlan(0, Arrays.asList(fingers));
  }

  private List<String> withoutMoves() {
    List<String> some = new ArrayList<>(events);
    some.removeIf(event -> event.equals("ACTION_MOVE"));
    return some;
  }

  @Test
  void aCancelHasTheFingersThatAreDownAndNotTheOneThatWasLifted() {
    FingerPath[] two = {resting(10, 0, 20), resting(20, 0, 60)};
    int untilTheLift = 0;
    for (PointerEvents.Event event : PointerEvents.of(plan(two))) {
      untilTheLift++;
      if (event.kind == PointerEvents.Kind.UP) break;
    }
    int most = untilTheLift;
    assertThrows(WireException.class, () -> fingers(most).perform(plan(two)));
    assertEquals("cancel of 1", events.get(events.size() - 1));
  }

  @Test
  void aPinchIsTwoPointersThatComeAndGoOneByOne() throws Exception {
    long before = Uptime.ms();
    fingers(1000).perform(plan(resting(10, 0, 40), resting(20, 8, 32)));
    assertEquals(
        Arrays.asList("ACTION_DOWN", "ACTION_POINTER_DOWN(1)", "ACTION_POINTER_UP(1)", "ACTION_UP"), withoutMoves());
    assertTrue(events.contains("ACTION_MOVE"));
    assertTrue(Uptime.ms() - before >= 40);
    assertEquals(1, new TreeSet<>(downs).size());
  }

  @Test
  void thePointerThatLeavesIsNamedByItsPlace() throws Exception {
    fingers(1000).perform(plan(resting(10, 0, 20), resting(20, 0, 40)));
    assertEquals(
        Arrays.asList("ACTION_DOWN", "ACTION_POINTER_DOWN(1)", "ACTION_POINTER_UP(0)", "ACTION_UP"), withoutMoves());
  }

  @Test
  void theSecondTapOfTwoHasATimeOfItsOwn() throws Exception {
    fingers(1000).perform(plan(resting(10, 0, 10), resting(10, 50, 60)));
    assertEquals(Arrays.asList("ACTION_DOWN", "ACTION_UP", "ACTION_DOWN", "ACTION_UP"), withoutMoves());
    TreeSet<Long> times = new TreeSet<>(downs);
    assertEquals(2, times.size());
    assertTrue(times.last() - times.first() >= 49);
  }

  @Test
  void aRefusedFirstTouchIsUnsupported() {
    WireException e = assertThrows(WireException.class, () -> fingers(0).perform(plan(resting(10, 0, 40))));
    assertEquals(ErrorCode.UNSUPPORTED, e.code());
    assertEquals(0, events.size());
  }

  @Test
  void aGestureThatIsRefusedHalfwayIsTakenBack() {
    WireException e = assertThrows(WireException.class, () -> fingers(2).perform(plan(resting(10, 0, 40))));
    assertEquals(ErrorCode.GESTURE_CANCELLED, e.code());
    assertEquals(Arrays.asList("ACTION_DOWN", "ACTION_MOVE", "cancel of 1"), events);
  }

  @Test
  void aGestureThatIsGivenUpIsTakenBack() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    InjectedFingers fingers = new InjectedFingers(screen(100_000, begun));
    Thread performing =
        new Thread(() -> assertThrows(InterruptedException.class, () -> fingers.perform(plan(resting(10, 0, 50_000)))));
    performing.start();
    begun.await();
    performing.interrupt();
    performing.join();
    assertEquals("cancel of 1", events.get(events.size() - 1));
  }
}
