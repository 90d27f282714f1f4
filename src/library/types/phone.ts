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
 * One phone. Every call either does what it says or throws a {@link FoveaError}; calls that act prove what they did and
 * are never repeated. Calls on one phone may be started together: actions wait for their turn.
 */
export interface Phone extends AsyncDisposable {
  readonly serial: string;
  /** Reads the screen. */
  observe(options?: ObserveOptions): Promise<Screen>;
  /**
   * Reads the screen and says what changed since `since`; if absent, since the last screen that this phone gave.
   */
  update(since?: Screen, options?: ObserveOptions): Promise<Update>;
  /** The elements that a selector or plain words (`delete on row Milk`) name, best first; empty for none. */
  find(query: string, options?: CallOptions & Confidence): Promise<readonly Found[]>;
  /** Names elements by a selector or plain words, for later: nothing is looked for yet. */
  locator(query: string): Locator;
  /** Taps the one element that the target names; refuses where there is none, or more than one, or it changed. */
  tap(target: Target, options?: TapOptions): Promise<Acted>;
  /** Types into a field and reads back what it holds. */
  type(text: string, options?: TypeOptions): Promise<Acted>;
  /** Swipes over the screen or a target, or from one place to another one. */
  swipe(way: Direction | Path, options?: SwipeOptions): Promise<Acted>;
  /** Long-presses one place and drops it at another. */
  drag(from: Target, to: Target, options?: DragOptions): Promise<Acted>;
  /** Zooms with two fingers: 200 % in, 50 % out. Needs the companion. */
  pinch(percent: number, options?: PinchOptions): Promise<Acted>;
  /** Scrolls until the element is on the screen, skips no row unseen, and says which ends it met. */
  scrollTo(query: string, options?: ScrollToOptions): Promise<Scrolled>;
  /** Moves the focus to an element by the fewest keys of the D-pad, for televisions and cars; each key is checked. */
  focus(query: string, options?: FocusOptions): Promise<Focused>;
  /** `back`, `home`, `enter` … or any `KEYCODE_` name. */
  press(key: string, options?: PressOptions): Promise<Acted>;
  /** Opens an app by its package id, or an http(s) address. */
  open(packageOrUrl: string, options?: OpenOptions): Promise<Acted>;
  /**
   * Does what one English sentence asks for: `type "hello" in the search box`, `go back`. Refused where it is unclear.
   */
  act(sentence: string, options?: CallOptions): Promise<Acted>;
  /** Does the steps one after another, as one turn, until one fails: its error says what was done before. */
  batch(steps: readonly Step[], options?: CallOptions): Promise<BatchDone>;
  /** Waits until a condition is true; without one, until the screen changes: 15 s if not said. Throws WAIT_TIMEOUT. */
  wait(condition?: string, options?: WaitOptions & Confidence): Promise<Waited>;
  /**
   * Throws EXPECTATION_FAILED unless the condition is true now, or what a sentence of docs/selectors.md says; and
   * COMMAND_UNCLEAR where it is not understood.
   */
  verify(result: string | ExpectedResult, options?: CallOptions): Promise<Verified>;
  /** The same, looking again until it is true: 5 s if not said. The error says what was there instead. */
  expect(condition: string, options?: WaitOptions): Promise<Verified>;
  /** A PNG of the screen, in full size or smaller. */
  screenshot(options?: PictureOptions): Promise<Picture>;
  /** A screenshot with the refs of elements drawn on it. */
  marks(options?: MarkOptions): Promise<MarkedPicture>;
  /** The last acts of this process on the phone, the oldest first: 10 if `count` is absent. */
  history(options?: CallOptions & { readonly count?: number }): Promise<readonly Interaction[]>;
  /** What is known of the last calls: inputs, results, timings, screens. It stays in this process. */
  debug(options?: CallOptions): Promise<DebugContext>;
  /** Records what is seen and done from now on, as a trace. Throws TRACE_RUNNING while another recording goes on. */
  record(options: RecordOptions): Promise<Recording>;
  /**
   * Does a flow (a path, docs/flows.md) or a demonstration again, step by step. A step that failed without having done
   * anything is tried again; what may have happened is never done twice. A step that fails is reported in the result.
   */
  executeWorkflow(workflow: string | Demonstration, options?: WorkflowOptions): Promise<WorkflowResult>;
  /**
   * Does a skill (docs/skills.md), by its name or file, each step verified before the next. Where the screen is not
   * what the skill knows, it ends, and the result says where. Throws SKILL_INVALID, and SKILL_SLOT before anything is
   * done.
   */
  runSkill(skill: string, options?: SkillOptions): Promise<SkillResult>;
  /** The actions of plug-ins, by name: each checks its arguments and gives what it says that it returns. */
  readonly actions: Readonly<Record<string, (args?: ActionArgs, options?: CallOptions) => Promise<ActionResult>>>;
  readonly apps: Apps;
  /** The screen's orientation, the display, settings, the clipboard, logs and crashes. */
  readonly device: Device;
  /** Copies files to the device and from it, and lists what is there. */
  readonly files: Files;
  /** What is known from earlier runs, where the option `memory` names a folder. */
  readonly memory: Memory;
  /** The phone's shell, for those who ask for it: nothing that it does is proven. */
  readonly adb: Adb;
  /** Ends what belongs to this phone, and restores what `device` changed. May be called again. */
  close(): Promise<void>;
}

/** The apps of a phone, by package ids. */
export interface Apps {
  /** The installed ones with their labels, sorted by package id. */
  list(options?: ListAppsOptions): Promise<readonly InstalledApp[]>;
  /** Opens an app, by its package id or its label, or one of its activities. */
  open(packageId: string, options?: OpenOptions & { readonly activity?: string }): Promise<Acted>;
  /** Ends the app, as "Force stop" does. */
  close(packageId: string, options?: CallOptions): Promise<Acted>;
  /** Installs an APK of this host; gives what was done. */
  install(path: string, options?: CallOptions): Promise<string>;
  /** Deletes all data of the app. */
  clear(packageId: string, options?: CallOptions): Promise<string>;
  /** Removes an app with its data; gives what was done. */
  uninstall(packageId: string, options?: CallOptions): Promise<string>;
  /** Version, flags, permissions, processes and size. */
  info(packageId: string, options?: CallOptions): Promise<AppInfo>;
  /** Memory, CPU and frames of an app now. */
  use(packageId: string, options?: CallOptions): Promise<AppUse>;
  /** Begins a span, which `stopMeasuring` ends. */
  startMeasuring(packageId: string, options?: CallOptions): Promise<void>;
  /** What the app took since. Throws MEASUREMENT_NOT_RUNNING. */
  stopMeasuring(packageId: string, options?: CallOptions): Promise<PerformanceSpan>;
  /** Ends an app and starts it again. */
  coldStart(packageId: string, options?: CallOptions): Promise<ColdStart>;
  /** What the app asks for and a user decides on, and the rights that app-ops rule. */
  permissions(packageId: string, options?: CallOptions): Promise<readonly PermissionState[]>;
  /** Gives permissions, takes them away, or resets them; they stay so. */
  changePermissions(packageId: string, options: PermissionOptions): Promise<PermissionsChanged>;
}

/** Ids and labels that contain this, whether with the apps of the system, or those that were used last. */
export interface ListAppsOptions extends CallOptions {
  /** Only ids and labels with this in them. */
  readonly contains?: string;
  /** The apps that were used last, the latest first, in place of all. */
  readonly recent?: boolean;
  /** Apps, too, that came with the device. */
  readonly system?: boolean;
}

/** What a program of the device printed, and how it ended. */
export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Programs of the device, for those who ask for them: nothing that they do is proven. */
export interface Adb {
  /**
   * Runs a program on the phone: its name and its arguments, which are quoted. It takes its turn among the actions, and
   * is refused with READ_ONLY where the option is set. A program that fails is a result.
   */
  shell(argv: readonly [string, ...string[]], options?: CallOptions): Promise<ShellResult>;
}
