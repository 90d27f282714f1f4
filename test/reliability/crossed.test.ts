import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccessibilityNodeState } from "../../packages/virtual-android/src/accessibility-state.js";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { pollUntil } from "../../src/base/signals.js";
import { useCompanions } from "../support/companion-ways.js";
import { ACTS, isTrouble, TROUBLES, type TroubleName, trouble } from "../support/fault-matrix/companion-troubles.js";
import { applyFault, FAULT_NAMES, type FaultName } from "../support/fault-matrix/faults.js";
import { OUTCOMES } from "../support/fault-matrix/outcomes.js";
import { type Rig, startRig } from "../support/fault-matrix/rig.js";
import type { Row } from "../support/fault-matrix/row.js";
import { ROWS } from "../support/fault-matrix/rows.js";
import { outcomeOfCall } from "../support/fault-matrix/run-cell.js";
import type { Reply } from "../support/mcp-link.js";
import { skipWithout } from "../support/needs.js";

/*
 * Two things go wrong at once: an adb service fails in one way while the companion fails in another. What a call
 * comes to depends on which of them it meets first; what has to hold does not.
 */

/** How many pairs are tried, drawn by a seed; `FOVEA_FAULTS=most` or `all` for more. */
const EXTENTS: Readonly<Record<string, number>> = { most: 60, all: 400 };
const extent = EXTENTS[process.env["FOVEA_FAULTS"] ?? ""] ?? 10;
const SEED = Number(process.env["FOVEA_FAULTS_SEED"] ?? 1);

/** Services that calls ask for while there is a companion, or in its place. */
const SERVICES = ["devices", "transport", "window", "uiautomator", "screencap", "gfxinfo", "input", "on-device"];
const CALLS = {
  observe: { fresh: true, image: true, frame_stats: "read" },
  tap: { target: 'radio "Plus"' },
} as const;
type Call = keyof typeof CALLS;

/** The tools' own deadlines, and the last words of a call. */
const WITHIN_MS = 65_000;
const OPTIONS = { app: "com.fovea.form", onDevice: "enabled", link: useCompanions(), speed: 10 } as const;

interface Pair {
  readonly trouble: TroubleName;
  readonly row: Row;
  readonly fault: FaultName;
  readonly call: Call;
  /** What the companion is asked when it fails. */
  readonly request: string;
}

function anyOf<T>(all: readonly T[], random: () => number): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("there is nothing to choose from");
  return one;
}

const SLOW: ReadonlySet<FaultName> = new Set(["floods"]);

function pairs(count: number): readonly Pair[] {
  const random = seededRandom(SEED, "two faults at once");
  const troubles = Object.keys(TROUBLES).filter(isTrouble);
  const rows = ROWS.filter(({ id }) => SERVICES.includes(id));
  return Array.from({ length: count }, (_, at) => {
    const row = anyOf(rows, random);
    const faults = FAULT_NAMES.filter((name) => OUTCOMES[row.id]?.[name] !== undefined && !SLOW.has(name));
    const name = troubles[at % troubles.length] ?? "hangs";
    const call = random() < 0.4 ? "observe" : "tap";
    const request = call === "tap" && random() < 0.6 ? ACTS : "^service ";
    return { trouble: name, row, fault: anyOf(faults, random), call, request };
  });
}

/** Whether the radio button is checked, by the phone itself; null if the app is not on the screen any more. */
function isPlus({ product }: Rig): boolean | null {
  const nodes = product.phone.accessibilityWindows().flatMap(({ root }) => (root ? everyNode(root) : []));
  return nodes.find(({ text, isCheckable }) => isCheckable && text === "Plus")?.isChecked ?? null;
}

function everyNode(node: AccessibilityNodeState): readonly AccessibilityNodeState[] {
  return [node, ...node.children.flatMap(everyNode)];
}

/** For any result: no success without the action, and no action that is reported as not done. */
function assertHonest(rig: Rig, reply: Reply): void {
  const { isError, codes, mayHaveHappened } = outcomeOfCall(reply);
  if (isError) {
    assert.ok(codes.length > 0, reply.text);
    assert.ok(mayHaveHappened || isPlus(rig) !== true, `it was tapped, and the call denies it: ${reply.text}`);
  } else assert.notEqual(isPlus(rig), false, `nothing was tapped, and the call says ${reply.text}`);
}

async function assertWorksAgain(rig: Rig): Promise<void> {
  const isQuiet = () => {
    const { streams, connections, processes } = rig.usage();
    return streams <= 1 && connections <= 1 && processes === 0 ? true : undefined;
  };
  await pollUntil(isQuiet, 5, AbortSignal.timeout(60_000)).catch(() =>
    assert.fail(`left ${JSON.stringify(rig.usage())}`),
  );
  const opened = await rig.mcp.call("open_app", { package: "com.fovea.form" });
  assert.ok(!opened.isError, opened.text);
  const next = await rig.mcp.call("find", { query: 'button "Create account"' });
  assert.match(next.text, /e\d+ button "Create account"/);
}

describe("a call during a fault of adb and of the companion at once ends in time, with a correct report", {
  skip: skipWithout("adb"),
  concurrency: 3,
}, () => {
  for (const [at, { trouble: name, row, fault, call, request }] of pairs(extent).entries()) {
    test(`${at}: ${call}, the companion ${name}, ${row.id} ${fault}`, async () => {
      await using rig = await startRig(OPTIONS);
      await rig.mcp.call("list_devices");
      assert.match((await rig.mcp.call("observe")).text, /a11y-service/);
      const endTrouble = await trouble(rig, name, request);
      const force = applyFault(rig, row.place, fault);
      assert.ok(force, `"${row.id}" ${fault} is not a cell`);
      const startedAt = performance.now();
      const reply = await rig.mcp.call(call, CALLS[call]);
      assert.ok(performance.now() - startedAt < WITHIN_MS, reply.text);
      if (call === "tap") assertHonest(rig, reply);
      await force.lift();
      endTrouble();
      await assertWorksAgain(rig);
      assert.deepEqual(rig.product.device.log.defects, []);
    });
  }
});
