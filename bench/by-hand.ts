import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../packages/virtual-android/src/framework/random.js";
import { bundledProfile } from "../packages/virtual-android/src/profile.js";
import { startVirtualPhone } from "../packages/virtual-android/src/start-virtual-phone.js";
import type { Placed } from "../packages/virtual-android/src/ui/layout.js";
import type { View } from "../packages/virtual-android/src/ui/view.js";
import type { VirtualPhone } from "../packages/virtual-android/src/virtual-phone.js";
import { readConfig } from "../src/base/config.js";
import { containsPoint, intersect, isEmpty, type Point, type Rect } from "../src/base/geometry.js";
import { pollUntil } from "../src/base/signals.js";
import { HandRecording } from "../src/by-hand/hand-recording.js";
import { Recorder } from "../src/recorder/recorder.js";
import { Sessions } from "../src/session/sessions.js";
import { useCompanions } from "../test/support/companion-ways.js";
import { directDevice } from "../test/support/direct-phone.js";
import { never } from "../test/support/never.js";
import { person } from "../test/support/person.js";
import { WholeTime } from "../test/support/whole-time.js";
import type { Bench, Figure } from "./bench.js";
import { flagValue } from "./start-phone.js";

const APPS = ["com.fovea.form", "com.fovea.notes", "com.android.settings", "com.fovea.clock"] as const;
/** Touches on one phone: few, so that they open no more nested screens than a person would. */
const TOUCHES_EACH = 25;
const RELEASES = [28, 31, 33, 35] as const;
const STEP_MS = 60_000;
/** The longest pause of a person before the next touch of a stable screen. */
const PAUSE_MS = 400;
const BOOT_MS = 2_000;
/** An app that takes a touch only after this time hangs: no control gets the touch, so the right answer is unknown. */
const HANGS_MS = 1_000;

/** The results of touches on controls; each line of `wrong` has the given name and the right name. */
export interface HandTrial {
  readonly right: number;
  readonly unresolved: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Touches at random places of controls. The right answer is the control to which the virtual phone itself gives the
 * touch. Runs in the phone's time, at the pace of a mid-range phone: a seed gives the same trials on every machine.
 */
export async function handTrial(touches: number, seed: number): Promise<HandTrial> {
  const trials: HandTrial[] = [];
  for (let done = 0, phone = 0; done < touches && phone < touches; phone += 1) {
    const trial = await onOnePhone(Math.min(TOUCHES_EACH, touches - done), seed * 1_000 + phone);
    trials.push(trial);
    done += trial.right + trial.unresolved.length + trial.wrong.length;
  }
  return {
    right: trials.reduce((sum, { right }) => sum + right, 0),
    unresolved: trials.flatMap(({ unresolved }) => unresolved),
    wrong: trials.flatMap(({ wrong }) => wrong),
  };
}

interface Touched {
  readonly truth: Placed;
  readonly point: Point;
}

async function onOnePhone(touches: number, seed: number): Promise<HandTrial> {
  using time = new WholeTime();
  const folder = mkdtempSync(join(tmpdir(), "fovea-by-hand-"));
  try {
    return await time.during(touchesOf(touches, { seed, time, folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly seed: number;
  readonly time: WholeTime;
  readonly folder: string;
}

async function touchesOf(touches: number, { seed, time, folder }: Place): Promise<HandTrial> {
  const random = new Random(seed);
  const app = APPS[random.below(APPS.length)] ?? APPS[0];
  const apiLevel = RELEASES[random.below(RELEASES.length)] ?? 33;
  const own = { app, apiLevel, seed, onDevice: "enabled", adbdPort: null, animationScale: 0 } as const;
  const { device, phone } = await startVirtualPhone({ ...own, profile: bundledProfile("usb-midrange"), clock: time });
  await using _device = device;
  await using recorder = new Recorder(readConfig({ "state-dir": join(folder, "state") }, {}));
  recorder.start(join(folder, "trial"));
  const onDevice = useCompanions();
  using sessions = new Sessions(join(folder, "state"), { onDevice, watch: (session) => recorder.watch(session) });
  await time.sleep(BOOT_MS, never());
  const recording = await HandRecording.start(sessions.of(directDevice(device)), never());
  const touched: Touched[] = [];
  for (let place = 0; place < touches; place += 1) {
    await time.sleep(random.below(PAUSE_MS), never());
    await pollUntil(() => recording.isIdle || undefined, 5, AbortSignal.timeout(STEP_MS));
    const next = pick(phone, random);
    if (!next) break;
    touched.push(next);
    await person(phone).touch([next.point], 80);
    if (phone.inputLagMs() > HANGS_MS) {
      touched.pop();
      break;
    }
    await pollUntil(() => recording.summary.steps >= touched.length || undefined, 5, AbortSignal.timeout(STEP_MS));
  }
  await recording.stop();
  await recorder.stop();
  if (touched.length === 0) return { right: 0, unresolved: [], wrong: [] };
  return judged(touched, readFileSync(join(folder, "trial", device.serial, "steps.jsonl"), "utf8"));
}

/** A place in a control that takes it, outside of the keyboard. */
function pick(phone: VirtualPhone, random: Random): Touched | undefined {
  const keyboard = phone.state().windows.find(({ title, isVisible }) => isVisible && title === "InputMethod");
  const controls = phone.hooks.placed().filter(({ view, visible }) => isControl(view) && !isEmpty(visible));
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const control = controls[random.below(controls.length)];
    if (!control) return undefined;
    const { left, top, right, bottom } = control.visible;
    const point = { x: left + random.below(right - left), y: top + random.below(bottom - top) };
    const truth = phone.hooks.touchedAt(point);
    const isTyping = keyboard && containsPoint(keyboard.frame, point);
    if (truth && isControl(truth.view) && !isTyping) return { truth, point };
  }
  return undefined;
}

/** Excludes system bars, which are dragged, and sliders, whose touches no call can repeat. */
function isControl({ onClick, onLongClick, field }: View): boolean {
  return Boolean(onClick ?? onLongClick ?? field);
}

interface WrittenStep {
  readonly action: {
    readonly type: string;
    readonly bbox?: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
    readonly "x-fovea": { readonly did: string; readonly args: Readonly<Record<string, unknown>> };
  };
}

function judged(touched: readonly Touched[], lines: string): HandTrial {
  const steps: readonly WrittenStep[] = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  const [wrong, unresolved]: [string[], string[]] = [[], []];
  let right = 0;
  for (const [place, { truth, point }] of touched.entries()) {
    const action = steps[place]?.action;
    const about = `(${point.x},${point.y}) on ${truth.view.id ?? truth.view.className}`;
    if (action?.type === "x-fovea.unresolved") unresolved.push(`${about}: ${String(action["x-fovea"].args["why"])}`);
    else if (action?.type === "x-fovea.press_key" || (action?.bbox && isSame(action.bbox, truth))) right += 1;
    else wrong.push(`${about}: ${action?.["x-fovea"].did ?? "no step"}`);
  }
  return { right, unresolved, wrong };
}

/** Whether this is the box of the view, either whole or without the parts that its parents hide. */
function isSame(box: NonNullable<WrittenStep["action"]["bbox"]>, { rect, visible }: Placed): boolean {
  const found: Rect = { left: box.x1, top: box.y1, right: box.x2, bottom: box.y2 };
  const equals = (other: Rect) => JSON.stringify(found) === JSON.stringify(other);
  const shown = intersect(found, visible);
  return (
    equals(rect) ||
    equals(visible) ||
    (JSON.stringify(shown) === JSON.stringify(visible) && equals(intersect(found, rect)))
  );
}

/** Counts the touches of a person that are recorded with the right element. */
export const byHandBench: Bench = {
  name: "by-hand",
  about: "touches by hand that name the right element [--touches N] [--seed N]",
  run: async (args) => {
    const touches = Number(flagValue(args, "--touches") ?? 1_000);
    const { right, unresolved, wrong } = await handTrial(touches, Number(flagValue(args, "--seed") ?? 1));
    const all = right + unresolved.length + wrong.length;
    const share = Math.round((right / all) * 10_000) / 100;
    const figures: readonly Figure[] = [
      { name: "touches", value: all, unit: "touches" },
      { name: "right element", value: share, unit: "%", atLeast: 98 },
      { name: "wrong element", value: wrong.length, unit: "touches", atMost: 0 },
      { name: "unresolved", value: unresolved.length, unit: "touches" },
    ];
    return { text: [`${right} of ${all} right`, ...wrong, ...unresolved].join("\n"), figures };
  },
};
