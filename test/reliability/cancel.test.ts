import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isCallToolResult } from "@modelcontextprotocol/server";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { pollUntil } from "../../src/base/signals.js";
import { callTool } from "../../src/server/call-tool.js";
import { toolContext } from "../../src/server/tool-context.js";
import { TOOLS } from "../../src/tools/tools.js";
import { useCompanions } from "../support/companion-ways.js";
import { EVERY_CALL } from "../support/every-call.js";
import { countEvents } from "../support/fault-matrix/events.js";
import { type Rig, startRig } from "../support/fault-matrix/rig.js";
import { skipWithout } from "../support/needs.js";
import { screenPrint } from "../support/screen-print.js";
import { untilStable } from "../support/until-stable.js";

/** One call of a tool by the server's own door, which reports the outcome also where it was cancelled. */
async function call(
  rig: Rig,
  name: string,
  args: object,
  signal: AbortSignal,
): Promise<{ text: string; isError: boolean }> {
  const tool = TOOLS.find((one) => one.name === name);
  assert.ok(tool, name);
  const result = await callTool(
    tool,
    args,
    toolContext(rig.product, () => {}),
    signal,
  );
  assert.ok(isCallToolResult(result), name);
  const { content, isError = false } = result;
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError };
}

const SEED = 20_260_412;

interface Try {
  readonly name: string;
  readonly args: object;
  /** After how many events of adb server and phone it is cancelled. */
  readonly after: number;
  /** How many streams the product keeps for the next call: that of the companion. */
  readonly lasting: number;
}

/** Cancels one call at one moment and checks that nothing stays and that nothing is kept secret. */
async function assertCancels(rig: Rig, { name, args, after, lasting }: Try): Promise<void> {
  await untilStable(rig.product);
  // What the try before did was not reported: the focus may be elsewhere, and a key goes to the field that was shown
  // with it.
  await call(rig, "observe", {}, AbortSignal.timeout(60_000));
  const printBefore = screenPrint(rig.product.phone);
  const abort = new AbortController();
  using _events = countEvents(rig, (count) => count === after && abort.abort());
  const reply = await call(rig, name, args, abort.signal);
  const about = `${name}, cancelled at event ${after}: ${reply.text}`;
  const isQuiet = () => {
    const now = rig.usage();
    const isLess = now.connections <= lasting && now.streams <= lasting;
    return isLess && now.processes === 0 ? true : undefined;
  };
  await pollUntil(isQuiet, 2, AbortSignal.timeout(60_000)).catch(() =>
    assert.fail(`${about}: left ${JSON.stringify(rig.usage())}`),
  );
  if (!reply.isError) return;
  assert.match(reply.text, /^CANCELLED: /, about);
  const isAct = TOOLS.find((tool) => tool.name === name)?.kind === "act";
  const isReported = /\(it may have happened\)|done before: 1 /.test(reply.text);
  if (!isAct) assert.ok(!isReported, about);
  else if (screenPrint(rig.product.phone) !== printBefore)
    assert.ok(isReported, `${about}: ${printBefore} became ${screenPrint(rig.product.phone)}`);
}

/** How many events a call takes that nobody cancels. */
async function eventsOf(rig: Rig, name: string, args: object): Promise<number> {
  let events = 0;
  using _events = countEvents(rig, (count) => {
    events = count;
  });
  const { text, isError } = await call(rig, name, args, AbortSignal.timeout(60_000));
  assert.ok(!isError, `${name}: ${text}`);
  return events;
}

const WAYS = [
  {
    way: "with the companion",
    times: 4,
    lasting: 1,
    options: { onDevice: "enabled", link: useCompanions(), speed: 8 },
  },
  { way: "without it", times: 3, lasting: 0, options: { speed: 40 } },
] as const;

describe("a call that is cancelled at any moment", { skip: skipWithout("adb"), concurrency: 2 }, () => {
  for (const { way, times, lasting, options } of WAYS) {
    test(`leaves no stream open and reports what may have happened, ${way}`, async () => {
      await using rig = await startRig({ app: "com.fovea.form", ...options });
      const random = seededRandom(SEED, way);
      for (const [name, args] of EVERY_CALL.filter(([one]) => way !== "without it" || one !== "pinch")) {
        await call(rig, "open_app", { package: "com.fovea.form" }, AbortSignal.timeout(60_000));
        const events = await eventsOf(rig, name, args);
        for (let nth = 0; nth < times; nth += 1) {
          await assertCancels(rig, { name, args, after: 1 + Math.floor(random() * events), lasting });
        }
      }
      assert.deepEqual(rig.product.device.log.defects, []);
    });
  }
});
