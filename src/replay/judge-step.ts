import { rectOf } from "../base/geometry.js";
import { diffScreens, elementWording } from "../screen/diff.js";
import { nameOrQuoted } from "../screen/label.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import type { Pixels } from "../vision/image.js";
import { clockWords } from "./clock-words.js";
import { compareEffects, type Effect, type EffectComparison } from "./compare-effects.js";
import { isSamePicture } from "./compare-pictures.js";
import { type Front, type RecordedAfter, type RecordedStep, withoutRef, wordsRecorded } from "./recorded-step.js";
import { isSameRecordedFront, type SteadyWords } from "./steady-words.js";

export interface SeenVerdict {
  readonly kind: string;
  readonly evidence: readonly string[];
}

/** The result of a repeated step. */
export interface Seen {
  readonly before: Observation;
  readonly after: Observation;
  readonly verdict: SeenVerdict;
}

export interface JudgeParts {
  readonly steady: SteadyWords;
  /** The recorded name of the target → its present name. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Compares the screen after a step with the recorded one, by words. */
export function compareStep(
  step: RecordedStep & { readonly after: RecordedAfter },
  { before, after, verdict }: Seen,
  { steady, renamed }: JudgeParts,
): EffectComparison {
  const [wasFront, isFront] = [step.after.front, frontOf(after)];
  const other = otherFront(wasFront, isFront);
  const startedAlike = step.before.isKnown && isSameRecordedFront(step.before.front, frontOf(before));
  const isChange = step.verdict?.kind === "changed" && verdict.kind === "changed";
  const recorded: Effect = {
    before: startedAlike ? step.before.words : null,
    after: step.after.words,
    changed: startedAlike ? step.after.changed : null,
    refocused: [],
    facts: isChange && startedAlike ? factsIn(step.verdict?.evidence ?? []) : null,
  };
  const now: Effect = {
    before: startedAlike ? wordsRecorded(before.elements) : null,
    after: wordsRecorded(after.elements),
    ...(startedAlike ? changedNow(before, after) : { changed: null, refocused: [] }),
    facts: isChange && startedAlike ? factsIn(verdict.evidence) : null,
  };
  const clocks = clockWords(
    { words: [...step.before.words, ...step.after.words], deviceMs: step.after.deviceMs },
    { words: [...wordsRecorded(before.elements), ...now.after], deviceMs: deviceMsOf(after) },
  );
  steady.noteClocks(wasFront, clocks);
  const isIgnored = (word: string) => clocks.has(word) || steady.isIgnored(wasFront, word);
  const compared = compareEffects(recorded, now, { isIgnored, renamed });
  const movedOn = !isSameRecordedFront(step.before.front, wasFront);
  return {
    differences: [...(other === null ? [] : [other]), ...compared.differences],
    isReported: compared.isReported || (movedOn && other === null && wasFront.package !== null),
  };
}

export function frontOf({ activeWindow }: Observation): Front {
  return { package: activeWindow?.package ?? null, activity: activeWindow?.activity ?? null };
}

/**
 * The difference between the recorded app in front and the present one; null if they are the same, or if none was
 * recorded.
 */
export function otherFront(recorded: Front, now: Front): string | null {
  if (recorded.package === null && recorded.activity === null) return null;
  return isSameRecordedFront(recorded, now)
    ? null
    : `in front is ${frontName(now)}, in the recording ${frontName(recorded)}`;
}

function frontName({ package: name, activity }: Front): string {
  if (name === null && activity === null) return "an unknown window";
  if (activity === null) return nameOrQuoted(name ?? "");
  const isOwn = name !== null && activity.startsWith(`${name}.`);
  return `${nameOrQuoted(name ?? "?")}/${nameOrQuoted(isOwn ? activity.slice(name.length) : activity)}`;
}

export function deviceMsOf({ deviceTime }: Observation): number | null {
  return deviceTime === null ? null : Date.parse(deviceTime);
}

function changedNow(before: Observation, after: Observation): Pick<Effect, "changed" | "refocused"> {
  if (before.hierarchySource === "none" || after.hierarchySource === "none") return { changed: null, refocused: [] };
  const [then, now] = [elementWording(before.elements), elementWording(after.elements)];
  const old = new Map(before.elements.map((element) => [element.ref, element]));
  const lines = diffScreens(before, after, DEFAULT_OUTLINE).changed.map((element) => {
    const was = old.get(element.ref);
    const line = withoutRef(now(element));
    const isFocusAlone = was !== undefined && unfocused(withoutRef(then(was))) === unfocused(line);
    return { line, isFocusAlone };
  });
  const of = (isFocusAlone: boolean) =>
    lines.filter((one) => one.isFocusAlone === isFocusAlone).map(({ line }) => line);
  return { changed: of(false), refocused: of(true) };
}

function unfocused(line: string): string {
  return line.replace(/ focused\b/, "");
}

const FACT = /^(?:keyboard (?:shown|hidden)|screen (?:on|off)|locked|unlocked|rotation \d)$/;

function factsIn(evidence: readonly string[]): readonly string[] {
  return evidence.filter((words) => FACT.test(words));
}

/**
 * Verdicts about a change of the screen alone: how much of the screen could be read may decide which of them a step
 * gets.
 */
const OF_SCREEN: ReadonlySet<string> = new Set(["changed", "no_effect", "uncertain", "unknown"]);

/** The contradiction between the two verdicts; null if they agree, or if words show the effect. */
export function otherVerdict(
  recorded: { readonly kind: string },
  now: SeenVerdict,
  { isReported }: Pick<EffectComparison, "isReported">,
): string | null {
  if (recorded.kind === now.kind) return null;
  // "unknown" means that nothing could be compared: it does not contradict a screen that is proven to be the same.
  if (recorded.kind === "unknown" && now.kind === "no_effect") return null;
  if (isReported && OF_SCREEN.has(recorded.kind) && OF_SCREEN.has(now.kind)) return null;
  return `the result is ${now.kind} (${now.evidence.join(", ")}), and was ${recorded.kind} in the recording`;
}

/** Whether two pictures of whole screens look the same below the status bar. */
export function isSameView(recorded: Pixels, now: Pixels, screen: Observation): boolean {
  return isSamePicture(recorded, now, rectOf(0, barHeight(screen), now.width, now.height));
}

/** The height of the status bar in px; 0 if it is not shown. */
export function barHeight({ systemInsets }: Observation): number {
  const bar = systemInsets?.statusBars;
  return bar?.visible === true ? bar.top : 0;
}
