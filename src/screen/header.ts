import { inOneLine, quoteWords } from "./label.js";
import type { Observation } from "./observation.js";
import { ASKED_FOR } from "./vision-note.js";

/**
 * The line above an outline: what is in front, screen, keyboard, lock, sources and ages. Facts that are as expected
 * (screen on, unlocked, keyboard hidden) are not mentioned; errors follow, one line each.
 */
export function renderHeader(observation: Observation): string {
  const facts = [
    frontText(observation),
    screenText(observation),
    observation.ime?.visible === true ? "keyboard shown" : null,
    observation.power?.interactive === false ? "screen off" : null,
    lockText(observation),
    observation.intentChooserDetected === true ? "the system asks which app to use" : null,
    framesText(observation),
    sourceText(observation),
    visionText(observation),
  ];
  const errors = observation.errors.filter((error) => error.code !== "FACT_UNKNOWN");
  return [
    facts.filter((fact) => fact !== null).join(" | "),
    ...errors.slice(0, MOST_ERRORS).map((error) => `! ${error.code} ${inOneLine(error.message)}`),
  ].join("\n");
}

const MOST_ERRORS = 20;
/** What is in front, as headers and verdicts name it. */
export function frontText({ activeWindow }: Observation): string {
  if (!activeWindow) return "unknown window";
  const { component, title, type, app } = activeWindow;
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

function sourceText({ hierarchySource, parts }: Observation): string {
  if (hierarchySource === "none" || hierarchySource === "vision") return "no hierarchy";
  const { ageMs = null, basis, unchangedSince, cache } = parts.hierarchy ?? {};
  const age = ageMs ?? parts.window?.ageMs ?? null;
  if (basis === "pixels") return `${hierarchySource}, kept by ${cache?.policy}, tree ${age} ms old`;
  const since = unchangedSince === undefined ? "" : `unchanged since ${unchangedSince} `;
  const byEvents = basis === "events" ? `${since}by events` : null;
  return [hierarchySource, byEvents, age === null ? null : `${age} ms old`].filter((word) => word !== null).join(", ");
}

/** Who looked at the picture, how old that is, and why, where nobody asked for it. */
function visionText({ parts }: Observation): string | null {
  const { vision } = parts;
  if (!vision || vision.source === "none") return null;
  return `seen by ${vision.source}, ${vision.ageMs} ms old${vision.why === ASKED_FOR ? "" : `: ${vision.why}`}`;
}
