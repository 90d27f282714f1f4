import { detectIntentChooser } from "../screen/chooser.js";
import type { UiElement } from "../screen/element.js";
import { elementsOf } from "../screen/elements.js";
import type { FactError, Keyguard } from "../screen/facts.js";
import { assignRefs } from "../screen/identity.js";
import {
  type Observation,
  observationSchema,
  type Part,
  type PartName,
  type Screenshot,
} from "../screen/observation.js";
import type { Session } from "../session/session.js";
import type { Look, ObserveResult } from "./observe.js";
import { factError, type ProbeResult, partOf } from "./probe.js";
import type { WindowLook } from "./probes/window.js";
import { unknownFacts } from "./unknown-facts.js";

export interface Parts {
  readonly session: Session;
  readonly look: Look;
  readonly cost: Observation["cost"];
  readonly isTorn: boolean;
}

/** Puts the parts of a look together into one validated, frozen observation. */
export function assemble({ session, look, cost, isTorn }: Parts): ObserveResult {
  const now = performance.now();
  const window = freshWindow(look);
  const identified = identify(session, look, window);
  const facts = {
    displayId: window?.displayId ?? null,
    screenSize: window?.screenSize ?? frameSize(look),
    density: window?.density ?? null,
    rotation: window?.rotation ?? null,
    systemInsets: window?.systemInsets ?? null,
    activeWindow: window?.activeWindow ?? null,
    ime: window?.ime ?? look.inputMethod?.value ?? null,
    power: window?.power ?? null,
    keyguard: window?.keyguard ?? null,
  };
  const errors = errorsOf(look, isTorn, facts);
  const deviceTimeMs = look.window.value?.deviceTimeMs ?? null;
  const observation = {
    observationId: session.nextObservationId(),
    device: deviceOf(session, look),
    timestamp: new Date().toISOString(),
    deviceTime: deviceTimeMs === null ? null : new Date(deviceTimeMs).toISOString(),
    ...facts,
    hierarchySource: identified ? ("uiautomator" as const) : ("none" as const),
    viewHierarchy: look.hierarchy?.value?.hierarchy ?? null,
    elements: identified ?? [],
    focusedElement: identified?.find((element) => element.focused === true) ?? null,
    intentChooserDetected: detectIntentChooser(facts.activeWindow, look.hierarchy?.value?.hierarchy ?? null),
    frameStats: look.frameStats?.value ?? null,
    screenshot: screenshotOf(look, now),
    parts: partsOf(look, now),
    cost,
    error: summary(errors),
    errors,
  };
  const frame = look.screenshot?.value?.frame ?? null;
  return { observation: observationSchema.parse(observation), frame };
}

/**
 * Window facts as they were right after the tree was taken, in the same stream: they belong to it. What that shorter
 * answer does not tell comes from the first one.
 */
function freshWindow({ window, hierarchy }: Look): WindowLook | null {
  const first = window.value;
  const after = hierarchy?.value?.windowAfter;
  if (!first || !after) return first;
  return {
    ...first,
    displayId: after.displayId ?? first.displayId,
    screenSize: after.screenSize ?? first.screenSize,
    density: after.density ?? first.density,
    rotation: after.rotation ?? first.rotation,
    systemInsets: after.systemInsets ?? first.systemInsets,
    activeWindow: after.activeWindow ?? first.activeWindow,
    ime: after.ime ?? first.ime,
    keyguard: mergeKeyguard(first.keyguard, after.keyguard),
  };
}

function mergeKeyguard(first: Keyguard | null, after: Keyguard | null): Keyguard | null {
  if (!first || !after) return first ?? after;
  return {
    showing: after.showing ?? first.showing,
    secure: after.secure ?? first.secure,
    occluded: after.occluded ?? first.occluded,
  };
}

function identify(session: Session, look: Look, window: WindowLook | null): readonly UiElement[] | null {
  const hierarchy = look.hierarchy?.value?.hierarchy;
  if (!hierarchy) return null;
  const drafts = elementsOf(hierarchy, window?.screenSize ?? null);
  const last = session.lastObservation;
  const isSameBoot = last?.device.bootId === (look.facts.value?.bootId ?? null);
  const previous =
    last?.viewHierarchy && isSameBoot ? { elements: last.elements, viewHierarchy: last.viewHierarchy } : null;
  return assignRefs(drafts, hierarchy, previous, () => session.nextRef());
}

function deviceOf(session: Session, { facts }: Look): Observation["device"] {
  return {
    serial: session.device.serial,
    model: facts.value?.model ?? null,
    apiLevel: facts.value?.apiLevel ?? null,
    release: facts.value?.release ?? null,
    bootId: facts.value?.bootId ?? null,
  };
}

function frameSize(look: Look): Observation["screenSize"] {
  const frame = look.screenshot?.value?.frame;
  return frame ? { width: frame.width, height: frame.height } : null;
}

function screenshotOf({ screenshot }: Look, now: number): Screenshot | null {
  if (!screenshot?.value) return null;
  const { frame, black } = screenshot.value;
  const { sha256, width, height, format, takenAt } = frame;
  return { sha256, width, height, format, ageMs: Math.round(now - takenAt), path: null, black };
}

/** Window facts are as old as the later of their two sources; power, asked for in the first stream only, as that. */
function partsOf(look: Look, now: number): Partial<Record<PartName, Part>> {
  const parts = Object.fromEntries(resultsOf(look).map((result) => [result.name, partOf(result, now)]));
  const window = partOf(look.window, now);
  const after = look.hierarchy?.value?.windowAfter && look.window.value ? look.hierarchy.takenAt : null;
  const ageMs = after === null ? window.ageMs : Math.round(now - after);
  return { ...parts, window: { ...window, ageMs }, power: { ...window, source: "dumpsys power" } };
}

function resultsOf(look: Look): readonly ProbeResult<unknown>[] {
  return [look.facts, look.window, look.hierarchy, look.screenshot, look.frameStats, look.inputMethod].filter(
    (result) => result !== null,
  );
}

function errorsOf(look: Look, isTorn: boolean, facts: Parameters<typeof unknownFacts>[0]): readonly FactError[] {
  const errors = resultsOf(look).flatMap((result) => result.errors);
  const torn = isTorn
    ? [factError("observe", "TORN_OBSERVATION", "the focused window and the hierarchy are of different screens")]
    : [];
  return [...errors, ...lockErrors(facts.keyguard), ...torn, ...unknownFacts(facts, look.window.value !== null)];
}

function lockErrors(keyguard: Keyguard | null): readonly FactError[] {
  if (keyguard?.showing !== true || keyguard.occluded === true) return [];
  const how = keyguard.secure === true ? " (secured)" : "";
  return [factError("window", "DEVICE_LOCKED", `the lock screen is showing${how}`)];
}

/** All errors in one line. What a device never reports is no error of this observation. */
function summary(errors: readonly FactError[]): string | null {
  const told = errors.filter((error) => error.code !== "FACT_UNKNOWN");
  if (told.length === 0) return null;
  return told.map((error) => `${error.code}: ${error.message}`).join("; ");
}
