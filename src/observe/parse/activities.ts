import type { ActiveWindow, Keyguard } from "../../screen/facts.js";
import { type ActivityName, parseActivityRecord, parseComponent } from "./component.js";
import { booleanOf, capturedAfter, firstMatch, integerOf, wholeLines } from "./text.js";
import { describeApp } from "./window/focus.js";

export interface BackStackEntry {
  readonly package: string;
  readonly activity: string;
  readonly taskId: number | null;
  readonly displayId: number | null;
}

export interface ActivitiesFacts {
  readonly activeWindow: ActiveWindow | null;
  readonly keyguard: Keyguard | null;
  /** The system is asleep: the activity that the dump calls resumed is paused, and is only the focused app. */
  readonly sleeping: boolean | null;
  /** Activities top first, as the dump lists them; null if it lists none. */
  readonly backStack: readonly BackStackEntry[] | null;
}

/**
 * Reads `dumpsys activity activities` (Android 7 to 16). Also reads `dumpsys activity top`, which has fewer facts and
 * lists the top task last. Undefined if the text is something else.
 */
export function parseActivities(text: string): ActivitiesFacts | undefined {
  const lines = wholeLines(text);
  if (lines.some((line) => /^TASK \S+ id=\d+/.test(line))) return parseTop(lines);
  if (!lines.some((line) => MARKS.test(line))) return undefined;
  const blocks = splitDisplays(lines);
  const resumed = resumedActivity(blocks, lines);
  const sleeping = sleepingOf(blocks);
  return {
    activeWindow: resumed
      ? describeApp(resumed.activity, resumed.displayId, sleeping ? "focusedApp" : "resumedActivity")
      : null,
    keyguard: keyguardOf(lines),
    sleeping,
    backStack: someOf(blocks.flatMap(backStackOf)),
  };
}

/** The dump's headers, or lines of an excerpt that name the resumed activity. */
const MARKS =
  /^ACTIVITY MANAGER ACTIVITIES |^Display #\d+ \(activities|^\s*(?:mResumedActivity: |ResumedActivity: ?|m?[tT]opResumedActivity=|mFocusedActivity: )ActivityRecord\{/;

interface ActivityBlock {
  readonly displayId: number | null;
  readonly lines: string[];
}

/** One block per `Display #N`; the lines after the last display's tasks are not about a display. */
function splitDisplays(lines: readonly string[]): readonly ActivityBlock[] {
  const blocks: ActivityBlock[] = [];
  for (const line of lines) {
    const id = /^Display #(\d+) \(activities/.exec(line)?.[1];
    if (id !== undefined) blocks.push({ displayId: Number(id), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

const GLOBAL = [
  /^\s*mFocusedActivity: (.*)$/,
  /^\s*ResumedActivity: ?(.*)$/,
  /^\s*topResumedActivity=(.*)$/,
  /^\s*mTopResumedActivity=(.*)$/,
];

/**
 * The top resumed activity: from the system's own line (`mFocusedActivity` on Android 7, `ResumedActivity` since 8),
 * else from the first display's line (`topResumedActivity` since 12), else the first resumed activity of the default
 * display.
 */
function resumedActivity(blocks: readonly ActivityBlock[], lines: readonly string[]) {
  for (const pattern of GLOBAL) {
    const activity = parseActivityRecord(firstMatch(lines, pattern) ?? "");
    if (activity) return { activity, displayId: displayOf(blocks, activity) };
  }
  for (const block of [...blocks].sort((a, b) => (a.displayId ?? 0) - (b.displayId ?? 0))) {
    const activity = parseActivityRecord(firstMatch(block.lines, /^\s*(?:mResumedActivity|Resumed): (.*)$/) ?? "");
    if (activity) return { activity, displayId: block.displayId };
  }
  return blocks.length === 0 ? agreedActivity(lines) : undefined;
}

/** Lines of an excerpt do not name the display: they count only if all of them name the same activity. */
function agreedActivity(lines: readonly string[]) {
  const named = lines.flatMap((line) => (/^\s*mResumedActivity: /.test(line) ? (parseActivityRecord(line) ?? []) : []));
  const [activity] = named;
  const isAgreed = named.every((other) => other.component === activity?.component);
  return activity && isAgreed ? { activity, displayId: null } : undefined;
}

function displayOf(blocks: readonly ActivityBlock[], activity: ActivityName): number | null {
  const isNamed = (line: string) => /Resumed/.test(line) && parseActivityRecord(line)?.component === activity.component;
  return blocks.find((block) => block.lines.some((line) => /^\s{3,}/.test(line) && isNamed(line)))?.displayId ?? null;
}

/** The first `isSleeping` of the default display is that of its top task. */
function sleepingOf(blocks: readonly ActivityBlock[]): boolean | null {
  const main = blocks.find((block) => block.displayId === 0) ?? blocks[0];
  return main ? booleanOf(firstMatch(main.lines, /^\s*isSleeping=(true|false)$/)) : null;
}

/** Null without entries: a running phone always has an activity, so a text without activities does not list them. */
function someOf(entries: readonly BackStackEntry[]): readonly BackStackEntry[] | null {
  return entries.length > 0 ? entries : null;
}

function backStackOf(block: ActivityBlock): readonly BackStackEntry[] {
  return block.lines.flatMap((line) => {
    const activity = /^\s+\* Hist +#\d+: /.test(line) ? parseActivityRecord(line) : undefined;
    if (!activity) return [];
    return [
      { package: activity.package, activity: activity.activity, taskId: activity.taskId, displayId: block.displayId },
    ];
  });
}

/** KeyguardController: `mKeyguardShowing`, and since Android 11 one line per display: `… Occluded=… at display=0`. */
function keyguardOf(lines: readonly string[]): Keyguard | null {
  const showing = booleanOf(
    firstMatch(lines, /^\s*mKeyguardShowing=(true|false)\b/) ??
      firstMatch(lines, /^\s*KeyguardShowing=(true|false) .*\bat display=0$/),
  );
  const occluded = booleanOf(
    firstMatch(lines, /^\s*mOccluded=(true|false)$/) ??
      firstMatch(
        lines.filter((line) => line.endsWith(" at display=0")),
        /\bOccluded=(true|false) /,
      ),
  );
  return showing === null && occluded === null ? null : { showing, secure: null, occluded };
}

interface TopTask {
  readonly taskId: number | null;
  readonly userId: number | null;
  readonly displayId: number | null;
}

/**
 * `TASK affinity id=N userId=N displayId=N(type=…)`: with the display since Android 13 (Task.dump, TaskFragment.dump).
 */
function readTopTask(line: string): TopTask | undefined {
  const taskId = integerOf(/^TASK \S+ id=(\d+)/.exec(line)?.[1]);
  return taskId === null
    ? undefined
    : { taskId, userId: numberAt(line, "userId"), displayId: numberAt(line, "displayId") };
}

function numberAt(line: string, name: "userId" | "displayId"): number | null {
  return integerOf(capturedAfter(line, ` ${name}=`, /=(\d+)/));
}

/**
 * `dumpsys activity top`: `TASK …` and `ACTIVITY package/class hash pid=N`, the lowest first. User and display are in
 * the task's line; some vendors repeat them in the activity's line.
 */
function parseTop(lines: readonly string[]): ActivitiesFacts {
  const found: { entry: BackStackEntry; userId: number | null; resumed: boolean | null }[] = [];
  let task: TopTask = { taskId: null, userId: null, displayId: null };
  for (const line of lines) {
    task = readTopTask(line) ?? task;
    const name = parseComponent(/^ {2}ACTIVITY (\S+) [0-9a-f]+ pid=/.exec(line)?.[1] ?? "");
    const resumed = booleanOf(/mResumed=(true|false)/.exec(line)?.[1]);
    const last = found.at(-1);
    if (name) {
      const displayId = numberAt(line, "displayId") ?? task.displayId;
      const entry = { package: name.package, activity: name.activity, taskId: task.taskId, displayId };
      found.push({ entry, userId: numberAt(line, "userId") ?? task.userId, resumed: null });
    } else if (last && last.resumed === null && resumed !== null) {
      last.resumed = resumed;
    }
  }
  const top = [...found].reverse().find((one) => one.resumed === true);
  const component = top && parseComponent(`${top.entry.package}/${top.entry.activity}`);
  const activity = component
    ? { ...component, userId: top?.userId ?? null, taskId: top?.entry.taskId ?? null }
    : undefined;
  return {
    activeWindow: activity ? describeApp(activity, top?.entry.displayId ?? null, "resumedActivity") : null,
    keyguard: null,
    sleeping: null,
    backStack: someOf(found.map((one) => one.entry).reverse()),
  };
}
