import { FoveaError } from "../base/errors.js";
import { REDACTED } from "../base/redaction.js";
import { issueWords } from "../base/zod-words.js";
import { resolveStored } from "../screen/heal.js";
import type { Observation } from "../screen/observation.js";
import { parseTarget } from "../screen/selector.js";
import { parseStored, type StoredSelector, storedSelectorsOf } from "../screen/stored-selector.js";
import type { AnyTool } from "../tool-contract/tool.js";
import { closeApp } from "../tools/close-app.js";
import { drag } from "../tools/drag.js";
import { openApp } from "../tools/open-app.js";
import { openUrl } from "../tools/open-url.js";
import { pinch } from "../tools/pinch.js";
import { pressKey } from "../tools/press-key.js";
import { swipe } from "../tools/swipe.js";
import { tap } from "../tools/tap.js";
import { typeText } from "../tools/type-text.js";
import type { RecordedStep } from "./recorded-step.js";

const TOOLS: readonly AnyTool[] = [tap, swipe, drag, pinch, typeText, pressKey, openApp, closeApp, openUrl];

/** The call that repeats a step. */
export interface StepCall {
  readonly tool: AnyTool;
  readonly args: Readonly<Record<string, unknown>>;
  /** The stored selectors of its targets. */
  readonly targets: readonly StoredSelector[];
  /** Targets of which only the place is known. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly isShare: boolean }[];
  /** Whether the call has the same effect on every screen. */
  readonly isScreenIndependent: boolean;
  /** Whether it types into the field that has the focus. */
  readonly isToFocus: boolean;
}

/**
 * Makes the call that repeats a step: the same tool, with targets found by their stored selectors. `value` replaces a
 * redacted text. Errors: REPLAY_NOT_DONE if the trace does not have enough facts, REPLAY_VALUE_MISSING.
 */
export function stepCall(step: RecordedStep, value: string | undefined): StepCall {
  const tool = TOOLS.find(({ name }) => name === step.tool);
  if (!tool) {
    const what = step.tool === null ? "the trace does not say which tool did it" : `no step is done by ${step.tool}`;
    throw new FoveaError("REPLAY_NOT_DONE", `step ${step.number}: ${what}`);
  }
  const targetNames = targetNamesOf(step);
  const args: Readonly<Record<string, unknown>> = { ...step.args, ...targetNames.args, ...typedOf(step, value) };
  const parsed = tool.input.safeParse(args, { error: issueWords });
  if (!parsed.success) {
    const why = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).slice(0, 3);
    throw new FoveaError("REPLAY_NOT_DONE", `step ${step.number}: ${tool.name}: ${why.join("; ")}`);
  }
  const isToFocus = tool === typeText && args["target"] === undefined;
  return {
    tool,
    args,
    targets: targetNames.targets,
    points: targetNames.points,
    isScreenIndependent: isScreenIndependent(tool, args),
    isToFocus,
  };
}

const EVERYWHERE: readonly AnyTool[] = [openApp, closeApp, openUrl];
const KEYS_EVERYWHERE: ReadonlySet<unknown> = new Set(["home", "recents", "app_switch", "wakeup"]);

function isScreenIndependent(tool: AnyTool, args: Readonly<Record<string, unknown>>): boolean {
  return EVERYWHERE.includes(tool) || (tool === pressKey && KEYS_EVERYWHERE.has(args["key"]));
}

interface TargetNames {
  readonly args: Readonly<Record<string, string>>;
  readonly targets: readonly StoredSelector[];
  readonly points: StepCall["points"];
}

/** The arguments for places, in the order of the stored selectors. */
const PLACES = ["target", "from", "to"] as const;

function targetNamesOf(step: RecordedStep): TargetNames {
  const stored = [step.selector, step.toSelector].filter((selector) => selector !== null);
  const args: Record<string, string> = {};
  const targets: StoredSelector[] = [];
  const points: StepCall["points"][number][] = [];
  for (const name of PLACES) {
    const given = step.args[name];
    if (typeof given !== "string") continue;
    const place = parseTarget(given);
    if (place.kind !== "element") {
      points.push({ x: place.x, y: place.y, isShare: place.kind === "share" });
      continue;
    }
    const selector = stored.shift();
    if (selector !== undefined) {
      targets.push(parseStored(selector));
      args[name] = selector;
    } else if (place.phrases.some(({ ref }) => ref !== null)) {
      throw new FoveaError("REPLAY_NOT_DONE", `step ${step.number}: the trace does not identify ${given}`);
    }
  }
  return { args, targets, points };
}

/** The arguments that may be redacted: a typed text, or the key of a character. */
const TYPED = ["text", "key"] as const;

function typedOf({ number, args }: RecordedStep, value: string | undefined): Readonly<Record<string, string>> {
  const redacted = TYPED.find((name) => typeof args[name] === "string" && args[name].includes(REDACTED));
  if (redacted === undefined) return {};
  if (value !== undefined) return { [redacted]: value };
  const hint = `Give the value with \`fovea replay --value ${number}=env:NAME\` or --value ${number}=file:PATH.`;
  throw new FoveaError("REPLAY_VALUE_MISSING", `step ${number}: what was typed was redacted`, { hint });
}

/**
 * Whether only its place distinguished an element from the others: then another element at this place would be taken
 * for it.
 */
export function isPlaceOnly({ unique }: StoredSelector): boolean {
  return !unique.id && !unique.words && !unique.labels && unique.fingerprint !== true && unique.idAround !== true;
}

/** The recorded names of targets → their present names, for targets that are certainly on this screen. */
export function renamedTargets(targets: readonly StoredSelector[], screen: Observation): ReadonlyMap<string, string> {
  const names = targets.flatMap((stored) => {
    const { matches } = resolveStored(stored, screen);
    const [only] = matches;
    if (!only || matches.length > 1) return [];
    const own = storedSelectorsOf(screen)[screen.elements.indexOf(only.element)];
    if (!own || own.labels.length !== stored.labels.length) return [];
    return stored.labels.map((old, place) => [old, own.labels[place] ?? old] as const);
  });
  return new Map(names.filter(([old, now]) => old !== now));
}
