import { join } from "node:path";
import { bundledProfile } from "../packages/virtual-android/src/profile.js";
import { packageRoot } from "../src/base/assets.js";
import { SMALL } from "../test/support/drive.js";
import { runFovea } from "../test/support/fovea-process.js";
import { startProduct } from "../test/support/product.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { productFlags } from "../test/support/serve-process.js";
import { type Bench, table } from "./bench.js";
import { brokenFlows } from "./broken-flows.js";
import { flagValue } from "./start-phone.js";

const FLOWS = join(packageRoot(), "test", "flows");

/** The delays of commands on the phone: none, those of a phone over USB, and those of a phone over Wi-Fi. */
const PROFILES = ["instant", "usb-midrange", "wifi"] as const;

/**
 * Runs our flows over every app of the virtual phone again and again, each time with `fovea run` on a new phone behind
 * a real adb server: a flow that fails even once is a defect.
 */
export const ownFlowsBench: Bench = {
  name: "own-flows",
  about:
    "our flows by fovea run, again and again [--runs N] [--first N] [--profile NAME] [--speed N], or --broken [--only PART]",
  run: async (args) => {
    if (args.includes("--broken")) return await brokenFlows(flagValue(args, "--only") ?? "");
    const runs = Number(flagValue(args, "--runs") ?? 20);
    const first = Number(flagValue(args, "--first") ?? 1);
    const speed = Number(flagValue(args, "--speed") ?? 20);
    const only = flagValue(args, "--profile");
    const profiles = PROFILES.filter((profile) => only === undefined || profile === only);
    if (profiles.length === 0) throw new Error(`--profile is one of ${PROFILES.join(", ")}`);
    await using adb = await startRealAdb();
    const seen: Seen[] = [];
    for (const profile of profiles)
      for (let run = first; run < first + runs; run += 1)
        seen.push(...(await once({ adbPort: adb.port, profile, run, speed })));
    const bad = seen.filter(({ outcome }) => outcome !== "passed");
    return {
      text: table([
        ["profile", "run", "flow", "outcome", "why"],
        ...bad.map(({ profile, run, file, outcome, why }) => [profile, String(run), file, outcome, why]),
      ]),
      figures: [
        { name: "flows", value: new Set(seen.map(({ file }) => file)).size, unit: "flows", atLeast: 25 },
        { name: "runs of flows", value: seen.length, unit: "runs" },
        { name: "not green", value: bad.length, unit: "runs", atMost: 0 },
        ...profiles.map((profile) => ({
          name: `${profile}: a flow, mean`,
          value: mean(seen.filter((one) => one.profile === profile).map(({ ms }) => ms)),
          unit: "ms",
        })),
      ],
    };
  },
};

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length));
}

interface Round {
  readonly adbPort: number;
  readonly profile: (typeof PROFILES)[number];
  readonly run: number;
  readonly speed: number;
}

interface Seen {
  readonly profile: string;
  readonly run: number;
  readonly file: string;
  readonly outcome: string;
  readonly why: string;
  readonly ms: number;
}

/** The parts of the output of `fovea run --json` that are used. */
interface Answer {
  readonly flows: readonly {
    readonly file: string;
    readonly outcome: string;
    readonly tries: readonly {
      readonly durationMs: number;
      readonly steps: readonly { readonly outcome: string; readonly place: string; readonly message: string | null }[];
    }[];
  }[];
}

async function once({ adbPort, profile, run, speed }: Round): Promise<readonly Seen[]> {
  await using product = await startProduct({
    ...SMALL,
    speed,
    profile: bundledProfile(profile),
    seed: run,
    isSteady: true,
    route: { adbPort },
  });
  // At this pace the screen could time out while a busy machine runs other programs.
  product.phone.putSetting("system", "screen_off_timeout", "86400000");
  const { stdout, stderr } = await runFovea(["run", FLOWS, ...productFlags(product), "--json"]);
  const { flows }: Answer = JSON.parse(stdout === "" ? `{"flows":[]}` : stdout);
  if (flows.length === 0) throw new Error(stderr);
  return flows.map(({ file, outcome, tries }) => {
    const failed = tries.at(-1)?.steps.find((step) => step.outcome === "failed");
    const why = failed ? `${failed.place} ${failed.message?.split("\n", 1)[0]?.slice(0, 120)}` : "";
    const ms = tries.reduce((sum, { durationMs }) => sum + durationMs, 0);
    return { profile, run, file: file.slice(FLOWS.length + 1), outcome, why, ms };
  });
}
