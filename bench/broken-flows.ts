import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packageRoot } from "../src/base/assets.js";
import type { FlowRunner } from "../src/replay/flow/flow-runner.js";
import { flowFilesBelow, loadFlow } from "../src/replay/flow/load-flow.js";
import { runFlow } from "../src/replay/flow/run-flow.js";
import type { StepReport } from "../src/replay/report.js";
import { SMALL } from "../test/support/drive.js";
import { never } from "../test/support/never.js";
import { breakOf } from "../test/support/own-flows.js";
import { type Product, startProduct } from "../test/support/product.js";
import { type BenchResult, table } from "./bench.js";

const FLOWS = join(packageRoot(), "test", "flows");
const LOOKUP_MS = 2_500;

/** The ways to break a flow: a changed text, a missing element, an app that crashes, a dialog over the app. */
const BREAKS = ["text", "element", "crash", "dialog"] as const;
type Kind = (typeof BREAKS)[number];

/** An app that no flow uses. A dialog reports its crash. */
const OTHER_APP = "com.fovea.sluggish";

interface Seen {
  readonly file: string;
  readonly kind: Kind;
  readonly expected: string;
  readonly is: string;
  readonly isRight: boolean;
}

/** Breaks each of our flows in four ways: the flow has to fail at the broken line, with the right reason. */
export async function brokenFlows(only: string): Promise<BenchResult> {
  const files = (await flowFilesBelow(FLOWS)).filter((file) => !file.startsWith("parts") && file.includes(only));
  const seen: Seen[] = [];
  for (const file of files) for (const kind of BREAKS) seen.push(await broken(file, kind));
  const wrong = seen.filter(({ isRight }) => !isRight);
  return {
    text: table([
      ["flow", "broken by", "is", "expected"],
      ...wrong.map(({ file, kind, is, expected }) => [file, kind, is, expected]),
    ]),
    figures: [
      { name: "broken flows", value: seen.length, unit: "runs" },
      { name: "at another line, or for another reason", value: wrong.length, unit: "runs", atMost: 0 },
    ],
  };
}

async function broken(file: string, kind: Kind): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-broken-"));
  try {
    cpSync(FLOWS, folder, { recursive: true });
    const path = join(folder, file);
    const { from, to, code, place } = breakOf(path);
    const flow = basename(path);
    if (kind === "text") edit(path, (text) => text.replace(from, () => to));
    // Before the step that the kind `text` breaks; at the end of this file if that step is in another file.
    const line = place.startsWith(`${flow}:`) ? Number(place.slice(flow.length + 1)) : lineCount(path);
    if (kind === "element") edit(path, (text) => inserted(text, line, "- tapOn: {id: never_there}"));
    const dying = kind === "text" || kind === "element" ? place : screenStep(path, place);
    await using product = await startProduct({ ...SMALL, speed: 20, isSteady: true });
    product.phone.putSetting("system", "screen_off_timeout", "86400000");
    const failed = await failing(path, folder, { product, kind, place: dying });
    const is = failed ? `${failed.code} at ${failed.place}` : "passed";
    const at = kind === "element" ? `${flow}:${line}` : dying;
    const expected = { text: code, element: "ELEMENT_NOT_FOUND", crash: "its app gone", dialog: "the dialog" }[kind];
    const isRight = failed !== null && failed.place === at && isReason(failed, kind, code);
    return {
      file,
      kind,
      is: `${is}: ${failed?.message?.slice(0, 100) ?? ""}`,
      expected: `${expected} at ${at}`,
      isRight,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Breaking {
  readonly product: Product;
  readonly kind: Kind;
  readonly place: string;
}

async function failing(path: string, root: string, { product, kind, place }: Breaking): Promise<StepReport | null> {
  let isDone = false;
  const flow = await loadFlow(path, root);
  const session = await product.session();
  const runner: FlowRunner = {
    session,
    allowedSchemes: ["https"],
    lookupMs: LOOKUP_MS,
    pictures: null,
    variables: new Map([["WAIT", "500"]]),
    mayClear: async () => {},
    onStepBegin: (step) => {
      if (isDone || step.place !== place || kind === "text" || kind === "element") return;
      isDone = true;
      const front = session.lastObservation?.activeWindow?.package ?? flow.appId;
      product.phone.hooks.crashApp(kind === "crash" ? front : OTHER_APP);
    },
    onStep: () => {},
  };
  const { steps } = await runFlow(flow, runner, never());
  return steps.find(({ outcome }) => outcome === "failed") ?? null;
}

function isReason({ code, message }: StepReport, kind: Kind, code0: string): boolean {
  if (kind === "text") return code === code0;
  if (kind === "element") return code === "ELEMENT_NOT_FOUND" && (message ?? "").includes("never_there");
  return /stopp(?:ed|ing)|crash|died/i.test(message ?? "") || code === "FLOW_APP_DIED";
}

function edit(path: string, change: (text: string) => string): void {
  const [head = "", ...rest] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${head}\n${change(rest.join("\n"))}`);
}

/** Inserts a step before line `line` of the flow, with its indentation. `text` is the flow without its first line. */
function inserted(text: string, line: number, step: string): string {
  const lines = text.split("\n");
  const [indent = ""] = /^ */.exec(lines[line - 2] ?? "") ?? [];
  return [...lines.slice(0, line - 2), indent + step, ...lines.slice(line - 2)].join("\n");
}

/** Steps that fail if the element that they name is not on the screen. */
const OF_SCREEN = /^ *- (?:tapOn|longPressOn|doubleTapOn|assertVisible|scrollUntilVisible)\b/;

/**
 * The step that fails after a crash of the app: a step of the flow itself that needs the screen. It is the step at that
 * place or the next one after it, else the last one before it.
 */
function screenStep(path: string, place: string): string {
  const lines = readFileSync(path, "utf8").split("\n");
  const flow = basename(path);
  if (!place.startsWith(`${flow}:`)) return place;
  const from = Number(place.slice(flow.length + 1)) - 1;
  const isOptional = (at: number) => {
    const next = lines.findIndex((line, other) => other > at && /^ *- /.test(line));
    return lines.slice(at, next === -1 ? undefined : next).some((line) => /^\s+optional: true/.test(line));
  };
  // `retry` repeats its steps, so it fails at its first step in the last try.
  const isTriedAgain = lines.some((line) => /^- retry:/.test(line));
  const isOwn = (line: string) => OF_SCREEN.test(line) && !(isTriedAgain && line.startsWith(" "));
  const steps = lines.flatMap((line, at) => (isOwn(line) && !isOptional(at) ? [at] : []));
  const at = steps.find((step) => step >= from) ?? steps.at(-1);
  return at === undefined ? place : `${flow}:${at + 1}`;
}

function lineCount(path: string): number {
  return readFileSync(path, "utf8").trimEnd().split("\n").length + 1;
}
