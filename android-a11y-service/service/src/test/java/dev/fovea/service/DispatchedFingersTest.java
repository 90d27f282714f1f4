package dev.fovea.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.accessibilityservice.AccessibilityService.GestureResultCallback;
import android.accessibilityservice.GestureDescription;
import android.accessibilityservice.GestureDescription.StrokeDescription;
import android.graphics.Path;
import android.os.Build;
import dev.fovea.core.input.FingerPath;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the framework is given for a gesture: its own GestureDescription, made of the double's paths. */
@Timeout(20)
class DispatchedFingersTest {
  private final List<GestureDescription> dispatched = new ArrayList<>();

  @AfterEach
  void newAndroid() {
    Build.VERSION.SDK_INT = 34;
  }

  /** A swipe of 200 ms to x 100 that then rests for 100 ms: two speeds, so two gestures. */
  private static GesturePlan swipeAndRest(int display) {
    FingerPath finger = new FingerPath(new float[] {0, 100, 100}, new float[] {5, 5, 5}, new int[] {0, 200, 300});
    return new GesturePlan(display, Arrays.asList(finger));
  }

  private boolean complete(GestureDescription gesture, GestureResultCallback callback) {
    dispatched.add(gesture);
    callback.onCompleted(gesture);
    return true;
  }

  private static String describe(StrokeDescription stroke) {
    StringBuilder text = new StringBuilder();
    Path path = stroke.getPath();
    for (float[] corner : path.corners) text.append((int) corner[0]).append(',').append((int) corner[1]).append(' ');
    return text.append(stroke.getStartTime()).append('+').append(stroke.getDuration()).toString();
  }

  private static ErrorCode failure(DispatchedFingers fingers, GesturePlan plan) {
    return assertThrows(WireException.class, () -> fingers.perform(plan)).code();
  }

  @Test
  void twoFingersAreTwoStrokesOfOneGesture() throws Exception {
    FingerPath one = new FingerPath(new float[] {50, 10}, new float[] {50, 50}, new int[] {0, 300});
    FingerPath other = new FingerPath(new float[] {60, 90}, new float[] {50, 50}, new int[] {20, 300});
    new DispatchedFingers(this::complete).perform(new GesturePlan(0, Arrays.asList(one, other)));
    assertEquals(1, dispatched.size());
    GestureDescription gesture = dispatched.get(0);
    assertEquals(2, gesture.getStrokeCount());
    assertEquals("50,50 10,50 0+300", describe(gesture.getStroke(0)));
    assertEquals("60,50 90,50 20+280", describe(gesture.getStroke(1)));
    assertFalse(gesture.getStroke(0).willContinue());
  }

  @Test
  void aChangeOfSpeedContinuesTheStrokeInAnotherGesture() throws Exception {
    new DispatchedFingers(this::complete).perform(swipeAndRest(0));
    assertEquals(2, dispatched.size());
    StrokeDescription first = dispatched.get(0).getStroke(0);
    StrokeDescription second = dispatched.get(1).getStroke(0);
    assertEquals("0,5 100,5 0+200", describe(first));
    assertEquals("100,5 100,5 0+100", describe(second));
    assertTrue(first.willContinue());
    assertFalse(second.willContinue());
    assertEquals(first.getId(), second.getContinuedStrokeId());
  }

  /** Skia's end of a line from one float to another. */
  private static float end(float from, float to) {
    return from + (to - from) * 1f;
  }

  @Test
  void aContinuedStrokeBeginsAtExactlyTheFloatsAtWhichTheOneBeforeEnds() throws Exception {
    Random random = new Random(3);
    for (int round = 0; round < 500; round++) {
      float[] xs = {random.nextFloat() * 1440, random.nextFloat() * 1440, random.nextFloat() * 1440};
      float[] ys = {random.nextFloat() * 3200, random.nextFloat() * 3200, random.nextFloat() * 3200};
      dispatched.clear();
      new DispatchedFingers(this::complete)
          .perform(new GesturePlan(0, Arrays.asList(new FingerPath(xs, ys, new int[] {0, 7, 2_000}))));
      if (dispatched.size() < 2) continue; // one speed by chance
      float[] from = dispatched.get(0).getStroke(0).getPath().corners.get(0);
      float[] to = dispatched.get(0).getStroke(0).getPath().corners.get(1);
      float[] next = dispatched.get(1).getStroke(0).getPath().corners.get(0);
      assertEquals(end(from[0], to[0]), next[0], "x of round " + round);
      assertEquals(end(from[1], to[1]), next[1], "y of round " + round);
      assertEquals(xs[1], next[0], 0.125);
      assertTrue(next[0] <= xs[1], "never beyond the display's edge");
    }
  }

  @Test
  void aTouchOfTheUserEndsItAndNothingFollows() {
    DispatchedFingers fingers =
        new DispatchedFingers(
            (gesture, callback) -> {
              dispatched.add(gesture);
              callback.onCancelled(gesture);
              return true;
            });
    assertEquals(ErrorCode.GESTURE_CANCELLED, failure(fingers, swipeAndRest(0)));
    assertEquals(1, dispatched.size());
  }

  @Test
  void aRefusedGestureIsUnsupported() {
    assertEquals(ErrorCode.UNSUPPORTED, failure(new DispatchedFingers((gesture, callback) -> false), swipeAndRest(0)));
  }

  @Test
  void aGestureThatIsGivenUpLeavesNoFingerOnTheScreen() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    DispatchedFingers fingers =
        new DispatchedFingers(
            (gesture, callback) -> {
              dispatched.add(gesture);
              begun.countDown();
              return true;
            });
    Thread performing =
        new Thread(() -> assertThrows(InterruptedException.class, () -> fingers.perform(swipeAndRest(0))));
    performing.start();
    begun.await();
    performing.interrupt();
    performing.join();
    assertEquals(2, dispatched.size());
    StrokeDescription lift = dispatched.get(1).getStroke(0);
    assertEquals(dispatched.get(0).getStroke(0).getId(), lift.getContinuedStrokeId());
    assertEquals("100,5 100,5 0+1", describe(lift));
    assertFalse(lift.willContinue());
  }

  @Test
  void gesturesOnOtherDisplaysNeedAndroid11() throws Exception {
    DispatchedFingers fingers = new DispatchedFingers(this::complete);
    fingers.perform(swipeAndRest(2));
    assertEquals(2, dispatched.get(0).getDisplayId());
    assertEquals(2, dispatched.get(1).getDisplayId());
    Build.VERSION.SDK_INT = 29;
    assertEquals(ErrorCode.UNSUPPORTED, failure(fingers, swipeAndRest(2)));
  }
}
