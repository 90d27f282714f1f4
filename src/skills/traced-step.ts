import { REDACTED } from "../base/redaction.js";
import { SEVERITIES, type Severity } from "../guard/decision.js";
import { normaliseLabel } from "../screen/label.js";
import { type StoredSelector, storedSelectorSchema } from "../screen/stored-selector.js";
import type { InteractionStep } from "../trace/protocol.js";
import { extensions, type TraceCall } from "../trace/x-fovea.js";
import { type Seen, type Standing, seenInTrace, standing } from "./seen.js";
import type { SkillFront } from "./skill.js";

/** The target of one step in one run. */
export interface TracedTarget {
  readonly place: "target" | "from" | "to";
  readonly selector: StoredSelector;
  readonly checked: boolean | null;
  readonly isEmptyField: boolean;
  /** The texts of a field without a value: its hint. */
  readonly hints: readonly string[];
}

/** The facts of a run's step from which a skill is learnt. */
export interface TracedStep {
  readonly number: number;
  readonly did: string;
  readonly tool: string;
  /** The arguments except the targets. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly targets: readonly TracedTarget[];
  /** Whether it has places without a known element. */
  readonly hasPoints: boolean;
  readonly before: SkillFront;
  readonly after: SkillFront;
  readonly screen: Standing;
  /** The ids and texts on the screen after it; null if the screen was not read. */
  readonly left: Standing | null;
  /** Words of list items before or after it: they are data. */
  readonly listed: ReadonlySet<string>;
  readonly listedIds: ReadonlySet<string>;
  readonly verdict: string;
  /** Whether the keyboard was on the screen. */
  readonly hasKeyboard: boolean;
  readonly guard: { readonly class: string; readonly severity: Severity } | null;
  readonly ms: number;
}

const PLACES = ["target", "from", "to"] as const;

/** Reads a step of a trace; null if it failed, or if the trace does not show how it was performed. */
export function tracedStep(step: InteractionStep, number: number, call: TraceCall | undefined): TracedStep | null {
  const own = extensions.action(step.action);
  const outcome = extensions.step(step);
  const state = extensions.state(step.visual_state);
  if (!own || outcome?.error || !outcome?.verdict) return null;
  const seen = seenInTrace(step.visual_state.elements);
  const { targets, hasPoints } = targetsOf(step, own, seen);
  const { after } = outcome;
  const front = { package: state?.package ?? null, activity: state?.activity ?? null };
  return {
    number,
    did: own.did ?? own.tool,
    tool: own.tool,
    args: Object.fromEntries(Object.entries(own.args).filter(([name]) => !isLeftOut(name))),
    targets,
    hasPoints,
    before: front,
    after: after ? { package: after.package ?? null, activity: after.activity ?? null } : front,
    screen: standing(seen),
    left: after
      ? { ids: new Set(after.ids ?? standing(seen).ids), texts: new Set(after.words.map(normaliseLabel)) }
      : null,
    listed: new Set([...wordsInLists(seen), ...(after?.listed ?? [])]),
    listedIds: idsInLists(seen),
    verdict: outcome.verdict.kind,
    hasKeyboard: state?.keyboard === true,
    guard: guardOf(call),
    ms: outcome.duration_ms,
  };
}

/** Arguments that belong to the call, not to the action. */
const OF_CALL: readonly string[] = ["device", "expect", "timeout_ms", "rationale", "why", "verify"];

function isLeftOut(name: string): boolean {
  return OF_CALL.includes(name) || (PLACES as readonly string[]).includes(name);
}

function wordsInLists(seen: readonly Seen[]): readonly string[] {
  return seen.flatMap(({ isListed, labels }) => (isListed ? labels : []));
}

function idsInLists(seen: readonly Seen[]): ReadonlySet<string> {
  return new Set(seen.flatMap(({ isListed, id }) => (isListed && id !== null ? [id] : [])));
}

function targetsOf(
  step: InteractionStep,
  own: NonNullable<ReturnType<typeof extensions.action>>,
  seen: readonly Seen[],
): Pick<TracedStep, "targets" | "hasPoints"> {
  const stored = [own.selector, own.to_selector].flatMap((one) => {
    const parsed = storedSelectorSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
  const named = PLACES.filter((place) => typeof own.args[place] === "string");
  const touched = seen.find(({ ref }) => ref === step.action.target_id);
  const targets = named.flatMap((place, index): readonly TracedTarget[] => {
    const selector = stored[index];
    if (!selector) return [];
    const isFirst = index === 0 && touched !== undefined;
    return [
      {
        place,
        selector,
        checked: isFirst ? touched.checked : null,
        hints: isFirst && touched.role === "field" && (touched.value ?? "") === "" ? touched.labels : [],
        isEmptyField: isFirst && touched.role === "field" && (touched.value ?? "") === "",
      },
    ];
  });
  return { targets, hasPoints: targets.length < named.length };
}

function guardOf(call: TraceCall | undefined): TracedStep["guard"] {
  const found = (call?.guard ?? []).flatMap((line) => {
    const severity = SEVERITIES.find((one) => one === line["severity"]);
    const name = line["class"];
    return typeof name === "string" && severity !== undefined ? [{ class: name, severity }] : [];
  });
  const [worst] = found.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
  return worst ?? null;
}

/** Whether a typed text or a pressed key was redacted. */
export function isRedacted(value: unknown): boolean {
  return typeof value === "string" && value.includes(REDACTED);
}
