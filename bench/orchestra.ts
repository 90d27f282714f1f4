import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packageRoot } from "../src/base/assets.js";
import { flowFilesBelow, loadFlow } from "../src/replay/flow/load-flow.js";
import { runFlow } from "../src/replay/flow/run-flow.js";
import type { RunReport } from "../src/replay/report.js";
import { SMALL } from "../test/support/drive.js";
import { MaestroOrchestra } from "../test/support/maestro-judge.js";
import { never } from "../test/support/never.js";
import { breakOf } from "../test/support/own-flows.js";
import { startProduct } from "../test/support/product.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { type Bench, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const FLOWS = join(packageRoot(), "test", "flows");
const LOOKUP_MS = 3_000;

/** Flows with different results, and the reason, which docs/from-maestro.md explains. */
const KNOWN: Readonly<Record<string, string>> = {
  "form/choose-a-country.yaml": "words in a control are the control's",
  "dialogs/crash.yaml": "a crash fails the step that it happened at",
  "gestures/tap-and-hold.yaml": "two commands of adb are too slow for a double tap",
};

/**
 * Runs our flows over every app, unchanged and deliberately broken, with Fovea and with Maestro's own Orchestra over
 * plain adb, and compares the results. Each run has its own virtual phone behind a real adb server.
 */
export const orchestraBench: Bench = {
  name: "orchestra",
  about: "our flows by Fovea and by Maestro's own Orchestra: outcome and failing step [--only PART]",
  run: async (args) => {
    const only = flagValue(args, "--only") ?? "";
    const files = (await flowFilesBelow(FLOWS)).filter((file) => !file.startsWith("parts") && file.includes(only));
    await using adb = await startRealAdb();
    await using maestro = new MaestroOrchestra();
    const rows: Row[] = [];
    for (const file of files)
      for (const isBroken of [false, true]) rows.push(await compare({ file, isBroken, adbPort: adb.port, maestro }));
    const other = rows.filter((row) => !row.isSame && KNOWN[row.file] === undefined);
    const took = (of: "oursMs" | "maestroMs") => Math.round(rows.reduce((sum, row) => sum + row[of], 0) / rows.length);
    return {
      text: table([
        ["flow", "Fovea", "Maestro", "Maestro's words"],
        ...rows
          .filter(({ isSame }) => !isSame)
          .map(({ file, isBroken, ours, theirs, words }) => [
            `${file}${isBroken ? ", broken" : ""}`,
            ours,
            theirs,
            `${words.slice(0, 70)}${KNOWN[file] === undefined ? "" : ` (known: ${KNOWN[file]})`}`,
          ]),
      ]),
      figures: [
        { name: "flows", value: rows.length, unit: "runs" },
        { name: "another outcome or step", value: other.length, unit: "runs", atMost: 0 },
        {
          name: "the same on purpose otherwise",
          value: rows.filter(({ isSame }) => !isSame).length - other.length,
          unit: "runs",
        },
        { name: "a flow by Fovea, mean", value: took("oursMs"), unit: "ms" },
        { name: "a flow by Maestro, mean", value: took("maestroMs"), unit: "ms" },
      ],
    };
  },
};

interface Row {
  readonly file: string;
  readonly isBroken: boolean;
  /** `passed`, or the place of the step that failed. */
  readonly ours: string;
  readonly theirs: string;
  readonly words: string;
  readonly isSame: boolean;
  readonly oursMs: number;
  readonly maestroMs: number;
}

interface Case {
  readonly file: string;
  readonly isBroken: boolean;
  readonly adbPort: number;
  readonly maestro: MaestroOrchestra;
}

async function compare({ file, isBroken, adbPort, maestro }: Case): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-orchestra-"));
  try {
    cpSync(FLOWS, folder, { recursive: true });
    const path = join(folder, file);
    if (isBroken) breakFlow(path);
    const report = await onPhone(adbPort, async (product) => {
      const runner = {
        session: await product.session(),
        allowedSchemes: ["https"],
        lookupMs: LOOKUP_MS,
        pictures: null,
        variables: new Map([["WAIT", String(LOOKUP_MS)]]),
        mayClear: async () => {},
        onStep: () => {},
      };
      return await runFlow(await loadFlow(path, folder), runner, never());
    });
    const answer = await onPhone(adbPort, async ({ serial, session }) => {
      await session();
      return await maestro.run({ adbPort, serial, lookupMs: LOOKUP_MS, file: path });
    });
    const ours = placeOf(report, path);
    const theirs = answer.isPassed ? "passed" : `step ${answer.failed}`;
    const times = { oursMs: report.durationMs, maestroMs: answer.durationMs };
    return { file, isBroken, ours, theirs, words: answer.words, isSame: ours === theirs, ...times };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPhone<Value>(
  adbPort: number,
  use: (product: Awaited<ReturnType<typeof startProduct>>) => Promise<Value>,
): Promise<Value> {
  await using product = await startProduct({ ...SMALL, speed: 8, isSteady: true, route: { adbPort } });
  product.phone.putSetting("system", "screen_off_timeout", "86400000");
  return await use(product);
}

function breakFlow(path: string): void {
  const { from, to } = breakOf(path);
  const [head = "", ...rest] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${head}\n${rest.join("\n").replace(from, () => to)}`);
}

/** The place of the failed step of the flow itself. */
function placeOf({ outcome, steps }: RunReport, path: string): string {
  if (outcome === "passed") return "passed";
  const failed = steps.find((step) => step.outcome === "failed");
  const [file = "", line = ""] = (failed?.place ?? "").split(":");
  const lines = readFileSync(path, "utf8").split("\n");
  const start = lines.indexOf("---");
  const own = lines.flatMap((text, at) => (at > start && text.startsWith("- ") ? [at] : []));
  const at =
    file === basename(path) ? Number(line) - 1 : lines.findIndex((text, line) => line > start && text.includes(file));
  return `step ${own.filter((begin) => begin <= at).length - 1}`;
}
