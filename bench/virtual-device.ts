import { once } from "node:events";
import { startVirtualPhone } from "../packages/virtual-android/src/index.js";
import { bundledProfile } from "../packages/virtual-android/src/profile.js";
import { startVirtualDevice } from "../packages/virtual-android/src/virtual-device.js";
import { plainPhone } from "../test/support/plain-phone.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { openService, readAll } from "../test/support/run-on-phone.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue, startPhone } from "./start-phone.js";

const DEFAULT_RUNS = 30;

/**
 * The time of the virtual device itself, without the delays of a profile: its start and a shell in this process, and a
 * screenshot over a real adb.
 */
export const virtualDeviceBench: Bench = {
  name: "virtual-device",
  about: "the start, a shell and a raw picture of the virtual device [--runs N]",
  run: async (args) => {
    const runs = Number(flagValue(args, "--runs") ?? DEFAULT_RUNS);
    const starts = await startTimes(runs);
    const shells = await shellTimes(runs);
    const pictures = await pictureTimes(runs);
    const figures: readonly Figure[] = [
      { name: "start p50", value: percentile(starts.byClock, 0.5), unit: "ms" },
      { name: "start, of the processor, p50", value: percentile(starts.ofProcessor, 0.5), unit: "ms", atMost: 60 },
      { name: "shell p50", value: percentile(shells, 0.5), unit: "ms", atMost: 2 },
      { name: "shell p95", value: percentile(shells, 0.95), unit: "ms" },
      { name: "picture p50", value: percentile(pictures.times, 0.5), unit: "ms", atMost: 200 },
      { name: "picture p95", value: percentile(pictures.times, 0.95), unit: "ms" },
      { name: "picture", value: pictures.bytes, unit: "bytes" },
    ];
    return { text: textOf(figures), figures };
  },
};

function textOf(figures: readonly Figure[]): BenchResult["text"] {
  return table([["figure", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]);
}

interface StartTimes {
  readonly byClock: readonly number[];
  /** Processor time of all threads of this process: other programs on the machine do not count. */
  readonly ofProcessor: readonly number[];
}

/** The time from starting a phone with the package's own API until its daemon and its adb server listen, in ms. */
async function startTimes(runs: number): Promise<StartTimes> {
  const byClock: number[] = [];
  const ofProcessor: number[] = [];
  for (let round = 0; round <= runs; round += 1) {
    const [startedAt, before] = [performance.now(), process.cpuUsage()];
    const phone = await startVirtualPhone({ app: "form" });
    const { user, system } = process.cpuUsage(before);
    const elapsed = performance.now() - startedAt;
    await phone.close();
    if (round === 0) continue; // the first round also loads and compiles
    byClock.push(elapsed);
    ofProcessor.push((user + system) / 1_000);
  }
  return { byClock, ofProcessor };
}

/** The time from opening a shell to its end, in ms. */
async function shellTimes(runs: number): Promise<readonly number[]> {
  const phone = { phone: plainPhone(), adbdPort: null, profile: bundledProfile("instant") };
  await using device = await startVirtualDevice(phone);
  return await timesOf(runs, async () => {
    await readAll(await openService(device, "shell,v2,raw:true"));
  });
}

/** The time of `adb exec-out screencap` in ms, including the start of the adb tool. */
async function pictureTimes(runs: number): Promise<{ readonly times: readonly number[]; readonly bytes: number }> {
  const { child, address } = await startPhone(["--profile", "instant"]);
  try {
    await using adb = await startRealAdb();
    await adb.run("connect", address);
    let bytes = 0;
    const times = await timesOf(runs, async () => {
      const { stdout, stderr } = await adb.run("-s", address, "exec-out", "screencap");
      if (stdout.length < 1_000_000) throw new Error(`this is not a raw screenshot: ${stderr}`);
      bytes = stdout.length;
    });
    return { times, bytes };
  } finally {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
}

async function timesOf(runs: number, run: () => Promise<void>): Promise<readonly number[]> {
  await run(); // the first run also loads and compiles
  const times: number[] = [];
  for (let round = 0; round < runs; round += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times;
}
