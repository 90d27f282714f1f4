import { detectIntentChooser } from "../../screen/chooser.js";
import type { UiElement } from "../../screen/element.js";
import type { ActiveWindow, FactError } from "../../screen/facts.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import {
  assembledSchema,
  type Observation,
  type Part,
  type PartName,
  type Screenshot,
} from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { type ObservationParts, resultsOf } from "../observation-parts.js";
import { partOf } from "../probe.js";
import type { WindowData } from "../probes/window.js";
import { partErrors } from "./part-errors.js";
import { showsNothing } from "./shows-nothing.js";

export interface Parts {
  readonly session: Session;
  readonly look: ObservationParts;
  /** The elements with their refs. */
  readonly elements: readonly UiElement[];
  /** Called last, so that the time of putting the parts together is included. */
  readonly cost: () => Observation["cost"];
  readonly isInconsistent: boolean;
}

/** Puts the parts of an observation together into one validated, frozen object. */
export function assemble({ session, look, elements, cost, isInconsistent }: Parts): Observation {
  const now = performance.now();
  const { merged } = look;
  const window = merged?.facts ?? null;
  const hierarchy = look.hierarchy?.value?.hierarchy ?? null;
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
    ime: window?.ime ?? look.fields.ime ?? null,
    power: window?.power ?? null,
    keyguard: window?.keyguard ?? null,
  };
  const screenshot = screenshotOf(look, window, now);
  const errors = partErrors({ look, facts, isInconsistent, screenshot });
  return assembledSchema.parse({
    observationId: session.nextObservationId(),
    timestamp: new Date().toISOString(),
    ...look.fields,
    ...facts,
    hierarchySource: look.hierarchy?.value?.source ?? "none",
    viewHierarchy: hierarchy,
    elements,
    focusedElement: focusedOf(elements, hierarchy),
    intentChooserDetected: isChooser(session, facts.activeWindow, hierarchy),
    screenshot,
    parts: partsOf(session, look, now),
    cost: cost(),
    error: summary(errors),
    errors,
  });
}

/** Reuses the last result for the same hierarchy and window: the check compares thousands of ids. */
function isChooser({ lastObservation: last }: Session, window: ActiveWindow | null, hierarchy: ViewHierarchy | null) {
  const { activeWindow: before } = last ?? { activeWindow: null };
  const isSameWindow = before?.type === window?.type && before?.package === window?.package;
  if (last && hierarchy !== null && last.viewHierarchy === hierarchy && isSameWindow) return last.intentChooserDetected;
  return detectIntentChooser(window, hierarchy);
}

/** The focused element of the window with the focus: other windows may contain a node that would get the focus. */
function focusedOf(elements: readonly UiElement[], hierarchy: ViewHierarchy | null): UiElement | null {
  const focused = elements.filter((element) => element.focused === true);
  return focused.find(({ window }) => hierarchy?.windows[window]?.focused === true) ?? focused[0] ?? null;
}

function deviceOf(session: Session, { device }: ObservationParts): Observation["device"] {
  return {
    serial: session.device.serial,
    model: device.value?.model ?? null,
    apiLevel: device.value?.apiLevel ?? null,
    release: device.value?.release ?? null,
    bootId: device.value?.bootId ?? null,
  };
}

function screenshotOf({ screenshot }: ObservationParts, window: WindowData | null, now: number): Screenshot | null {
  if (!screenshot?.value) return null;
  const { frame } = screenshot.value;
  const black = showsNothing(frame, window?.systemInsets ?? null);
  const { sha256, width, height, format, takenAt } = frame;
  return { sha256, width, height, format, ageMs: Math.round(now - takenAt), path: null, black };
}

/** Window, keyguard and power come from the same streams; each part has the age of its oldest reported fact. */
function partsOf(session: Session, look: ObservationParts, now: number): Partial<Record<PartName, Part>> {
  const { merged } = look;
  const parts = Object.fromEntries(resultsOf(look).map((result) => [result.name, partOf(result, now)]));
  const window = partOf(look.window, now);
  const reported = (source: string, takenAt: number | null | undefined): Part => {
    const ageMs = takenAt === null || takenAt === undefined ? null : Math.max(0, Math.round(now - takenAt));
    return { ...window, source: ageMs === null ? "none" : source, ageMs };
  };
  const { keyguard, power } = merged?.facts ?? { keyguard: null, power: null };
  const isLive = look.hierarchy?.value?.live !== undefined && look.hierarchy.value.live !== null;
  const source = isLive ? look.window.source : "dumpsys window";
  const { vision } = look;
  return {
    ...parts,
    ...hierarchyPart(session, look, now),
    ...(vision && { vision: { ...partOf(vision, now), ...(vision.value && { why: vision.value.why }) } }),
    window: reported(source, merged?.takenAt.window),
    keyguard: reported(source, keyguard && merged?.takenAt.keyguard),
    power: reported(power?.wakefulness ? "dumpsys power" : source, power && merged?.takenAt.power),
  };
}

/** The hierarchy's part also says whether the whole hierarchy was read now. */
function hierarchyPart(session: Session, look: ObservationParts, now: number): { readonly hierarchy?: Part } {
  const { hierarchy: result, cache } = look;
  if (!result?.value || result.value.source === "vision") return {};
  const { live, hierarchy, source } = result.value;
  const basis = source === "uiautomator-cache" ? "pixels" : (live?.basis ?? "walk");
  const last = session.lastObservation;
  const isRepeated = basis === "events" && last?.viewHierarchy === hierarchy;
  return {
    hierarchy: {
      ...partOf(result, now),
      basis,
      ...(cache ? { cache: cache.report } : {}),
      ...(isRepeated ? { unchangedSince: last.parts.hierarchy?.unchangedSince ?? last.observationId } : {}),
    },
  };
}

/** All errors in one line. A fact that a device never reports is not an error of this observation. */
function summary(errors: readonly FactError[]): string | null {
  const reported = errors.filter((error) => error.code !== "FACT_UNKNOWN");
  if (reported.length === 0) return null;
  return reported.map((error) => `${error.code}: ${error.message}`).join("; ");
}
