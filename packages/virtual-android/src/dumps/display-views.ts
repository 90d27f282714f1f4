import type { ImeState } from "../ime-state.js";
import type {
  ActivityState,
  DisplayState,
  InsetsSourceState,
  PhoneState,
  TaskState,
  WindowState,
} from "../phone-state.js";

/** A display with its windows and tasks, in the same form for the default display and all others. */
export interface DisplayView {
  readonly display: DisplayState;
  readonly insets: readonly InsetsSourceState[];
  readonly windows: readonly WindowState[];
  readonly focusedWindow: WindowState | null;
  readonly focusedActivity: ActivityState | null;
  readonly tasks: readonly TaskState[];
  /** Null for a display that never shows an input method. */
  readonly ime: ImeState | null;
}

/** The default display, which the fields of the state itself describe. */
export function defaultView(state: PhoneState): DisplayView {
  const { display, insets, windows, focusedWindow, focusedActivity, ime } = state;
  return { display, insets, windows, focusedWindow, focusedActivity, tasks: namedTasks(state, state.tasks), ime };
}

/** From Android 11 on, an affinity starts with the uid of its package: `10090:com.x`. */
function namedTasks(state: PhoneState, tasks: readonly TaskState[]): readonly TaskState[] {
  if (state.build.apiLevel < 30) return tasks;
  return tasks.map((task) => {
    const packageName = task.activities[0]?.packageName;
    const uid = state.packages.find((one) => one.packageName === packageName)?.uid;
    return uid === undefined || task.affinity.includes(":") ? task : { ...task, affinity: `${uid}:${task.affinity}` };
  });
}

/**
 * All displays in the order of the window manager's root: the display that was focused last is at the end
 * (RootWindowContainer prints its children from bottom to top), so another display may come before display 0.
 */
export function displayViews(state: PhoneState): readonly DisplayView[] {
  const top = topFocusedDisplayId(state);
  const others = (state.extraDisplays ?? []).map((extra) => ({
    ...extra,
    tasks: namedTasks(state, extra.tasks),
    ime: null,
  }));
  const views = [...others, defaultView(state)];
  return [
    ...views.filter((view) => view.display.displayId !== top),
    ...views.filter((view) => view.display.displayId === top),
  ];
}

export function topFocusedDisplayId(state: PhoneState): number {
  return state.topFocusedDisplayId ?? 0;
}

/** All windows of all displays, top of the z-order first, the top focused display's windows first. */
export function allWindows(state: PhoneState): readonly { view: DisplayView; window: WindowState }[] {
  return displayViews(state)
    .toReversed()
    .flatMap((view) => view.windows.map((window) => ({ view, window })));
}

/** Android's name for the kind of panel, derived from the display's unique id. */
export function displayType(display: DisplayState): "INTERNAL" | "EXTERNAL" | "OVERLAY" | "VIRTUAL" {
  if (display.uniqueId.startsWith("overlay:")) return "OVERLAY";
  if (display.uniqueId.startsWith("virtual:")) return "VIRTUAL";
  return /hdmi|external/i.test(display.name) ? "EXTERNAL" : "INTERNAL";
}
