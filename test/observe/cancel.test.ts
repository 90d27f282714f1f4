import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { pollUntil } from "../../src/base/signals.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../src/observe/observe-request.js";
import { needsPrograms } from "../support/needs.js";
import { codesOf, observeProduct } from "../support/observe-product.js";
import { type Product, type Route, startProduct } from "../support/product.js";
import { untilStable } from "../support/until-stable.js";

const FORM = { app: "com.fovea.form", size: { width: 360, height: 640 }, density: 160 } as const;

async function assertLeavesNothing(product: Product): Promise<void> {
  const isQuiet = () => {
    const { openServices, liveProcesses } = product.device.log.counts;
    return openServices === 0 && liveProcesses === 0 ? true : undefined;
  };
  await pollUntil(isQuiet, 2, AbortSignal.timeout(60_000)).catch(() => assert.deepEqual(product.device.processes, []));
  assert.deepEqual(product.phone.files.list("/data/local/tmp"), []);
  assert.equal(product.phone.state().accessibility.isUiAutomationConnected, false);
}

/** Calls `run` at each reading of the phone's state, with the number of readings so far. */
function onAsked({ phone }: Product, run: (asked: number) => void): Disposable {
  const { state } = phone;
  let asked = 0;
  phone.state = () => {
    asked += 1;
    run(asked);
    return state.call(phone);
  };
  return { [Symbol.dispose]: () => void Object.assign(phone, { state }) };
}

/** The number of readings in one observation. */
async function askedInLook(product: Product): Promise<number> {
  let most = 0;
  using _ = onAsked(product, (asked) => {
    most = asked;
  });
  await observeProduct(product);
  return most;
}

/** The largest number of event loop turns between two readings of the phone. */
const MOST_TURNS = 30;

async function later(turns: number, run: () => void): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  run();
}

async function cancelAtRandom(route: Route, times: number): Promise<void> {
  await using product = await startProduct({ ...FORM, route });
  await untilStable(product);
  const session = await product.session();
  await observeProduct(product);
  const most = await askedInLook(product);
  const random = seededRandom(1, `cancel ${route}`);
  let cancelled = 0;
  for (let turn = 0; turn < times; turn += 1) {
    const controller = new AbortController();
    const reason = new Error(`cancelled in turn ${turn}`);
    const [nth, turns] = [1 + Math.floor(random() * most), Math.floor(random() * MOST_TURNS)];
    using _ = onAsked(product, (asked) => void (asked === nth && later(turns, () => controller.abort(reason))));
    const look = observe(session, OBSERVE_ALL, controller.signal).catch((error: unknown) => {
      assert.equal(error, reason);
      cancelled += 1;
    });
    await look;
    await assertLeavesNothing(product);
  }
  assert.ok(cancelled > times / 3, `only ${cancelled} of ${times} were cancelled`);
  assert.deepEqual(codesOf(await observeProduct(product)), []);
  assert.deepEqual(product.device.log.defects, []);
}

test("a cancelled observation throws the caller's reason and leaves no stream, process or file behind", async () => {
  await cancelAtRandom("in process", 40);
});

const { test: testWithAdb } = needsPrograms("adb");
testWithAdb("a cancelled observation through a real adb server leaves nothing behind", async () => {
  await cancelAtRandom("real adb", 10);
});

test("an observation that is cancelled before it begins sends nothing to the device", async () => {
  await using product = await startProduct(FORM);
  const session = await product.session();
  const before = product.device.log.counts.servicesOpened;
  const reason = new Error("too late");
  await assert.rejects(observe(session, OBSERVE_ALL, AbortSignal.abort(reason)), reason);
  assert.equal(product.device.log.counts.servicesOpened, before);
});

test("observations leave no timers and no sockets behind", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  await observeProduct(product);
  const count = () => process.getActiveResourcesInfo().length;
  const before = count();
  for (let turn = 0; turn < 5; turn += 1) await observeProduct(product);
  await pollUntil(() => (count() <= before ? true : undefined), 5, AbortSignal.timeout(60_000)).catch(() =>
    assert.deepEqual(process.getActiveResourcesInfo(), []),
  );
});

test("nothing listens to the caller's signal after the observation", async () => {
  await using product = await startProduct(FORM);
  const session = await product.session();
  const controller = new AbortController();
  let listening = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening -= 1;
    remove(...args);
  };
  await observe(session, OBSERVE_ALL, signal);
  assert.equal(listening, 0);
});
