import { FoveaError, isFoveaError } from "../../base/errors.js";
import type { Device } from "../../devices/device.js";
import { PRINT_TIME, timesReportedIn, withoutTimes } from "../../devices/device-clock.js";
import { type Argv, allOf, command, type Step } from "../../devices/script.js";
import { SHELL_LIMITS, type ShellResult } from "../../devices/shell.js";
import { openParts, type Part } from "../../devices/shell-parts.js";
import { LAST_USE, lastUsesIn } from "../../observe/evidence/last-use.js";
import { parseGfxinfo } from "../../observe/parse/gfxinfo.js";
import { decodeText } from "../../observe/parse/text.js";
import { framesPart } from "../../observe/probes/frame-stats.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { quoteWords } from "../../screen/label.js";
import type { Session } from "../../session/session.js";
import type { Passed } from "../ask-gate.js";
import type { FoundTarget } from "../targets/located.js";
import { withTargets } from "../targets/target-names.js";
import {
  checkField,
  FIELD_MOVED,
  FIELD_MOVED_LATER,
  type HeldField,
  holdField,
  PRINT_MOVED,
  PRINT_SERVED,
} from "./field-guard.js";
import { FOCUS_GUARD, FOCUS_MOVED, FOCUS_MOVED_LATER, FOCUS_UNKNOWN, focusGuard } from "./focus-guard.js";

/** From Android 12 on `input` is a shell script around `cmd input`: calling that saves a process. */
const FIRST_WITH_CMD_INPUT = 31;

/** `input` with these arguments, as the release has it. */
export function inputArgv(apiLevel: number | null, args: readonly string[]): Argv {
  return apiLevel !== null && apiLevel >= FIRST_WITH_CMD_INPUT ? ["cmd", "input", ...args] : ["input", ...args];
}

/** A pause on the device between two calls of `input`. */
export function pauseArgv(ms: number): Argv {
  return ["sleep", String(ms / 1000)];
}

/** A hung app holds `input` up for 5 s (it waits until the event was consumed); gestures take their own time. */
const INPUT_MS = 15_000;

export interface InputPlan {
  /** The gate let it pass as it is planned. */
  readonly passed: Passed;
  /** What to run, one after another in one shell; stops at the first that fails. */
  readonly calls: readonly Argv[];
  /** How much longer than a tap all of it may take. */
  readonly extraMs: number;
  /**
   * The window that it is meant for: if another one has the focus at the last moment, nothing is sent. Null for any.
   */
  readonly window: ActiveWindow | null;
  /**
   * Asks for the focus before each call instead of before the first only: for texts, never in the middle of a gesture.
   */
  readonly isGuardedThroughout?: boolean;
  /** The field that it is meant for: where the app says that another view takes the keys, nothing more is sent. */
  readonly field?: HeldField;
  /** Asks the device afterwards which view the app serves with keys, or whether that is another than before. */
  readonly reports?: "served" | "moved";
  /** Asks the device for its time right before the first and after the last call. */
  readonly isTimed?: boolean;
  /** Asks the power manager afterwards, in the same stream, when the device was used last. */
  readonly asksLastUse?: boolean;
  /** Asks this app afterwards, in the same stream, for its last frames. */
  readonly asksFramesOf?: string | null;
  /** Holds words that must not show up in messages, such as a password that is typed. */
  readonly isSecret?: boolean;
}

/**
 * Nothing was sent: `moved` where another window had the focus, `field` where another field had, `unknown` where the
 * device did not report which window has.
 */
export interface NotSent {
  readonly notSent: "moved" | "field" | "unknown";
}

/**
 * Sends input events, once: what `input` printed, or why nothing was sent. Errors: INPUT_REFUSED,
 * UNSUPPORTED_ON_DEVICE, SHELL_FAILED; TIMEOUT and DEVICE_DISCONNECTED say whether the events may have been injected;
 * FOCUS_LOST where another window took the focus in the middle.
 */
export async function sendInput(
  session: Session,
  apiLevel: number | null,
  plan: InputPlan,
  signal: AbortSignal,
): Promise<string | NotSent> {
  const sent = await sendTimed(session, apiLevel, plan, signal);
  return "notSent" in sent ? sent : sent.said;
}

/** The result of input events that were sent. */
export interface Sent {
  readonly said: string;
  /**
   * The device's time before and after it, in ms since boot; empty if it was not asked for, or not reported.
   */
  readonly times: readonly number[];
  /** The last uses of the device, read after it; empty if they were not asked for, or could not be read any more. */
  readonly lastUses: Promise<readonly number[]>;
  /** The last frames of the app that was asked for them; null if none was, or it did not report them. */
  readonly frames: Promise<FrameStats | null>;
}

/** As {@link sendInput}, with all that the plan asks the device for beside it. */
export async function sendTimed(
  session: Session,
  apiLevel: number | null,
  plan: InputPlan,
  signal: AbortSignal,
): Promise<Sent | NotSent> {
  const { device } = session;
  const step = stepOf(session, apiLevel, plan);
  if (!step) return { said: "", times: [], lastUses: NO_USES, frames: NO_FRAMES };
  const totalMs = INPUT_MS + plan.extraMs;
  const act: Part = { step, ...SHELL_LIMITS, totalMs, firstByteMs: totalMs, mayEndScript: true };
  const { asksLastUse = false, asksFramesOf = null } = plan;
  const uses = asksLastUse ? [LAST_USE] : [];
  const parts = [act, ...uses, ...(asksFramesOf === null ? [] : [framesPart(asksFramesOf)])];
  const [touch, ...reported] = openParts(device, { kind: "act", name: step.text.slice(0, 120), parts }, signal);
  if (!touch) throw new FoveaError("INTERNAL", "nothing was sent");
  const result = await quietly(device, plan, touch);
  if (result.exitCode === FOCUS_MOVED) return { notSent: "moved" };
  if (result.exitCode === FIELD_MOVED) return { notSent: "field" };
  if (result.exitCode === FOCUS_UNKNOWN) return { notSent: "unknown" };
  if (result.exitCode === FOCUS_MOVED_LATER) throw focusLost(device, "another window came to the front");
  if (result.exitCode === FIELD_MOVED_LATER) throw focusLost(device, "the focus moved to another field");
  failOnComplaint(result, device, plan);
  const use = asksLastUse ? reported[0] : undefined;
  const lastUses = use === undefined ? NO_USES : use.then(({ stdout }) => lastUsesIn(stdout.toString("utf8")));
  lastUses.catch(() => {}); // a cancelled call may end before it is waited for
  const frames = asksFramesOf === null ? NO_FRAMES : framesReported(reported.at(-1), asksFramesOf);
  return { said: result.stdout.toString("utf8"), times: timesReportedIn(result.stderr), lastUses, frames };
}

const NO_USES = Promise.resolve<readonly number[]>([]);
const NO_FRAMES = Promise.resolve(null);

/**
 * An app that does not answer, or a stream that was lost after the keys, reports no frames: that is not a failure of
 * the keys.
 */
async function framesReported(
  answer: Promise<ShellResult> | undefined,
  packageName: string,
): Promise<FrameStats | null> {
  try {
    const { stdout } = (await answer) ?? {};
    return stdout ? (parseGfxinfo(decodeText(stdout), packageName)?.frameStats ?? null) : null;
  } catch (error) {
    if (isFoveaError(error)) return null;
    throw error;
  }
}

function stepOf(session: Session, apiLevel: number | null, plan: InputPlan): Step | undefined {
  const guard = focusGuard(session, apiLevel, plan.window);
  const time = plan.isTimed === true && plan.calls.length > 0 ? [PRINT_TIME] : [];
  const steps = plan.calls.flatMap((argv, place): readonly Step[] => {
    const start = place === 0 ? time : [];
    const own = fieldCheck(plan.field, place);
    if (!guard || (place > 0 && plan.isGuardedThroughout !== true)) return [...own, ...start, command(argv)];
    const check = place === 0 ? guard(FOCUS_MOVED, FOCUS_UNKNOWN) : guard(FOCUS_MOVED_LATER, FOCUS_MOVED_LATER);
    return [check, ...own, ...start, command(argv)];
  });
  const reported =
    plan.calls.length === 0 || !plan.reports ? [] : [plan.reports === "served" ? PRINT_SERVED : PRINT_MOVED];
  const [first, second, ...rest] = [...steps, ...time, ...reported];
  return first && second ? allOf(first, second, ...rest) : first;
}

function fieldCheck(field: HeldField | undefined, place: number): readonly Step[] {
  if (!field) return [];
  if (place === 0) return [holdField(field)];
  if (field.leaves.has(place)) return [holdField({ ...field, entry: null, served: null })];
  return field.checks.has(place) ? [checkField()] : [];
}

async function quietly(device: Device, plan: InputPlan, touch: Promise<ShellResult>): Promise<ShellResult> {
  try {
    return await touch;
  } catch (error) {
    if (plan.isSecret !== true || !isFoveaError(error)) throw error;
    // The messages of the connection name the script, and that holds what was typed.
    throw new FoveaError(error.code, `typing on ${device.serial} was cut off (${error.code})`, error.context);
  }
}

/** `input` reports its failures in words, and not always by its exit code. */
function failOnComplaint(result: ShellResult, { serial }: Device, plan: InputPlan): void {
  const said = `${withoutTimes(result.stderr)}\n${result.stdout.toString("utf8")}`.trim();
  if (result.exitCode === 0 && !/^(?:Error|Usage|usage|Exception|Unknown command|java\.|Killed)/m.test(said)) return;
  const shown = plan.isSecret === true ? "" : `: ${quoteWords(said.split("\n").slice(0, 3).join(" "))}`;
  if (/INJECT_EVENTS/.test(said)) {
    throw new FoveaError("INPUT_REFUSED", `${serial} refuses injected input${shown}`, { device: serial });
  }
  const isUsage = /^usage:|Unknown command/im.test(said);
  const code = isUsage ? "UNSUPPORTED_ON_DEVICE" : "SHELL_FAILED";
  throw new FoveaError(code, `input on ${serial} failed (${result.exitCode})${shown}`, {
    device: serial,
    mayHaveHappened: true,
  });
}

function focusLost({ serial }: Device, what: string): FoveaError {
  const message = `${what} of ${serial} in the middle of it, and the rest was not sent`;
  return new FoveaError("FOCUS_LOST", message, { device: serial, mayHaveHappened: true });
}

/** Input to something on the screen. */
export interface TargetedInput extends InputPlan {
  /** What it is to be done to, first to last. */
  readonly targets: readonly FoundTarget[];
}

/** How often input is planned again because another window came to the front meanwhile. */
const MOST_PLANS = 4;

/**
 * Plans input on the screen as it is and sends it, with the word of the window manager on the focus asked for in the
 * same stream. If it is not, the plan is made again, which refuses a gone target. Where the device reports twice
 * nothing of the focus, although the host just read it, it words its dumps in another way: then there is no guard.
 * Errors: those of makePlan and sendInput; FOCUS_LOST where the focus does not stay anywhere.
 */
export async function planAndSend<Plan extends TargetedInput>(
  session: Session,
  apiLevel: number | null,
  makePlan: () => Promise<Plan>,
  signal: AbortSignal,
): Promise<{ readonly plan: Plan } & Sent> {
  let unknown = 0;
  for (let plans = 0; plans < MOST_PLANS; plans += 1) {
    const plan = await makePlan();
    const sent = await sendTimed(session, apiLevel, plan, signal).catch((error) => {
      throw withTargets(error, plan.targets);
    });
    if (!("notSent" in sent)) return { plan, ...sent };
    if (sent.notSent === "unknown") unknown += 1;
    if (unknown === 2) session.traits.missing.add(FOCUS_GUARD);
  }
  const { serial } = session.device;
  throw new FoveaError("FOCUS_LOST", `windows keep appearing and disappearing on ${serial}; nothing was touched`, {
    device: serial,
    hint: "Call wait_for with a condition, or without one for any change; then observe, and try again.",
  });
}
