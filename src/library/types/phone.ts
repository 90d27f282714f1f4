import type { ActionArgs, ActionResult } from "./action.js";
import type { AppInfo, AppUse, ColdStart, InstalledApp, PerformanceSpan } from "./app.js";
import type {
  Acted,
  BatchDone,
  CallOptions,
  Confidence,
  ExpectedResult,
  Focused,
  FocusOptions,
  Found,
  Interaction,
  MarkedPicture,
  MarkOptions,
  ObserveOptions,
  OpenOptions,
  Picture,
  PictureOptions,
  PressOptions,
  Scrolled,
  ScrollToOptions,
  Step,
  TapOptions,
  Update,
  Verified,
  Waited,
  WaitOptions,
} from "./calls.js";
import type { DebugContext } from "./debug.js";
import type { Device, PermissionOptions, PermissionState, PermissionsChanged } from "./device.js";
import type { Files } from "./files.js";
import type { Direction, DragOptions, Path, PinchOptions, SwipeOptions } from "./gesture.js";
import type { Locator, Target, TypeOptions } from "./locator.js";
import type { Memory } from "./memory.js";
import type { Screen } from "./screen.js";
import type { SkillOptions, SkillResult } from "./skill.js";
import type { Demonstration, Recording, RecordOptions, WorkflowOptions, WorkflowResult } from "./workflow.js";

/**
 * One phone. Every call either does what its description says or throws a {@link FoveaError}. Calls that act verify the
 * result and are never repeated. Calls on one phone may be started at the same time: actions wait for their turn.
 */
export interface Phone extends AsyncDisposable {
  readonly serial: string;
  /** Reads the screen. */
  observe(options?: ObserveOptions): Promise<Screen>;
  /**
   * Reads the screen and gives what has changed since `since`; if absent, since the last screen that this phone gave.
   */
  update(since?: Screen, options?: ObserveOptions): Promise<Update>;
  /**
   * The elements that a selector or plain words (`delete on row Milk`) name, the best first; empty if there are none.
   */
  find(query: string, options?: CallOptions & Confidence): Promise<readonly Found[]>;
  /** Makes a locator from a selector or plain words; nothing is searched yet. */
  locator(query: string): Locator;
  /**
   * Taps the one element that the target names. Fails if none or more than one matches, or if the element has changed.
   */
  tap(target: Target, options?: TapOptions): Promise<Acted>;
  /** Types into a field, and reads back its value. */
  type(text: string, options?: TypeOptions): Promise<Acted>;
  /** Swipes over the screen or a target, or from one place to another. */
  swipe(way: Direction | Path, options?: SwipeOptions): Promise<Acted>;
  /** Long-presses one place, drags, and releases at another place. */
  drag(from: Target, to: Target, options?: DragOptions): Promise<Acted>;
  /** Zooms with two fingers: 200 % in, 50 % out. Needs the companion. */
  pinch(percent: number, options?: PinchOptions): Promise<Acted>;
  /**
   * Scrolls until the element is on the screen. Does not skip any row, and gives the ends of the content that were
   * reached.
   */
  scrollTo(query: string, options?: ScrollToOptions): Promise<Scrolled>;
  /**
   * Moves the focus to an element with the fewest keys of the D-pad, for televisions and cars. The effect of each key
   * is checked.
   */
  focus(query: string, options?: FocusOptions): Promise<Focused>;
  /** Presses a key: `back`, `home`, `enter` … or any `KEYCODE_` name. */
  press(key: string, options?: PressOptions): Promise<Acted>;
  /** Opens an app by its package id, or an http(s) address. */
  open(packageOrUrl: string, options?: OpenOptions): Promise<Acted>;
  /**
   * Performs the action that one English sentence describes: `type "hello" in the search box`, `go back`. Fails if the
   * sentence is unclear.
   */
  act(sentence: string, options?: CallOptions): Promise<Acted>;
  /**
   * Performs the steps one after another, as one turn, until one fails; the error lists the steps that were performed.
   */
  batch(steps: readonly Step[], options?: CallOptions): Promise<BatchDone>;
  /**
   * Waits until a condition is true; without a condition, until the screen changes. At most 15 s by default. Throws
   * WAIT_TIMEOUT.
   */
  wait(condition?: string, options?: WaitOptions & Confidence): Promise<Waited>;
  /**
   * Throws EXPECTATION_FAILED unless a condition, or a sentence of docs/selectors.md, is true now. Throws
   * COMMAND_UNCLEAR if the sentence is not understood.
   */
  verify(result: string | ExpectedResult, options?: CallOptions): Promise<Verified>;
  /**
   * As `verify`, but waits until the condition is true, at most 5 s by default. The error says what the screen showed
   * instead.
   */
  expect(condition: string, options?: WaitOptions): Promise<Verified>;
  /** A PNG of the screen, in full size or smaller. */
  screenshot(options?: PictureOptions): Promise<Picture>;
  /** A screenshot with the refs of elements drawn on it. */
  marks(options?: MarkOptions): Promise<MarkedPicture>;
  /** The last actions of this process on the phone, the oldest first: 10 if `count` is absent. */
  history(options?: CallOptions & { readonly count?: number }): Promise<readonly Interaction[]>;
  /** Facts of the last calls: inputs, results, timings, screens. They stay in this process. */
  debug(options?: CallOptions): Promise<DebugContext>;
  /** Records screens and actions from now on, as a trace. Throws TRACE_RUNNING if another recording is running. */
  record(options: RecordOptions): Promise<Recording>;
  /**
   * Performs a flow (a path, docs/flows.md) or a demonstration, step by step. A step that failed without any effect is
   * tried again; a step that may have had an effect is never repeated. A failed step is reported in the result.
   */
  executeWorkflow(workflow: string | Demonstration, options?: WorkflowOptions): Promise<WorkflowResult>;
  /**
   * Performs a skill (docs/skills.md), given by its name or its file; each step is verified before the next. If a
   * screen does not fit the skill, the run ends, and the result says at which step. Throws SKILL_INVALID, and
   * SKILL_SLOT before anything is done.
   */
  runSkill(skill: string, options?: SkillOptions): Promise<SkillResult>;
  /** The actions of plug-ins, by name. Each checks its arguments, and its result fits its own `returns`. */
  readonly actions: Readonly<Record<string, (args?: ActionArgs, options?: CallOptions) => Promise<ActionResult>>>;
  readonly apps: Apps;
  /** The screen's orientation, the display, settings, the clipboard, logs and crashes. */
  readonly device: Device;
  /** Copies files to the device and from it, and lists folders. */
  readonly files: Files;
  /** Knowledge from earlier runs, if the option `memory` names a folder. */
  readonly memory: Memory;
  /** The phone's shell, if a program needs it: its effects are not verified. */
  readonly adb: Adb;
  /** Ends the connection, and restores what `device` changed. May be called again. */
  close(): Promise<void>;
}

/** The apps of a phone, by package ids. */
export interface Apps {
  /** The installed apps with their labels, sorted by package id. */
  list(options?: ListAppsOptions): Promise<readonly InstalledApp[]>;
  /** Opens an app by its package id or its label, or one of its activities. */
  open(packageId: string, options?: OpenOptions & { readonly activity?: string }): Promise<Acted>;
  /** Ends the app, as "Force stop" does. */
  close(packageId: string, options?: CallOptions): Promise<Acted>;
  /** Installs an APK of this host; gives a description of the change. */
  install(path: string, options?: CallOptions): Promise<string>;
  /** Deletes all data of the app. */
  clear(packageId: string, options?: CallOptions): Promise<string>;
  /** Removes an app with its data; gives a description of the change. */
  uninstall(packageId: string, options?: CallOptions): Promise<string>;
  /** The version, flags, permissions, processes and size of an app, by its package id or its label. */
  info(packageId: string, options?: CallOptions): Promise<AppInfo>;
  /** The present memory, CPU time and frames of an app. */
  use(packageId: string, options?: CallOptions): Promise<AppUse>;
  /** Begins a measurement, which `stopMeasuring` ends. */
  startMeasuring(packageId: string, options?: CallOptions): Promise<void>;
  /** The memory, CPU time and frames of the app since `startMeasuring`. Throws MEASUREMENT_NOT_RUNNING. */
  stopMeasuring(packageId: string, options?: CallOptions): Promise<PerformanceSpan>;
  /** Ends an app and starts it again. */
  coldStart(packageId: string, options?: CallOptions): Promise<ColdStart>;
  /** The permissions that the app requests and a user decides on, and the rights that are controlled by app-ops. */
  permissions(packageId: string, options?: CallOptions): Promise<readonly PermissionState[]>;
  /** Grants, revokes or resets permissions. They are not restored at the end. */
  changePermissions(packageId: string, options: PermissionOptions): Promise<PermissionsChanged>;
}

/** Which apps to list. */
export interface ListAppsOptions extends CallOptions {
  /** Only apps whose id or label contains this text. */
  readonly contains?: string;
  /** Lists the apps that were used last, the latest first, instead of all. */
  readonly recent?: boolean;
  /** Also lists apps that came with the device. */
  readonly system?: boolean;
}

/** The output and the exit code of a program on the device. */
export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs programs on the device; their effects are not verified. */
export interface Adb {
  /**
   * Runs a program on the phone with arguments, which are quoted. It waits for its turn among the actions, and fails
   * with READ_ONLY if this option is set. An exit code other than 0 is a result, not an error.
   */
  shell(argv: readonly [string, ...string[]], options?: CallOptions): Promise<ShellResult>;
}
