package dev.fovea.core.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A plan as the motion events that a touch screen would send, for a host that injects events itself. */
public final class PointerEvents {
  /** Touch screens report at 120 Hz and more. */
  private static final int STEP_MS = 8;

  /** What happened; the order is that of events at the same time. */
  public enum Kind {
    UP,
    MOVE,
    DOWN
  }

  /** One event: every finger on the screen is in it, one of them is its cause. */
  public static final class Event {
    public final int timeMs;
    public final Kind kind;
    /** Place in {@link #fingers} of the one that came or goes; 0 for a move. */
    public final int cause;
    /** Places in the plan of the fingers that are down, the one that goes still among them. */
    public final int[] fingers;
    /** Pointer ids of these fingers: as with a touch screen, a finger gets the lowest that is free when it comes. */
    public final int[] ids;
    public final float[] xs;
    public final float[] ys;

    Event(int timeMs, Kind kind, int cause, int[] fingers, int[] ids, float[] xs, float[] ys) {
      this.timeMs = timeMs;
      this.kind = kind;
      this.cause = cause;
      this.fingers = fingers;
      this.ids = ids;
      this.xs = xs;
      this.ys = ys;
    }

    /** The fingers that are down after it, where they are then, as a move; none after the last one's lift. */
    public Event after() {
      boolean isLift = kind == Kind.UP;
      int count = fingers.length - (isLift ? 1 : 0);
      Event after = new Event(timeMs, Kind.MOVE, 0, new int[count], new int[count], new float[count], new float[count]);
      for (int i = 0, at = 0; i < fingers.length; i++) {
        if (isLift && i == cause) continue;
        after.fingers[at] = fingers[i];
        after.ids[at] = ids[i];
        after.xs[at] = xs[i];
        after.ys[at++] = ys[i];
      }
      return after;
    }
  }

  private final GesturePlan plan;
  /** Pointer ids by finger; meant for those that are down. */
  private final int[] ids;
  private final List<Integer> down = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();

  private PointerEvents(GesturePlan plan) {
    this.plan = plan;
    ids = new int[plan.fingers.size()];
  }

  /** The events in the order in which they are to be injected. */
  public static List<Event> of(GesturePlan plan) {
    return new PointerEvents(plan).all();
  }

  private List<Event> all() {
    TreeSet<Integer> times = new TreeSet<>();
    for (FingerPath finger : plan.fingers) {
      for (int i = 0; i < finger.corners(); i++) times.add(finger.timeMs(i));
      for (int time = finger.downMs(); time < finger.upMs(); time += STEP_MS) times.add(time);
    }
    for (int time : times) at(time);
    return Collections.unmodifiableList(events);
  }

  private void at(int time) {
    List<Integer> fingersDown = new ArrayList<>(down);
    if (!fingersDown.isEmpty()) add(time, Kind.MOVE, 0);
    for (Integer finger : fingersDown) {
      if (plan.fingers.get(finger).upMs() != time) continue;
      add(time, Kind.UP, down.indexOf(finger));
      down.remove(finger);
    }
    for (int i = 0; i < plan.fingers.size(); i++) {
      if (plan.fingers.get(i).downMs() != time) continue;
      ids[i] = freeId();
      down.add(i);
      Collections.sort(down);
      add(time, Kind.DOWN, down.indexOf(i));
    }
  }

  private int freeId() {
    Set<Integer> taken = new HashSet<>();
    for (Integer finger : down) taken.add(ids[finger]);
    int id = 0;
    while (taken.contains(id)) id++;
    return id;
  }

  private void add(int time, Kind kind, int cause) {
    int[] fingers = new int[down.size()];
    int[] idsDown = new int[fingers.length];
    float[] xs = new float[fingers.length];
    float[] ys = new float[fingers.length];
    for (int i = 0; i < fingers.length; i++) {
      fingers[i] = down.get(i);
      idsDown[i] = ids[fingers[i]];
      xs[i] = plan.fingers.get(fingers[i]).xAt(time);
      ys[i] = plan.fingers.get(fingers[i]).yAt(time);
    }
    events.add(new Event(time, kind, cause, fingers, idsDown, xs, ys));
  }
}
