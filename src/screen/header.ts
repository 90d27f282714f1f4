import { isAppDialog } from "./app-dialog.js";
import type { ActiveWindow } from "./facts.js";
import { inOneLine, quoteWords } from "./label.js";
import type { Observation } from "./observation.js";
import { spokenToAssistants, spokenWarning } from "./spoken-to-assistants.js";
import { ASKED_FOR } from "./vision-note.js";

/**
 * The line above an outline: window in front, screen, keyboard, lock, sources and ages. Facts in their usual state
 * (screen on, unlocked, keyboard hidden) are left out. `name` is the name of the observation, if readers need it.
 * Errors follow, one line each.
 */
export function renderHeader(observation: Observation, name: string | null = null): string {
  const facts = [...screenFacts(observation), ...readingFacts(observation), ...(name === null ? [] : [name])];
  return [facts.join(" | "), ...warningLines(observation)].join("\n");
}

/** What the reader knows already, for a reader whose screen was changed by an action of another client. */
export interface Since {
  /** The observation that the reader has. */
  readonly before: Observation;
  /** The reader's name for that observation. */
  readonly name: string;
  /** Whether the reader asked for frame statistics. */
  readonly asksForFrames: boolean;
}

/**
 * As {@link renderHeader}, for a reader who has an earlier header: the facts of the screen are left out if none
 * changed. `name` is null if the earlier outline is still valid, that is, if nothing changed.
 */
export function renderHeaderSince(
  observation: Observation,
  { before, name: base, asksForFrames }: Since,
  name: string | null,
): string {
  const isSame = screenFacts(before).join() === screenFacts(observation).join();
  const facts = [
    name === null ? `unchanged since ${base}, refs valid` : `changed since ${base}`,
    ...(isSame ? [] : screenFacts(observation)),
    asksForFrames ? framesText(observation) : null,
    sourceText(observation, false),
    visionText(observation),
    name === null ? "full: true shows all" : name,
  ];
  return [facts.filter((fact) => fact !== null).join(" | "), ...warningLines(observation)].join("\n");
}

/** Whether both headers have the same facts of the screen and the same warnings. */
export function isSameHeader(one: Observation, other: Observation): boolean {
  const of = (observation: Observation) => [...screenFacts(observation), ...warningLines(observation)].join("\n");
  return of(one) === of(other);
}

/** Facts about the screen itself. */
function screenFacts(observation: Observation): readonly string[] {
  const facts = [
    frontText(observation),
    isAppDialog(observation) ? "dialog shown" : null,
    screenText(observation),
    observation.ime?.visible === true ? "keyboard shown" : null,
    observation.power?.interactive === false ? "screen off" : null,
    lockText(observation),
    observation.intentChooserDetected === true ? "the system asks which app to use" : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** The source and age of the reading, which differ in every two observations. */
function readingFacts(observation: Observation): readonly string[] {
  const facts = [framesText(observation), sourceText(observation), visionText(observation)];
  return facts.filter((fact) => fact !== null);
}

function warningLines({ errors, elements }: Observation): readonly string[] {
  const failures = errors.filter((error) => error.code !== "FACT_UNKNOWN");
  const spoken = spokenToAssistants(elements).map(spokenWarning);
  return [...failures.slice(0, MOST_ERRORS).map((error) => `! ${error.code} ${inOneLine(error.message)}`), ...spoken];
}

const MOST_ERRORS = 20;
/** The window in front, as headers and verdicts name it; with its display if that is not the default one. */
export function frontText({ activeWindow }: Observation): string {
  if (!activeWindow) return "unknown window";
  const { displayId } = activeWindow;
  const name = frontName(activeWindow);
  return displayId === null || displayId === 0 ? name : `${name} on display ${displayId}`;
}

function frontName({ component, title, type, app }: ActiveWindow): string {
  if (type === "application") return component ?? quoteWords(title);
  const over = app && app.component !== component ? ` over ${app.component}` : "";
  const words = type === null ? "notification shade or lock screen" : (TYPE_WORDS[type] ?? type);
  return `${words} ${component ?? quoteWords(title)}${over}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  permissionDialog: "permission dialog",
  intentChooser: "app chooser",
  notificationShade: "notification shade",
  keyguard: "lock screen",
  anrDialog: '"not responding" dialog',
  crashDialog: "crash dialog",
};

function screenText({ screenSize, rotation }: Observation): string {
  const size = screenSize ? `${screenSize.width}x${screenSize.height}` : "unknown size";
  return rotation === null || rotation === 0 ? size : `${size} rotation ${rotation}`;
}

function lockText({ keyguard }: Observation): string | null {
  if (keyguard?.showing !== true || keyguard.occluded === true) return null;
  return keyguard.secure === true ? "locked (secure)" : "locked";
}

function framesText({ frameStats }: Observation): string | null {
  if (!frameStats?.totalFrames) return null;
  const janky = frameStats.jankyPercent === null ? "" : `, ${frameStats.jankyPercent}% janky`;
  return `${frameStats.totalFrames} ${frameStats.totalFrames === 1 ? "frame" : "frames"}${janky}`;
}

function sourceText({ hierarchySource, parts }: Observation, namesEarlier = true): string {
  if (hierarchySource === "none" || hierarchySource === "vision") return "no hierarchy";
  const { ageMs = null, basis, unchangedSince, cache } = parts.hierarchy ?? {};
  const age = ageMs ?? parts.window?.ageMs ?? null;
  if (basis === "pixels") return `${hierarchySource}, kept by ${cache?.policy}, tree ${age} ms old`;
  const since = unchangedSince === undefined || !namesEarlier ? "" : `unchanged since ${unchangedSince} `;
  const byEvents = basis === "events" ? `${since}by events` : null;
  return [hierarchySource, byEvents, age === null ? null : `${age} ms old`].filter((word) => word !== null).join(", ");
}

/**
 * The detectors that looked at the screenshot, the age of the result, and the reason if the caller did not ask for it.
 */
function visionText({ parts }: Observation): string | null {
  const { vision } = parts;
  if (!vision || vision.source === "none") return null;
  return `seen by ${vision.source}, ${vision.ageMs} ms old${vision.why === ASKED_FOR ? "" : `: ${vision.why}`}`;
}
