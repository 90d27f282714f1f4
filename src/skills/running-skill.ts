import * as z from "zod";
import { type ErrorCode, toFoveaError } from "../base/errors.js";
import { deadline } from "../base/signals.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import { lookUntil } from "../replay/look-until.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import type { SkillStepReport } from "../tool-contract/skill-report.js";
import type { ToolContext } from "../tool-contract/tool.js";
import { pressKey } from "../tools/press-key.js";
import { scrollTo } from "../tools/scroll-to.js";
import { Diverged } from "./diverged.js";
import type { FoundTarget } from "./find-target.js";
import { hasKeyboard, type Judgement, judgeSkillStep } from "./judge.js";
import { Progress } from "./progress.js";
import { type Readiness, readiness, targetWords } from "./readiness.js";
import { isLoop, type Skill, type SkillStep } from "./skill.js";
import { argsFor, isBack, toolOf } from "./step-call.js";
import { fill } from "./template.js";

export interface RunningParts {
  readonly session: Session;
  readonly context: ToolContext;
  readonly patienceMs: number;
  readonly note: (report: SkillStepReport) => void;
  readonly values: ReadonlyMap<string, string>;
  /** The number of the first step to perform. */
  readonly from: number;
}

type At = (step: SkillStep, number: number) => void;

interface Next {
  /** The index of the step in the window. */
  readonly place: number;
  readonly screen: Observation;
  readonly found: readonly FoundTarget[];
  readonly needless: string | null;
}

/** Errors of a call that was refused before anything was sent, because the screen had changed. */
const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ELEMENT_NOT_FOUND",
  "AMBIGUOUS_TARGET",
  "TARGET_DISABLED",
  "TARGET_UNREACHABLE",
  "REF_STALE",
  "REF_CHANGED",
]);

/** Errors of an action that the guard or a person stopped: nothing was sent, and it is not tried again. */
const HELD_BACK: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ACTION_BLOCKED",
  "CONFIRMATION_REQUIRED",
  "CONSENT_IMPOSSIBLE",
  "CONSENT_REFUSED",
  "CONSENT_STALE",
]);

/** How long to wait for steps that are only sometimes needed, in ms. */
const OPTIONAL_MS = 2_000;

/** One run of a skill. */
export class RunningSkill {
  readonly values: Map<string, string>;
  readonly #parts: RunningParts;
  #progress = new Progress();

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.values = new Map(parts.values);
  }

  /**
   * Performs all steps. Errors: Diverged, those of the device, the signal's reason. `at` is called before each step.
   */
  async all({ steps }: Skill, lists: ReadonlyMap<string, readonly string[]>, at: At, signal: AbortSignal) {
    let number = 1;
    let pending: SkillStep[] = [];
    const flush = async () => {
      const left = Math.min(pending.length, Math.max(0, this.#parts.from - number));
      const now = pending.slice(left);
      const base = number + left;
      number += pending.length;
      pending = [];
      await this.#inOrder(now, base, at, signal);
    };
    for (const item of steps) {
      if (!isLoop(item)) {
        pending.push(item);
        continue;
      }
      await flush();
      const isBehind = number + item.steps.length <= this.#parts.from;
      for (const value of isBehind ? [] : (lists.get(item.each) ?? [])) {
        this.values.set(item.item, value);
        // The same step with another value is not a repetition.
        this.#progress = new Progress();
        await this.#inOrder(item.steps, number, at, signal);
      }
      number += item.steps.length;
    }
    await flush();
  }

  async #inOrder(steps: readonly SkillStep[], base: number, at: At, signal: AbortSignal): Promise<void> {
    let place = 0;
    while (place < steps.length) {
      const window = windowAt(steps, place);
      at(window.at(-1) ?? steps[place] ?? missing(), base + place + window.length - 1);
      const next = await this.#next(window, steps, place, signal);
      const end = next ? place + next.place : steps.length;
      for (const [index, step] of steps.slice(place, end).entries())
        this.#note(step, base + place + index, "skipped", ["not needed on this screen"]);
      const step = steps[end];
      if (!next || !step) return;
      at(step, base + end);
      if (next.needless !== null) this.#note(step, base + end, "skipped", [next.needless]);
      else if (!(await this.#do(step, base + end, next, signal))) {
        place = end;
        continue;
      }
      place = end + 1;
    }
  }

  #note(step: SkillStep, number: number, outcome: SkillStepReport["outcome"], notes: readonly string[]): void {
    this.#parts.note({ step: number, did: fill(step.did, this.values), outcome, notes });
  }

  /** The first of these steps that fits the screen; null if all are optional and none fits in time. */
  async #next(
    window: readonly SkillStep[],
    steps: readonly SkillStep[],
    place: number,
    signal: AbortSignal,
  ): Promise<Next | null> {
    const isOptional = window.every(({ when }) => when !== undefined);
    const last: { seen: Look | null } = { seen: null };
    const check = async () => {
      const { observation } = await observe(this.#parts.session, OBSERVE_TREE, signal);
      last.seen = this.#look(window, steps, place, observation);
      return last.seen.next ? last.seen : undefined;
    };
    const { patienceMs } = this.#parts;
    const ms = isOptional ? Math.min(OPTIONAL_MS, patienceMs) : patienceMs;
    const seen = await lookUntil(ms, check, () => last.seen, signal);
    if (seen.next) return seen.next;
    if (isOptional) return null;
    const scrolled = await this.#scrollFor(window, steps, place, seen, signal);
    if (scrolled?.next) return scrolled.next;
    const refused = (scrolled ?? seen).required;
    const words = refused.kind === "not yet" ? refused.missing : [];
    const code = refused.kind === "not yet" ? refused.code : "REPLAY_OTHER_SCREEN";
    throw new Diverged(code, `the screen is not the one that the step is for: ${words.join("; ")}; nothing was done`, {
      expected: words,
      mayHaveHappened: false,
    });
  }

  #look(window: readonly SkillStep[], steps: readonly SkillStep[], place: number, screen: Observation): Look {
    let required: Readiness = { kind: "not yet", code: "REPLAY_OTHER_SCREEN", missing: [] };
    for (const [index, step] of window.entries()) {
      required = readiness(step, steps[place + index + 1], screen, this.values);
      if (required.kind !== "ready") continue;
      const { found, needless } = required;
      return { next: { place: index, screen, found, needless }, required, screen };
    }
    return { next: null, required, screen };
  }

  /** Searches a target further down a list by scrolling, which does not touch any element. */
  async #scrollFor(
    window: readonly SkillStep[],
    steps: readonly SkillStep[],
    place: number,
    { required, screen }: Look,
    signal: AbortSignal,
  ): Promise<Look | null> {
    const target = window.at(-1)?.targets[0];
    const isThere = required.kind === "not yet" && required.code === "ELEMENT_NOT_FOUND";
    if (!target || !isThere || !screen.elements.some(({ actions }) => actions.includes("scroll"))) return null;
    const { session, context } = this.#parts;
    const wanted = target.slot === undefined ? JSON.stringify(target.selectors[0]) : targetWords(target, this.values);
    if (target.by === "around") return null;
    const found = await scrollTo
      .perform({ target: wanted }, { ...context, session: async () => session }, signal)
      .then(() => true)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        if (REFUSED.has(toFoveaError(error).code)) return false;
        throw error;
      });
    if (!found) return null;
    const { observation } = await observe(session, OBSERVE_TREE, signal);
    return this.#look(window, steps, place, observation);
  }

  /** Performs a step; false if the screen changed before anything was sent: then the screen is observed again. */
  async #do(step: SkillStep, number: number, next: Next, signal: AbortSignal): Promise<boolean> {
    const args = argsFor(step, next.found, this.values);
    if (isBack(step) && step.keyboard === false && hasKeyboard(next.screen)) return await this.#hideKeyboard(signal);
    this.#progress.note(`step ${number} (${step.tool})`, next.screen);
    let done: Done;
    try {
      done = await this.#perform(step, args, signal);
    } catch (error) {
      signal.throwIfAborted();
      const coded = toFoveaError(error);
      const { mayHaveHappened = !REFUSED.has(coded.code) && !HELD_BACK.has(coded.code) } = coded.context;
      if (!mayHaveHappened && REFUSED.has(coded.code)) return false;
      throw new Diverged(coded.code, coded.message, { expected: [], mayHaveHappened });
    }
    const judged = await this.#judged(step, { ...done, before: next.screen, found: next.found }, signal);
    if (judged.code !== null) {
      const words = judged.missing.join("; ");
      const message = `after the step the screen is not one that the runs showed: ${words}`;
      throw new Diverged(judged.code, message, { expected: judged.missing, mayHaveHappened: true });
    }
    const isHealed = next.found.some((one) => one.kind === "one" && one.isHealed);
    this.#note(step, number, isHealed ? "healed" : "passed", done.notes);
    return true;
  }

  /**
   * Hides a keyboard that the runs did not have, with Back, which does nothing else then. Then the step is checked
   * again.
   */
  async #hideKeyboard(signal: AbortSignal): Promise<false> {
    const { session, context } = this.#parts;
    await pressKey.perform({ key: "back" }, { ...context, session: async () => session }, signal);
    const { observation } = await observe(session, OBSERVE_TREE, signal);
    this.#progress.note("hiding the keyboard", observation);
    return false;
  }

  async #perform(step: SkillStep, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Done> {
    const { session, context } = this.#parts;
    const tool = toolOf(step);
    const config = { ...context.config, actionTimeoutMs: 0 };
    using limit = deadline(tool.deadlineMs, tool.name, signal);
    const own: ToolContext = { ...context, config, session: async () => session, progress: () => {} };
    const outcome = await tool.perform(args, own, limit.signal);
    const { notes, verdict, observation } = actSchema.parse(outcome.toJson());
    return { notes: notes.filter((note) => !note.startsWith("healed: ")), verdict: verdict.kind, after: observation };
  }

  /** Observes again until the screen fits the skill: a slow screen does not count as a divergence. */
  async #judged(step: SkillStep, done: DoneOn, signal: AbortSignal): Promise<Judgement> {
    const { session, patienceMs } = this.#parts;
    const first = { screen: done.after };
    const last: { judged: Judgement | null } = { judged: null };
    const check = async () => {
      const after = first.screen ?? (await observe(session, OBSERVE_TREE, signal)).observation;
      first.screen = null;
      last.judged = judgeSkillStep(step, { ...done, after }, this.values);
      return last.judged.code === null ? last.judged : undefined;
    };
    return await lookUntil(patienceMs, check, () => last.judged, signal);
  }
}

interface Look {
  readonly next: Next | null;
  /** Whether the screen fits the last step, the only one that is not optional. */
  readonly required: Readiness;
  readonly screen: Observation;
}

interface Done {
  readonly notes: readonly string[];
  readonly verdict: string;
  readonly after: Observation | null;
}

interface DoneOn extends Done {
  readonly before: Observation;
  readonly found: readonly FoundTarget[];
}

const actSchema = z.looseObject({
  notes: z.array(z.string()),
  verdict: z.looseObject({ kind: z.string() }),
  observation: z.custom<Observation | null>(),
});

/** The next required step, with the optional steps before it. */
function windowAt(steps: readonly SkillStep[], place: number): readonly SkillStep[] {
  const rest = steps.slice(place);
  const required = rest.findIndex(({ when }) => when === undefined);
  return required < 0 ? rest : rest.slice(0, required + 1);
}

function missing(): never {
  throw new Error("there is no step here");
}
