import { once } from "node:events";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { TraceManifest } from "../../../src/trace/manifest.js";
import type { InteractionStep } from "../../../src/trace/protocol.js";
import { EXTENSION, type TraceCall } from "../../../src/trace/x-fovea.js";
import { HOSTILE_WORDS, type MadeScreen, makeScreen } from "./made-screens.js";

/** The properties of a generated trace; the same options give the same trace. */
export interface TracePreference {
  readonly steps?: number;
  /** The number of elements of each state. */
  readonly elements?: number;
  /** The number of different screens; the steps use them one after another. */
  readonly screens?: number;
  /** Whether there are screenshots. */
  readonly pictures?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly seed?: number;
  /** Whether elements, rationales, errors and notes contain hostile texts. */
  readonly hostile?: boolean;
  readonly serial?: string;
}

const USUAL = { steps: 12, elements: 20, screens: 4, pictures: true, width: 540, height: 1200 } as const;
const STEP_SECONDS = 1.7;

/** Creates a folder and writes a trace like a recorded one into it; gives its manifest. */
export async function makeTrace(folder: string, preference: TracePreference = {}): Promise<TraceManifest> {
  const all = { ...USUAL, seed: 1, hostile: false, serial: "MADE-1", ...preference };
  mkdirSync(join(folder, "screenshots"), { recursive: true });
  const screens: MadeScreen[] = [];
  for (let number = 0; number < all.screens; number += 1) {
    const screen = await makeScreen(number, { ...all, drawn: all.pictures });
    if (screen.picture) writeFileSync(join(folder, screen.picture.path), screen.picture.png);
    screens.push(screen);
  }
  const manifest = manifestOf(all.serial);
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const { steps, calls } = madeLines(screens, all);
  await writeLines(join(folder, "steps.jsonl"), steps);
  await writeLines(join(folder, "calls.jsonl"), calls);
  return manifest;
}

function manifestOf(serial: string): TraceManifest {
  return {
    protocol_version: "0.1",
    created_by: { name: "fovea", version: "0.1.0" },
    started_at: "2026-01-02T03:04:05.000Z",
    device: { serial, model: "Made Phone", api_level: 34, release: "14", boot_id: null },
    options: { redact: [] },
    dropped_screenshots: [],
  };
}

async function writeLines(path: string, lines: Iterable<object>): Promise<void> {
  const stream = createWriteStream(path);
  for (const line of lines) {
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
}

interface Made {
  readonly steps: number;
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly hostile: boolean;
}

function madeLines(screens: readonly MadeScreen[], preference: Made) {
  function* steps(): Generator<InteractionStep> {
    for (let number = 0; number < preference.steps; number += 1) yield madeStep(number, screens, preference);
  }
  function* calls(): Generator<TraceCall> {
    for (let number = 0; number < preference.steps; number += 1) yield* madeCalls(number, screens, preference);
  }
  return { steps: steps(), calls: calls() };
}

/** A number from 0 to below 1 that depends only on the place and the seed, mixed as in mulberry32. */
function chance(place: number, seed: number): number {
  let value = Math.imul(place + seed * 7919, 0x6d2b79f5);
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
}

function screenAt(number: number, screens: readonly MadeScreen[]): MadeScreen {
  const screen = screens[number % screens.length];
  if (!screen) throw new Error("a trace has at least one screen");
  return screen;
}

const timeOf = (number: number) => Math.round((0.5 + number * STEP_SECONDS) * 1000) / 1000;

function madeStep(number: number, screens: readonly MadeScreen[], preference: Made): InteractionStep {
  const screen = screenAt(number, screens);
  const after = screenAt(number + 1, screens);
  const timestamp = timeOf(number);
  const action = madeAction(number, screen, preference);
  const evil = preference.hostile ? (HOSTILE_WORDS[number % HOSTILE_WORDS.length] ?? "") : null;
  const result = resultOf(number, screen, after, preference);
  return {
    timestamp,
    visual_state: {
      screenshot_path: screen.picture?.path ?? "",
      screen_resolution: [preference.width, preference.height],
      elements: [...screen.elements],
      timestamp: timestamp - 0.2,
      [EXTENSION]: {
        known: true,
        observation_id: `o${number + 1}`,
        source: "service",
        age_ms: 12,
        package: "com.example.shop",
        activity: screen.activity,
        window: evil ?? screen.title,
        rotation: 0,
        density: 2.625,
        ...(screen.picture ? { screenshot: { taken_at: timestamp - 0.19 } } : { no_screenshot: "none was taken" }),
      },
    },
    action,
    ...(number % 3 === 2 ? {} : { rationale: evil ?? `To see what ${after.title} offers` }),
    [EXTENSION]: { call: callOf(number), ...result },
  };
}

/** The number of a step's call: an observe precedes every step, and a failing call precedes every tenth step. */
function callOf(number: number): number {
  return number * 2 + 2 + Math.floor(number / 10);
}

function madeAction(
  number: number,
  screen: MadeScreen,
  { seed, width, height, hostile }: Made,
): InteractionStep["action"] {
  const kinds = ["click", "click", "type", "scroll", "x-fovea.press_key"] as const;
  const type = number === 0 ? "launch_app" : (kinds[Math.floor(chance(number, seed) * kinds.length)] ?? "click");
  const of = (role: string) => screen.elements.filter((one) => one.role === role);
  const target = type === "click" ? of("button")[number % Math.max(1, of("button").length)] : of("field")[0];
  const [x, y] = target ? [(target.bbox.x1 + target.bbox.x2) / 2, (target.bbox.y1 + target.bbox.y2) / 2] : [0, 0];
  if (type === "launch_app") {
    const extension = { tool: "open_app", args: { app: "com.example.shop" }, did: "opened com.example.shop", by: "am" };
    return { type, text: "com.example.shop", [EXTENSION]: extension };
  }
  if (type === "scroll") {
    const points = [
      { x: width / 2, y: height * 0.7 },
      { x: width / 2, y: height * 0.3 },
    ];
    return { type, [EXTENSION]: { tool: "swipe", args: { direction: "up" }, did: "swiped up", points, by: "gesture" } };
  }
  if (type === "x-fovea.press_key" || !target) {
    const extension = { tool: "press_key", args: { key: "back" }, did: "pressed back", by: "input" };
    return { type: "x-fovea.press_key", [EXTENSION]: extension };
  }
  const words = hostile ? (HOSTILE_WORDS[number % HOSTILE_WORDS.length] ?? "") : "blue lamp";
  const at = { target_id: target.element_id, bbox: target.bbox };
  if (type === "type") {
    const args = { target: target.element_id, text: words };
    return {
      type,
      ...at,
      text: words,
      [EXTENSION]: { tool: "type_text", args, did: `typed into ${target.element_id} field`, by: "text" },
    };
  }
  const did = `tapped ${target.element_id} button ${JSON.stringify(target.text)}`;
  return {
    type,
    ...at,
    [EXTENSION]: { tool: "tap", args: { target: target.element_id }, did, points: [{ x, y }], by: "click" },
  };
}

function resultOf(
  number: number,
  screen: MadeScreen,
  after: MadeScreen,
  { seed, hostile }: Made,
): Record<string, unknown> {
  const duration_ms = Math.round(180 + chance(number + 5000, seed) * 900);
  const evil = hostile ? HOSTILE_WORDS[(number + 3) % HOSTILE_WORDS.length] : undefined;
  if (number % 11 === 7) {
    return {
      duration_ms,
      error: { code: "FOCUS_LOST", message: evil ?? "the field lost the focus while text was typed" },
    };
  }
  if (number % 9 === 5) {
    return { duration_ms, verdict: { kind: "no_effect", evidence: ["same elements", "same pixels", "stable"] } };
  }
  const changes = [
    `~ heading "${screen.title}" is "${after.title}"`,
    `+ row "${after.elements[4]?.text}"`,
    `- row "${screen.elements[4]?.text}"`,
  ];
  return {
    duration_ms,
    verdict: { kind: "changed", evidence: [evil ?? `the window is another: ${after.title}`] },
    ...(number % 4 === 1 ? { notes: [evil ?? "the target had moved by 12 px, and was followed"] } : {}),
    settled: ["stable after 240 ms"],
    after: {
      observation_id: `o${number + 2}`,
      timestamp: timeOf(number) + duration_ms / 1000,
      package: "com.example.shop",
      activity: after.activity,
      window: after.title,
      words: after.elements.flatMap(({ text }) => (text ? [text] : [])),
      changes,
      ...(after.picture ? { screenshot_path: after.picture.path } : {}),
    },
  };
}

function* madeCalls(number: number, screens: readonly MadeScreen[], preference: Made): Generator<TraceCall> {
  const step = madeStep(number, screens, preference);
  const own = callOf(number);
  const at = (call: number, timestamp: number, tool_name: string, inputs: Record<string, unknown>) => ({
    call,
    timestamp,
    tool_name,
    inputs,
  });
  const state = { observation_id: `o${number + 1}`, screenshot_path: step.visual_state.screenshot_path };
  if (number % 10 === 0 && number > 0) {
    const error = {
      code: "ELEMENT_NOT_FOUND",
      message: preference.hostile ? (HOSTILE_WORDS[0] ?? "") : 'nothing on the screen is button "Pay"',
    };
    yield {
      ...at(own - 2, timeOf(number) - 0.9, "tap", { target: 'button "Pay"' }),
      result: { error },
      duration: 5012,
      visual_state: state,
    };
  }
  yield {
    ...at(own - 1, timeOf(number) - 0.4, "observe", {}),
    result: { text: "…" },
    duration: 140,
    visual_state: state,
  };
  const done: unknown = step[EXTENSION];
  const error =
    typeof done === "object" && done !== null && "error" in done
      ? { error: { code: "FOCUS_LOST", message: "the field lost the focus" } }
      : { text: "ok" };
  yield { ...at(own, timeOf(number) - 0.05, "tap", {}), result: error, duration: 400, visual_state: state };
}
