package dev.fovea.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fovea.core.json.JsonReader;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GestureTest {
  /** Apostrophes stand for quotes. */
  private static GesturePlan plan(String json) throws Exception {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return GesturePlanner.plan(Args.of("params", JsonReader.read(bytes)), 10);
  }

  @Test
  void aDoubleTapIsTwoTouchesInTime() throws Exception {
    GesturePlan plan = plan("{'kind':'doubleTap','x':5,'y':6,'gapMs':80}");
    assertEquals(2, plan.fingers.size());
    assertEquals(80, plan.fingers.get(1).downMs() - plan.fingers.get(0).upMs());
    assertEquals(1, StrokePhases.of(plan).size());
  }

  @Test
  void aSwipeTakesItsTimeFromItsSpeed() throws Exception {
    String swipe = "{'kind':'swipe','x':0,'y':0,'toX':300,'toY':400,";
    assertEquals(250, plan(swipe + "'velocity':2000}").durationMs());
    assertEquals(700, plan(swipe + "'durationMs':700}").durationMs());
    assertThrows(WireException.class, () -> plan(swipe + "'durationMs':700,'velocity':2000}"));
    assertThrows(WireException.class, () -> plan(swipe + "'velocity':1}"), "500 s are too long");
  }

  @Test
  void aSwipeThatRestsNeedsAStrokeThatGoesOn() throws Exception {
    List<List<StrokePhases.Stroke>> phases =
        StrokePhases.of(plan("{'kind':'swipe','x':0,'y':0,'toX':0,'toY':100,'durationMs':100,'holdMs':50}"));
    assertEquals(2, phases.size());
    StrokePhases.Stroke moving = phases.get(0).get(0);
    StrokePhases.Stroke resting = phases.get(1).get(0);
    assertTrue(!moving.isContinued && moving.willContinue && resting.isContinued && !resting.willContinue);
    assertEquals(100f, resting.path.y(0));
    assertEquals(0, resting.path.downMs());
    assertEquals(50, resting.path.upMs());
  }

  @Test
  void aPinchTurnsAndStaysOnTheScreen() throws Exception {
    GesturePlan plan = plan("{'kind':'pinch','x':500,'y':500,'fromSpan':200,'toSpan':400,'angle':90}");
    assertEquals(400f, plan.fingers.get(0).y(0), 0.01);
    assertEquals(700f, plan.fingers.get(1).y(1), 0.01);
    assertThrows(WireException.class, () -> plan("{'kind':'pinch','x':50,'y':500,'fromSpan':200,'toSpan':10}"));
  }

  @Test
  void whatAKindDoesNotKnowOrLacksIsRefused() {
    String[] wrong = {
      "{}", "{'kind':'wave','x':1,'y':1}", "{'kind':'tap','x':1}", "{'kind':'tap','x':1,'y':1,'toX':2}",
      "{'kind':'tap','x':-1,'y':1}", "{'kind':'tap','x':'1','y':1}", "{'kind':'doubleTap','x':1,'y':1,'gapMs':301}",
      "{'kind':'strokes'}", "{'kind':'strokes','strokes':[]}", "{'kind':'strokes','strokes':[[[1,1,0]]]}",
      "{'kind':'strokes','strokes':[[[1,1,0],[2,2,0]]]}", "{'kind':'strokes','strokes':[[[1,1,0],[2,2]]]}",
      "{'kind':'strokes','strokes':[[[1,1,0],[2,2,60001]]]}", "{'kind':'tap','x':null,'y':1}"
    };
    for (String json : wrong) assertThrows(WireException.class, () -> plan(json), json);
  }

  /** The gestures of a plan, put one after the other, and its events move every finger as the plan does. */
  @Test
  void anyStrokesAreCutWithoutLosingAnything() throws Exception {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      GesturePlan plan = new GesturePlan(0, fingers(random));
      checkPhases(plan);
      checkEvents(plan);
    }
  }

  private static List<FingerPath> fingers(Random random) {
    List<FingerPath> fingers = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int corners = 2 + random.nextInt(4);
      float[] xs = new float[corners];
      float[] ys = new float[corners];
      int[] times = new int[corners];
      for (int corner = 0; corner < corners; corner++) {
        xs[corner] = random.nextInt(1000);
        ys[corner] = random.nextInt(1000);
        times[corner] = (corner == 0 ? 0 : times[corner - 1] + 1) + random.nextInt(90);
      }
      fingers.add(new FingerPath(xs, ys, times));
    }
    return fingers;
  }

  private static void checkPhases(GesturePlan plan) {
    int[] reached = new int[plan.fingers.size()];
    for (int i = 0; i < reached.length; i++) reached[i] = plan.fingers.get(i).downMs();
    int begin = 0;
    for (List<StrokePhases.Stroke> phase : StrokePhases.of(plan)) {
      int end = begin;
      for (StrokePhases.Stroke stroke : phase) {
        FingerPath whole = plan.fingers.get(stroke.finger);
        assertEquals(reached[stroke.finger], begin + stroke.path.downMs());
        reached[stroke.finger] = begin + stroke.path.upMs();
        end = Math.max(end, reached[stroke.finger]);
        assertEquals(reached[stroke.finger] < whole.upMs(), stroke.willContinue);
        for (int time = stroke.path.downMs(); time <= stroke.path.upMs(); time += 7) {
          assertEquals(whole.xAt(begin + time), stroke.path.xAt(time), 0.1);
          assertEquals(whole.yAt(begin + time), stroke.path.yAt(time), 0.1);
        }
        for (int corner = 2; corner < stroke.path.corners(); corner++) {
          float before = stroke.path.speedAfter(corner - 2);
          assertEquals(before, stroke.path.speedAfter(corner - 1), 0.1 + before * 0.1);
        }
      }
      begin = end;
    }
    for (int i = 0; i < reached.length; i++) assertEquals(plan.fingers.get(i).upMs(), reached[i]);
  }

  @Test
  void aFingerGetsTheLowestPointerIdThatIsFree() {
    FingerPath first = FingerPath.resting(1, 1, 0, 50);
    FingerPath second = FingerPath.resting(2, 2, 100, 200);
    FingerPath third = FingerPath.resting(3, 3, 150, 200);
    GesturePlan plan = new GesturePlan(0, Arrays.asList(first, second, third));
    List<Integer> ids = new ArrayList<>();
    for (PointerEvents.Event event : PointerEvents.of(plan)) {
      if (event.kind == PointerEvents.Kind.DOWN) ids.add(event.ids[event.cause]);
    }
    assertEquals(Arrays.asList(0, 0, 1), ids);
  }

  private static void checkEvents(GesturePlan plan) {
    List<Integer> down = new ArrayList<>();
    Map<Integer, Integer> idOf = new HashMap<>();
    int lastTime = 0;
    for (PointerEvents.Event event : PointerEvents.of(plan)) {
      assertTrue(event.timeMs >= lastTime);
      lastTime = event.timeMs;
      for (int i = 0; i < event.fingers.length; i++) {
        assertEquals(plan.fingers.get(event.fingers[i]).xAt(event.timeMs), event.xs[i], 0.01);
      }
      Set<Integer> ids = new HashSet<>();
      for (int i = 0; i < event.fingers.length; i++) {
        assertTrue(ids.add(event.ids[i]), "no two fingers have one pointer id");
        Integer before = idOf.put(event.fingers[i], event.ids[i]);
        assertTrue(before == null || before == event.ids[i], "a finger keeps its pointer id");
      }
      Integer cause = event.fingers[event.cause];
      if (event.kind == PointerEvents.Kind.DOWN) assertTrue(down.add(cause));
      assertEquals(down.size(), event.fingers.length);
      if (event.kind == PointerEvents.Kind.UP) assertTrue(down.remove(cause));
    }
    assertTrue(down.isEmpty());
  }
}
