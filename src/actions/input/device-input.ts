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

/** From Android 12 on `input` is a shell script around `cmd input`: calling `cmd input` saves a process. */
const FIRST_WITH_CMD_INPUT = 31;

/** The command line of `input` with these arguments, for this release. */
export function inputArgv(apiLevel: number | null, args: readonly string[]): Argv {
  return apiLevel !== null && apiLevel >= FIRST_WITH_CMD_INPUT ? ["cmd", "input", ...args] : ["input", ...args];
}

/** A pause on the device between two calls of `input`. */
export function pauseArgv(ms: number): Argv {
  return ["sleep", String(ms / 1000)];
}

/** A hung app blocks `input` for 5 s (it waits until the event was consumed); the time of a gesture is added. */
const INPUT_MS = 15_000;

export interface InputPlan {
  /** Proof that the session's guard let it pass as it is planned. */
  readonly passed: Passed;
  /** The commands to run, one after another in one shell, which stops at the first that fails. */
  readonly calls: readonly Argv[];
  /** How much longer than a tap all commands together may take. */
  readonly extraMs: number;
  /**
   * The window that the input is meant for: if another window has the focus right before, nothing is sent. Null for any
   * window.
   */
  readonly window: ActiveWindow | null;
  /**
   * Checks the focus before each command instead of before the first only: for texts, never in the middle of a gesture.
   */
  readonly isGuardedThroughout?: boolean;
  /**
   * The field that the input is meant for: if the app reports that another view receives the keys, nothing more is
   * sent.
   */
  readonly field?: HeldField;
  /** Asks the device afterwards which view of the app receives keys, or whether that view has changed. */
  readonly reports?: "served" | "moved";
  /** Asks the device for its time right before the first and after the last command. */
  readonly isTimed?: boolean;
  /** Asks the power manager afterwards, in the same stream, when the device was used last. */
  readonly asksLastUse?: boolean;
  /** Asks this app afterwards, in the same stream, for its last frames. */
  readonly asksFramesOf?: string | null;
  /** The commands contain words that must not appear in messages, such as a typed password. */
  readonly isSecret?: boolean;
}

/**
 * Nothing was sent. `moved`: another window had the focus; `field`: another field had it; `unknown`: the device did not
 * report which window has it.
 */
export interface NotSent {
  readonly notSent: "moved" | "field" | "unknown";
}

/**
 * Sends input events once. Gives the output of `input`, or why nothing was sent. Errors: INPUT_REFUSED,
 * UNSUPPORTED_ON_DEVICE, SHELL_FAILED; TIMEOUT and DEVICE_DISCONNECTED say whether the events may have been injected;
 * FOCUS_LOST if another window took the focus in the middle.
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
   * The device's time before and after the input, in ms since boot; empty if the plan does not ask for it, or the
   * device did not report it.
   */
  readonly times: readonly number[];
  /**
   * The times when the device was last used, read after the input; empty if the plan does not ask for them, or they
   * could not be read.
   */
  readonly lastUses: Promise<readonly number[]>;
  /**
   * The last frames of the app, read after the input; null if the plan does not ask for them, or the app did not report
   * them.
   */
  readonly frames: Promise<FrameStats | null>;
}

/** As {@link sendInput}, with everything else that the plan asks the device for. */
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
 * The frames that the app reports. If the app does not answer, or the stream was lost after the keys, the result is
 * null: the keys did not fail.
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
    // Messages of the connection contain the script, and the script contains the typed text.
    throw new FoveaError(error.code, `typing on ${device.serial} was cut off (${error.code})`, error.context);
  }
}

/** `input` reports failures as text, and not always by its exit code. */
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
  const message = `${what} of ${serial} during input, and the rest was not sent`;
  return new FoveaError("FOCUS_LOST", message, { device: serial, mayHaveHappened: true });
}

/** Input for a target on the screen. */
export interface TargetedInput extends InputPlan {
  /** The targets of the input, first to last. */
  readonly targets: readonly FoundTarget[];
}

/** How often input is planned at most, because another window came to the front meanwhile. */
const MOST_PLANS = 4;

/**
 * Plans input on the screen as it is and sends it; the same stream first asks the window manager which window has the
 * focus. If another window has it, the input is planned again, and a target that is gone is refused then. If the device
 * twice reports no focus, although the host has just read it, its dumps have an unknown format: then the input is sent
 * without this check. Errors: those of makePlan and sendInput; FOCUS_LOST if the focus does not stay anywhere.
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
