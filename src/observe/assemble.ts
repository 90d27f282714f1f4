import { detectIntentChooser } from "../screen/chooser.js";
import type { ElementDraft, UiElement } from "../screen/element.js";
import { elementsOf } from "../screen/elements.js";
import type { FactError } from "../screen/facts.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import { assignRefs } from "../screen/identity.js";
import { assembledSchema, type Observation, type Part, type PartName, type Screenshot } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import { type Look, resultsOf } from "./look.js";
import { lookErrors } from "./look-errors.js";
import { type MergedWindow, mergeWindow } from "./merge-window.js";
import { partOf } from "./probe.js";
import type { WindowLook } from "./probes/window.js";
import { showsNothing } from "./shows-nothing.js";

export interface Parts {
  readonly session: Session;
  readonly look: Look;
  /** Asked last, so that putting the parts together counts, too. */
  readonly cost: () => Observation["cost"];
  readonly isTorn: boolean;
}

/** Puts the parts of a look together into one validated, frozen observation. */
export function assemble({ session, look, cost, isTorn }: Parts): Observation {
  const now = performance.now();
  const merged = mergeWindow(look);
  const window = merged?.facts ?? null;
  const hierarchy = look.hierarchy?.value?.hierarchy ?? null;
  const elements = identify(session, look, window);
  const deviceTimeMs = window?.deviceTimeMs ?? null;
  const facts = {
    device: deviceOf(session, look),
    deviceTime: deviceTimeMs === null ? null : new Date(deviceTimeMs).toISOString(),
    displayId: window?.displayId ?? null,
    screenSize: window?.screenSize ?? null,
    density: window?.density ?? null,
    rotation: window?.rotation ?? null,
    systemInsets: window?.systemInsets ?? null,
    activeWindow: window?.activeWindow ?? null,
    ime: window?.ime ?? look.inputMethod?.value ?? null,
    power: window?.power ?? null,
    keyguard: window?.keyguard ?? null,
  };
  const screenshot = screenshotOf(look, window, now);
  const errors = lookErrors({ look, merged, facts, isTorn, screenshot });
  return assembledSchema.parse({
    observationId: session.nextObservationId(),
    timestamp: new Date().toISOString(),
    ...facts,
    hierarchySource: hierarchy ? "uiautomator" : "none",
    viewHierarchy: hierarchy,
    elements,
    focusedElement: elements.find((element) => element.focused === true) ?? null,
    intentChooserDetected: detectIntentChooser(facts.activeWindow, hierarchy),
    frameStats: look.frameStats?.value ?? null,
    screenshot,
    parts: partsOf(look, merged, now),
    cost: cost(),
    error: summary(errors),
    errors,
  });
}

/** The elements with their refs: those of the last observation where it was of the same window in the same boot. */
function identify(session: Session, look: Look, window: WindowLook | null): readonly UiElement[] {
  const hierarchy = look.hierarchy?.value?.hierarchy;
  if (!hierarchy) return [];
  const last = session.lastObservation;
  const bootId = look.facts.value?.bootId ?? null;
  const windowId = window?.activeWindow?.windowId ?? null;
  const isSameBoot = bootId !== null && last?.device.bootId === bootId;
  const isSameWindow = windowId !== null && last?.activeWindow?.windowId === windowId;
  const previous =
    last?.viewHierarchy && isSameBoot && isSameWindow
      ? { elements: last.elements, viewHierarchy: last.viewHierarchy }
      : null;
  return assignRefs(draftsOf(look, hierarchy, window), hierarchy, previous, () => session.nextRef());
}

/** The elements as they were found while the window manager had the last word, if that did not change the screen's size. */
function draftsOf(look: Look, hierarchy: ViewHierarchy, window: WindowLook | null): readonly ElementDraft[] {
  const size = window?.screenSize ?? null;
  const early = look.hierarchy?.value?.drafts;
  const isSameSize = early?.screenSize?.width === size?.width && early?.screenSize?.height === size?.height;
  return early && isSameSize ? early.elements : elementsOf(hierarchy, size);
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

function screenshotOf({ screenshot }: Look, window: WindowLook | null, now: number): Screenshot | null {
  if (!screenshot?.value) return null;
  const { frame } = screenshot.value;
  const black = showsNothing(frame, window?.systemInsets ?? null);
  const { sha256, width, height, format, takenAt } = frame;
  return { sha256, width, height, format, ageMs: Math.round(now - takenAt), path: null, black };
}

/** Window, keyguard and power come out of the same streams; each is as old as the oldest fact that is given of it. */
function partsOf(look: Look, merged: MergedWindow | null, now: number): Partial<Record<PartName, Part>> {
  const parts = Object.fromEntries(resultsOf(look).map((result) => [result.name, partOf(result, now)]));
  const window = partOf(look.window, now);
  const told = (source: string, takenAt: number | null | undefined): Part => {
    const ageMs = takenAt === null || takenAt === undefined ? null : Math.max(0, Math.round(now - takenAt));
    return { ...window, source: ageMs === null ? "none" : source, ageMs };
  };
  const { keyguard, power } = merged?.facts ?? { keyguard: null, power: null };
  return {
    ...parts,
    window: told("dumpsys window", merged?.takenAt.window),
    keyguard: told("dumpsys window", keyguard && merged?.takenAt.keyguard),
    power: told(power?.wakefulness ? "dumpsys power" : "dumpsys window", power && merged?.takenAt.power),
  };
}

/** All errors in one line. What a device never reports is no error of this observation. */
function summary(errors: readonly FactError[]): string | null {
  const told = errors.filter((error) => error.code !== "FACT_UNKNOWN");
  if (told.length === 0) return null;
  return told.map((error) => `${error.code}: ${error.message}`).join("; ");
}
