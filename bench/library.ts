import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { PhoneCalls } from "../src/library/calls/phone-calls.js";
import { toolContext } from "../src/server/tool-context.js";
import { Caller } from "../src/session/caller.js";
import type { AnyTool, ToolOutcome } from "../src/tool-contract/tool.js";
import { find } from "../src/tools/find.js";
import { history } from "../src/tools/history.js";
import { listApps } from "../src/tools/list-apps.js";
import { listDevices } from "../src/tools/list-devices.js";
import { tap } from "../src/tools/tap.js";
import { verify } from "../src/tools/verify.js";
import { never } from "../test/support/never.js";
import { startProduct } from "../test/support/product.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

/** The most time that a library call may add to the time of the tool. */
const MOST_OVERHEAD_MS = 1;

const ANSWERS: readonly (readonly [AnyTool, Readonly<Record<string, unknown>>])[] = [
  [listDevices, {}],
  [listApps, {}],
  [history, {}],
  [verify, { condition: 'radio "Plus" checked' }],
  [find, { query: "radio" }],
];

/** The time that a library call adds to its tool, and the tokens of answers as text and as data. */
export const libraryBench: Bench = {
  name: "library",
  about: "overhead of a library call, and tokens of answers as text and as data [--runs N]",
  run: async (args) => {
    await using product = await startProduct({ app: "com.fovea.form", isFullSize: true, speed: 20 });
    const { serial } = product;
    const context = toolContext({ ...product, caller: new Caller() }, () => {});
    const calls = new PhoneCalls({ context, serial, close: async () => {} });
    await calls.call(tap, { target: 'radio "Plus"' });
    const overheadMs = await overhead(calls, Number(flagValue(args, "--runs") ?? 400));
    const rows = [];
    for (const [tool, fields] of ANSWERS) {
      const { answer, toJson }: ToolOutcome = await tool.perform(
        { ...deviceOf(tool, serial), ...fields },
        context,
        never(),
      );
      rows.push({ name: tool.name, text: encode(answer.text).length, data: encode(JSON.stringify(toJson())).length });
    }
    return resultOf(overheadMs, rows);
  },
};

function deviceOf(tool: AnyTool, device: string): Readonly<Record<string, string>> {
  return "device" in tool.input.shape ? { device } : {};
}

/** Measures both in turns, so that other programs on the machine slow both equally. */
async function overhead(calls: PhoneCalls, runs: number): Promise<number> {
  const inner: number[] = [];
  const outer: number[] = [];
  const { serial, context } = calls;
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await history.perform({ device: serial }, context, never());
    const between = performance.now();
    await calls.call(history, {});
    inner.push(between - begun);
    outer.push(performance.now() - between);
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Math.round((median(outer) - median(inner)) * 1_000) / 1_000;
}

interface Row {
  readonly name: string;
  readonly text: number;
  readonly data: number;
}

function resultOf(overheadMs: number, rows: readonly Row[]): BenchResult {
  const figures: Figure[] = [
    { name: "overhead of a call, p50", value: overheadMs, unit: "ms", atMost: MOST_OVERHEAD_MS },
    ...rows.map(({ name, text, data }) => {
      const value = percentile([data / Math.max(1, text)], 1);
      return { name: `${name}: data beside text`, value, unit: "times" };
    }),
  ];
  const shown = table([["answer", "text", "data"], ...rows.map(({ name, text, data }) => [name, text, data])]);
  return { text: `tokens of answers\n${shown}`, figures };
}
