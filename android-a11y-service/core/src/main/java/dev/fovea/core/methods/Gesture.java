package dev.fovea.core.methods;

import dev.fovea.core.input.FingerPath;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.input.GesturePlanner;
import dev.fovea.core.input.StrokePhases;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.DisplayFacts;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;

/** Fingers on the screen. One gesture at a time: the platform would let a second one cancel the first. */
final class Gesture extends Method {
  private final Engine engine;

  Gesture(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    GesturePlan plan = GesturePlanner.plan(params, engine.host.maxStrokes);
    Platform platform = engine.platform(Capability.gestures);
    if (StrokePhases.of(plan).size() > 1) platform = engine.platform(Capability.continuedGestures);
    checkOnDisplay(plan, platform);
    long seq = perform(platform, plan, caller);
    result.beginObject().key("durationMs").value(plan.durationMs()).key("seq").value(seq).endObject();
    return null;
  }

  private long perform(Platform platform, GesturePlan plan, Caller caller) throws WireException, InterruptedException {
    engine.touching.lockInterruptibly();
    try {
      caller.beginAct();
      long seq = engine.events.lastSeq();
      platform.perform(plan);
      return seq;
    } catch (WireException e) {
      throw e.begun();
    } finally {
      engine.touching.unlock();
    }
  }

  private static void checkOnDisplay(GesturePlan plan, Platform platform) throws WireException {
    for (DisplayFacts display : platform.facts().displays) {
      if (display.id != plan.displayId) continue;
      for (FingerPath finger : plan.fingers) checkOnDisplay(finger, display);
      return;
    }
    throw WireException.invalid("there is no display " + plan.displayId);
  }

  private static void checkOnDisplay(FingerPath finger, DisplayFacts display) throws WireException {
    for (int i = 0; i < finger.corners(); i++) {
      if (finger.x(i) < display.widthPx && finger.y(i) < display.heightPx) continue;
      throw WireException.invalid("a point is outside the display's " + display.widthPx + "x" + display.heightPx);
    }
  }
}
