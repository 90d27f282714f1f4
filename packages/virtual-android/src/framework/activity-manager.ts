import type { LaunchOptions, LaunchResult, PhoneIntent } from "../intent.js";
import type { ActivityState, TaskState } from "../phone-state.js";
import { type ActivityRecord, activityState, type TaskRecord, topOf, visibleActivities } from "./activity-record.js";
import type { Kernel } from "./kernel.js";
import { type FoundActivity, type Packages, splitComponent } from "./packages.js";

/** Creates an activity; the code that owns hosts and windows provides this function. */
export type OpenActivity = (options: {
  readonly found: FoundActivity;
  readonly task: TaskRecord;
  readonly intent: PhoneIntent;
  readonly onResult: ((result: string | null) => void) | undefined;
}) => ActivityRecord;

export interface ActivityManagerOptions {
  readonly kernel: Kernel;
  readonly packages: Packages;
  readonly open: OpenActivity;
  /** Removes an activity's windows. */
  readonly close: (record: ActivityRecord) => void;
  /** Called when another activity is in front, to update visibility, orientation and focus. */
  readonly moved: () => void;
}

export interface StartOptions extends LaunchOptions {
  /** The activity that starts the new one, which goes on top of its task. */
  readonly from?: ActivityRecord;
  readonly onResult?: (result: string | null) => void;
  /** Whether activities that are not exported can be started, too, as the system may. */
  readonly isSystem?: boolean;
}

/** The time until the first frame in ms, as `am start -W` reports it for small apps. */
const LAUNCH_MS = { COLD: 430, WARM: 150, HOT: 60, UNKNOWN: 0 } as const;

/** The tasks and their back stacks. */
export class ActivityManager {
  readonly #options: ActivityManagerOptions;
  readonly #preferred = new Map<string, string>();
  /** The tasks, most recent first. */
  #tasks: TaskRecord[] = [];
  #nextTaskId = 1;

  constructor(options: ActivityManagerOptions) {
    this.#options = options;
  }

  get tasks(): readonly TaskRecord[] {
    return this.#tasks;
  }

  /** The activity in front. */
  get top(): ActivityRecord | undefined {
    return topOf(this.#tasks[0]);
  }

  /** The visible activities, the front one first. */
  get visible(): readonly ActivityRecord[] {
    return visibleActivities(this.#tasks);
  }

  /** Notes that the user chose "Always" for intents of this kind. */
  prefer(intent: PhoneIntent, component: string): void {
    this.#preferred.set(preferenceKey(intent), component);
  }

  start(intent: PhoneIntent, options: StartOptions = {}): LaunchResult {
    const found = this.#resolve(intent);
    if (typeof found === "string")
      return { outcome: found, component: intent.component, launchState: "UNKNOWN", totalTimeMs: 0 };
    const component = `${found.app.packageName}/${found.activity.className}`;
    if (found.activity.isExported === false && !options.from && !options.isSystem) {
      return { outcome: "not-exported", component, launchState: "UNKNOWN", totalTimeMs: 0 };
    }
    if (options.stopFirst) this.stopPackage(found.app.packageName);
    const wasRunning = this.#options.kernel.processes.find(found.app.packageName) !== undefined;
    const reused = options.from ? undefined : this.#reuse(found, component, intent);
    if (reused) return { outcome: reused, component, launchState: "HOT", totalTimeMs: this.#launchTime("HOT") };
    this.#push(found, intent, options);
    const launchState = wasRunning ? "WARM" : "COLD";
    return { outcome: "started", component, launchState, totalTimeMs: this.#launchTime(launchState) };
  }

  /** Shows the launcher. */
  goHome(): void {
    const home = this.#tasks.find((task) => task.kind === "home");
    if (home) {
      for (const record of home.activities.slice(1).toReversed()) this.finish(record, null);
      this.#toFront(home);
    } else this.start({ action: MAIN, data: null, component: null, packageName: null, categories: [HOME] });
  }

  toFront(taskId: number): void {
    const task = this.#tasks.find((candidate) => candidate.taskId === taskId);
    if (task) this.#toFront(task);
  }

  /**
   * Handles BACK for the activity in front. From API 31 on, a launcher activity at the bottom goes to the background.
   */
  back(record: ActivityRecord): void {
    const isRoot = record.task.activities[0] === record;
    if (record.task.kind === "home" && isRoot) return;
    if (isRoot && record.found.activity.isLauncher && this.#options.kernel.apiLevel >= 31) this.goHome();
    else this.finish(record, null);
  }

  finish(record: ActivityRecord, result: string | null): void {
    if (record.isFinished) return;
    const wasVisible = this.visible.includes(record);
    this.#remove(record);
    record.onResult?.(result);
    if (wasVisible) this.#resumeFront();
  }

  stopPackage(packageName: string, isForced = true): void {
    const { kernel } = this.#options;
    const frontBefore = this.top;
    for (const task of this.#tasks) {
      for (const record of task.activities.filter((r) => r.found.app.packageName === packageName)) this.#remove(record);
    }
    const process = kernel.processes.find(packageName);
    if (process && !this.#isPersistent(packageName)) kernel.processes.kill(process);
    if (isForced && !this.#isPersistent(packageName)) kernel.processes.markStopped(packageName);
    if (frontBefore !== this.top) this.#resumeFront();
  }

  /** All tasks in the form of the dumps. */
  states(isResumed: boolean): readonly TaskState[] {
    return this.#tasks.map((task, i) => ({
      taskId: task.taskId,
      hash: task.hash,
      kind: task.kind,
      affinity: task.affinity,
      isVisible: i === 0 && isResumed,
      activities: task.activities.toReversed().map((record) => activityState(record, this.#stateOf(record, isResumed))),
    }));
  }

  #stateOf(record: ActivityRecord, isResumed: boolean): ActivityState["state"] {
    if (!isResumed) return "STOPPED";
    if (record === this.top) return "RESUMED";
    return this.visible.includes(record) ? "PAUSED" : "STOPPED";
  }

  #resolve(intent: PhoneIntent): FoundActivity | "unresolved" | "no-such-activity" {
    const { packages, kernel } = this.#options;
    if (intent.component !== null) return packages.activityOf(intent.component) ?? "no-such-activity";
    if (intent.action === CHOOSER) return packages.activityOf(kernel.release.chooserActivity) ?? "unresolved";
    const candidates = packages.offered(intent, kernel.managers.appLinks, kernel.apiLevel);
    const preferred = packages.activityOf(this.#preferred.get(preferenceKey(intent)) ?? "");
    if (candidates.length > 1 && intent.action !== MAIN) {
      return preferred ?? packages.activityOf(kernel.release.resolverActivity) ?? "unresolved";
    }
    return candidates[0] ?? "unresolved";
  }

  /**
   * Delivers the intent to a running activity, or brings its task to the front, as NEW_TASK does; undefined if a new
   * activity is needed.
   */
  #reuse(found: FoundActivity, component: string, intent: PhoneIntent): "delivered" | "brought-to-front" | undefined {
    const task = this.#tasks.find((candidate) => candidate.affinity === found.app.packageName);
    const top = topOf(task);
    if (!task || !top) return undefined;
    const isRoot = task.activities[0]?.component === component;
    if (top.component !== component && !isRoot) return undefined;
    const wasInFront = task === this.#tasks[0];
    this.#toFront(task);
    if (top.component === component) {
      const { scheduler } = this.#options.kernel;
      top.process.post(scheduler.now, () => top.screen.onNewIntent?.(intent));
      this.#options.kernel.changed("content", found.app.packageName);
    }
    return top.component === component && wasInFront ? "delivered" : "brought-to-front";
  }

  #push(found: FoundActivity, intent: PhoneIntent, options: StartOptions): void {
    const { kernel } = this.#options;
    const own = this.#tasks.find((task) => task.affinity === found.app.packageName);
    const task = options.from?.task ?? own ?? this.#newTask(found);
    const isResolver = intent.component === null && this.#isResolver(found);
    const given = isResolver && intent.action !== CHOOSER ? { ...intent, inner: intent } : intent;
    const record = this.#options.open({ found, task, intent: given, onResult: options.onResult });
    task.activities.push(record);
    this.#tasks = [task, ...this.#tasks.filter((other) => other !== task)];
    this.#options.moved();
    kernel.changed("window", found.app.packageName);
  }

  #isResolver(found: FoundActivity): boolean {
    const { release } = this.#options.kernel;
    const name = `${found.app.packageName}/${found.activity.className}`;
    return name === release.resolverActivity || name === release.chooserActivity;
  }

  #newTask(found: FoundActivity): TaskRecord {
    const kind = found.activity.isHome ? "home" : "standard";
    const task = {
      taskId: this.#nextTaskId,
      hash: this.#options.kernel.random.hash(),
      kind,
      affinity: found.app.packageName,
      activities: [],
    } as const;
    this.#nextTaskId += 1;
    return { ...task, activities: [] };
  }

  #toFront(task: TaskRecord): void {
    if (this.#tasks[0] === task) return;
    this.#tasks = [task, ...this.#tasks.filter((other) => other !== task)];
    this.#resumeFront();
  }

  #remove(record: ActivityRecord): void {
    record.isFinished = true;
    const { activities } = record.task;
    activities.splice(activities.indexOf(record), 1);
    this.#options.close(record);
    this.#tasks = this.#tasks.filter((task) => task.activities.length > 0);
  }

  #resumeFront(): void {
    if (!this.top) {
      this.goHome();
      return;
    }
    const { top } = this;
    this.#options.moved();
    top.process.post(this.#options.kernel.scheduler.now, () => top.screen.onResume?.());
    this.#options.kernel.changed("window", top.found.app.packageName);
  }

  #isPersistent(packageName: string): boolean {
    const { release } = this.#options.kernel;
    const ime = splitComponent(release.inputMethod).packageName;
    return packageName === "com.android.systemui" || packageName === "android" || packageName === ime;
  }

  #launchTime(state: keyof typeof LAUNCH_MS): number {
    return LAUNCH_MS[state] + this.#options.kernel.random.below(1 + LAUNCH_MS[state] / 4);
  }
}

const MAIN = "android.intent.action.MAIN";
const HOME = "android.intent.category.HOME";
const CHOOSER = "android.intent.action.CHOOSER";

function preferenceKey(intent: PhoneIntent): string {
  return `${intent.action} ${intent.data?.split(":")[0] ?? ""} ${intent.type ?? ""}`;
}
