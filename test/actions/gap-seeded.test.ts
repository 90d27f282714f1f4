import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ActResult } from "../../src/actions/proof/performed.js";
import { tap } from "../../src/actions/verbs/tap.js";
import { isFoveaError } from "../../src/base/errors.js";
import { center } from "../../src/base/geometry.js";
import { isTouchTarget } from "../../src/screen/element.js";
import { parseTarget } from "../../src/screen/selector.js";
import { beforeProgram } from "../support/before-program.js";
import { type Instant, instants, restore, TINY } from "../support/blind-tap.js";
import { driveCompanion } from "../support/drive-companion.js";
import { never } from "../support/never.js";
import { observeProduct } from "../support/observe-product.js";
import { type Product, startProduct } from "../support/product.js";
import { recordInput, under } from "../support/recorder.js";

const SEED = 4_411;
const TRIALS = 24;

interface Trial {
  readonly change: string;
  readonly wanted: string;
  /** The element under the finger; null if nothing was touched. */
  readonly touched: string | null;
  /** `changed`, `no_effect`, … of an action that succeeded, else the error's code. */
  readonly said: string;
}

/** One tap on an element that was just seen; the change comes when `late` lets it. */
async function trial(
  product: Product,
  { change, pick, byRef }: Instant,
  run: (happen: () => void) => { readonly touched: () => string | null },
): Promise<Trial> {
  await restore(product, change.app);
  const seen = await observeProduct(product, { frameStats: "off" });
  const choices = seen.elements.filter((one) => isTouchTarget(one) && !one.systemBar);
  const element = choices[pick % choices.length];
  assert.ok(element);
  const wanted = under(product.phone, center(element.bounds));
  const target = parseTarget(byRef ? element.ref : `${element.role} ${JSON.stringify(element.labels.join(" "))}`);
  const { touched } = run(() => change.apply(product.phone));
  const request = { target, count: 1, holdMs: 0 };
  const outcome: ActResult | Error = await tap(await product.session(), request, never()).catch((error) => error);
  const said = isFoveaError(outcome) ? outcome.code : "verdict" in outcome ? outcome.verdict.kind : String(outcome);
  return { change: change.name, wanted, touched: touched(), said };
}

function judge(trials: readonly Trial[]): void {
  const wrong = trials.filter(({ touched, wanted }) => touched !== null && touched !== wanted);
  // Every other verdict says that the result is wrong or not proven.
  const hidden = wrong.filter(({ said }) => said === "changed" || said === "no_effect");
  assert.deepEqual(hidden, [], "reported as a success");
  const still = trials.filter(({ change }) => change === "nothing");
  assert.deepEqual(
    still.filter(({ said }) => said === "uncertain" || said === "TOUCH_MISSED"),
    [],
    "doubted without a reason",
  );
  assert.ok(trials.some(({ said }) => said === "uncertain" || said === "TOUCH_MISSED"));
}

test("no tap by `input` is reported as a success where a seeded change came while `input` started", async () => {
  await using product = await startProduct({ ...TINY, lock: "swipe", animationScale: 0 });
  const trials: Trial[] = [];
  for (const instant of fc.sample(instants("all"), { numRuns: TRIALS, seed: SEED })) {
    const { received, stop } = recordInput(product.phone);
    trials.push(
      await trial(product, instant, (happen) => {
        beforeProgram(product, /^cmd input tap/, happen);
        return { touched: () => received.find(({ kind }) => kind === "down")?.on ?? null };
      }),
    );
    stop();
  }
  judge(trials);
});

test("no tap by gesture is reported as a success where a seeded change came while the gesture was requested", async () => {
  await using driven = await driveCompanion({ ...TINY, host: "shell", lock: "swipe", app: "com.fovea.form" });
  await driven.did("observe");
  const trials: Trial[] = [];
  for (const instant of fc.sample(instants("all"), { numRuns: TRIALS, seed: SEED })) {
    const { product, phone } = driven;
    trials.push(
      await trial(product, instant, (happen) => {
        let touched: string | null = null;
        let isDone = false;
        const once = () => {
          if (!isDone) happen();
          isDone = true;
        };
        driven.instead(({ gesture, nodeAction }) => ({
          gesture: async (params, call) => {
            once();
            if ("x" in params) touched = under(phone, params);
            return await gesture(params, call);
          },
          nodeAction: async (params, call) => {
            once();
            return await nodeAction(params, call);
          },
        }));
        return { touched: () => touched };
      }),
    );
  }
  judge(trials);
});
