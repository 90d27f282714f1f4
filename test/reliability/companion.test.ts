import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { useCompanions } from "../support/companion-ways.js";
import { ACTS, COMPANION_OUTCOMES, isTrouble, TROUBLES, trouble } from "../support/fault-matrix/companion-troubles.js";
import { isAllowed } from "../support/fault-matrix/outcomes.js";
import { type Rig, startRig } from "../support/fault-matrix/rig.js";
import { outcomeOfCall } from "../support/fault-matrix/run-cell.js";
import { skipWithout } from "../support/needs.js";

const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  observe: { fresh: true },
  tap: { target: 'radio "Plus"' },
  type_text: { target: "id/name", text: "Abc" },
};
const OPTIONS = { app: "com.fovea.form", onDevice: "enabled", link: useCompanions(), speed: 10 } as const;
/** The tools' own deadlines, and the last words of a call. */
const WITHIN_MS = 60_000;

/** No stream but the companion's own, no process on the phone. */
async function isQuiet(rig: Rig): Promise<void> {
  const check = () => {
    const { streams, connections, processes } = rig.usage();
    return streams <= 1 && connections <= 1 && processes === 0 ? true : undefined;
  };
  await pollUntil(check, 5, AbortSignal.timeout(60_000)).catch(() =>
    assert.fail(`left ${JSON.stringify(rig.usage())}`),
  );
}

describe("a call during a fault of the companion ends in time, leaves nothing behind, and the next call works", {
  skip: skipWithout("adb"),
  concurrency: 4,
}, () => {
  for (const name of Object.keys(TROUBLES).filter(isTrouble)) {
    for (const [tool, allowed] of Object.entries(COMPANION_OUTCOMES[name])) {
      test(`${name}: ${tool}`, async () => {
        await using rig = await startRig(OPTIONS);
        await rig.mcp.call("list_devices"); // so that the first observation is not the first of all
        const first = await rig.mcp.call("observe");
        assert.match(first.text, /a11y-service/);
        const end = await trouble(rig, name, tool === "observe" ? "^service " : ACTS);
        const startedAt = performance.now();
        const reply = await rig.mcp.call(tool, CALLS[tool]);
        assert.ok(performance.now() - startedAt < WITHIN_MS);
        end();
        assert.ok(isAllowed(outcomeOfCall(reply), allowed), `may come to ${allowed}, and came to ${reply.text}`);
        await isQuiet(rig);
        const next = await rig.mcp.call("observe", { full: true });
        assert.ok(!next.isError && next.text.includes("Create account"), next.text);
        assert.deepEqual(rig.product.device.log.defects, []);
      });
    }
  }
});
