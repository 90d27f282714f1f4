import type { UiElement } from "../screen/element.js";
import { normaliseLabel } from "../screen/label.js";
import type { Observation } from "../screen/observation.js";
import type { GUIElement, VisualState } from "../trace/protocol.js";
import { type ElementExtension, EXTENSION, type StateExtension } from "../trace/x-fovea.js";
import type { Redactor, SafeWords } from "./redactor.js";

/** The screenshot of a state, or the reason why there is none. */
export type StatePicture =
  | { readonly path: string; readonly takenAt: number; readonly redacted: readonly string[] }
  | { readonly path: null; readonly why: string };

export interface StateParts {
  readonly picture: StatePicture;
  readonly redactor: Redactor;
  /** Converts a time by the computer's clock, in ms, to seconds since the trace began. */
  readonly secondsAt: (epochMs: number) => number;
}

/** An observation as a state of the protocol. */
export function visualStateOf(observation: Observation, { picture, redactor, secondsAt }: StateParts): VisualState {
  const { screenSize, elements, timestamp } = observation;
  return {
    screenshot_path: picture.path ?? "",
    screen_resolution: [screenSize?.width ?? 0, screenSize?.height ?? 0],
    elements: elements.map((element) => guiElementOf(element, redactor)),
    timestamp: secondsAt(Date.parse(timestamp)),
    [EXTENSION]: { ...factsOf(observation, redactor), ...pictureFacts(picture) } satisfies StateExtension,
  };
}

/** The state if the screen was not read before the action. */
export function unknownState(timestamp: number, picture: StatePicture): VisualState {
  return {
    screenshot_path: picture.path ?? "",
    screen_resolution: [0, 0],
    elements: [],
    timestamp,
    [EXTENSION]: { known: false, ...pictureFacts(picture) } satisfies StateExtension,
  };
}

function pictureFacts(picture: StatePicture): Pick<StateExtension, "screenshot" | "no_screenshot"> {
  if (picture.path === null) return { no_screenshot: picture.why };
  const { takenAt, redacted } = picture;
  return { screenshot: { taken_at: takenAt, ...(redacted.length > 0 && { redacted: [...redacted] }) } };
}

function factsOf(observation: Observation, redactor: Redactor): StateExtension {
  const { activeWindow, hierarchySource, parts, rotation, density, ime, keyguard, deviceTime, errors } = observation;
  return {
    known: true,
    observation_id: observation.observationId,
    source: hierarchySource,
    age_ms: parts.hierarchy?.ageMs ?? null,
    ...(activeWindow?.package ? { package: activeWindow.package } : {}),
    ...(activeWindow?.activity ? { activity: activeWindow.activity } : {}),
    ...(activeWindow ? { window: redactor.text(activeWindow.title) } : {}),
    ...(rotation === null ? {} : { rotation }),
    ...(density === null ? {} : { density }),
    ...(ime?.visible === true && { keyboard: true }),
    ...(keyguard?.showing === true && { locked: true }),
    ...(deviceTime === null ? {} : { device_time: deviceTime }),
    ...(errors.length > 0 && { errors: errors.map(({ code, message }) => redactor.text(`${code}: ${message}`)) }),
  };
}

const LONGEST_TEXT = 2_000;

function guiElementOf(element: UiElement, redactor: Redactor): GUIElement {
  const words = redactor.words(element);
  const { left, top, right, bottom } = element.bounds;
  const text = words.labels.map(normaliseLabel).join(" ").slice(0, LONGEST_TEXT);
  return {
    element_id: element.ref,
    ...(element.className === null ? {} : { tag: element.className }),
    ...(text === "" ? {} : { text }),
    role: element.role,
    // In the protocol a box needs pixels: an element without a box exists but is not visible.
    ...(right > left && bottom > top ? { bbox: { x1: left, y1: top, x2: right, y2: bottom } } : {}),
    visible: right > left && bottom > top,
    [EXTENSION]: extensionOf(element, words, redactor),
  };
}

function extensionOf(element: UiElement, { labels, value, error }: SafeWords, redactor: Redactor): ElementExtension {
  const { parent, package: packageName, resourceId, actions, enabled, checked, expanded, selected, focused } = element;
  const { password, scrollable, systemBar, sources, confidence, vision } = element;
  const isOfTree = sources.length === 1 && sources[0] === "hierarchy";
  return {
    ...(parent === null ? {} : { parent }),
    ...(labels.length > 1 ? { labels: [...labels] } : {}),
    ...(value === null ? {} : { value }),
    ...(error === null ? {} : { error }),
    ...(packageName === null ? {} : { package: packageName }),
    ...(resourceId ? { resource_id: resourceId } : {}),
    ...(actions.length > 0 ? { actions: [...actions] } : {}),
    ...(enabled === false ? { enabled } : {}),
    ...(checked === null ? {} : { checked }),
    ...(expanded === null ? {} : { expanded }),
    ...(selected === true ? { selected } : {}),
    ...(focused === true ? { focused } : {}),
    ...(password === true ? { password } : {}),
    ...(scrollable === true ? { scrollable } : {}),
    ...(systemBar ? { system_bar: systemBar } : {}),
    ...(isOfTree ? {} : { sources: [...sources] }),
    ...(confidence === null ? {} : { confidence }),
    ...(vision === undefined ? {} : { vision: redactor.value(vision) }),
  };
}

const MOST_WORDS = 200;
const LONGEST_WORD = 120;

/** The words on the screen in reading order, without repetition and without system bars. */
export function screenWords({ elements }: Pick<Observation, "elements">, redactor: Redactor): string[] {
  const words = new Set<string>();
  for (const element of elements) {
    if (element.systemBar) continue;
    for (const label of redactor.words(element).labels) words.add(normaliseLabel(label).slice(0, LONGEST_WORD));
    if (words.size >= MOST_WORDS) break;
  }
  return [...words].slice(0, MOST_WORDS);
}
