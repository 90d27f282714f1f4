import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import * as z from "zod";
import { KINDS, parseKinds } from "../../../src/cli/parse-kinds.js";
import { unknownFacts } from "../../../src/observe/assemble/unknown-facts.js";
import { observationSchema } from "../../../src/screen/observation.js";
import { corpusTest, indexedFiles } from "../../support/corpus.js";
import { startDirectPhone } from "../../support/direct-phone.js";
import { nullsWithoutError } from "../../support/nulls-without-error.js";
import { codesOf } from "../../support/observe-product.js";

const FACTS = observationSchema.unwrap().pick({
  device: true,
  deviceTime: true,
  displayId: true,
  screenSize: true,
  density: true,
  rotation: true,
  systemInsets: true,
  activeWindow: true,
  ime: true,
  power: true,
  keyguard: true,
  frameStats: true,
});
type Facts = z.infer<typeof FACTS>;
/** The errors of {@link unknownFacts} for facts of which all parts answered. */
function unknownIn({ frameStats, ...facts }: Facts) {
  return unknownFacts(facts, { device: true, window: true }, [{ name: "frameStats", fields: { frameStats } }]);
}

const NOTHING: Facts = {
  ...{ device: { serial: "x", model: null, apiLevel: null, release: null, bootId: null }, deviceTime: null },
  ...{ displayId: null, screenSize: null, density: null, rotation: null, systemInsets: null, activeWindow: null },
  ...{ ime: null, power: null, keyguard: null, frameStats: null },
};

/** Any facts that the schema allows, with null wherever it allows it and `isNull` reports it. */
function arbitrary(schema: z.core.$ZodType, isNull: fc.Arbitrary<boolean>): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  const inner = (one: z.core.$ZodType) => arbitrary(one, isNull);
  if (schema instanceof z.ZodNullable) {
    const value = inner(schema.unwrap());
    return isNull.chain((yes) => (yes ? fc.constant(null) : value));
  }
  if (schema instanceof z.ZodReadonly) return inner(schema.unwrap());
  if (schema instanceof z.ZodObject)
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([key, one]) => [key, inner(one)])));
  if (schema instanceof z.ZodArray) return fc.array(inner(schema.element), { maxLength: 2 });
  if (schema instanceof z.ZodRecord) return fc.constant({});
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.integer({ min: 0, max: 3 });
  if (schema instanceof z.ZodString) return fc.constant("word");
  if (schema instanceof z.ZodISODateTime) return fc.constant("2024-01-01T00:00:00.000Z");
  throw new Error(`the test knows no value of ${def.type}`);
}

test("each null fact of an observation has an error with its path, unless null is the answer", () => {
  for (const often of [1, 3, 10]) {
    const isNull = fc.integer({ min: 1, max: often }).map((one) => one === 1);
    fc.assert(
      fc.property(arbitrary(FACTS, isNull), (made) => {
        const facts = made as Facts;
        assert.deepEqual(nullsWithoutError(facts, unknownIn(facts)), []);
      }),
      { numRuns: 300 },
    );
  }
});

test("a known fact is not reported as unknown", () => {
  const known = arbitrary(FACTS, fc.constant(false));
  fc.assert(
    fc.property(known, (made) => {
      assert.deepEqual(unknownIn(made as Facts), []);
    }),
  );
});

corpusTest("each null fact that `parse` reads from a real capture has an error with its path", async (folder) => {
  let outputs = 0;
  for (const file of indexedFiles(folder, /^(?:dumpsys|wm)/)) {
    const bytes = readFileSync(join(folder, file));
    for (const kind of KINDS.filter((one) => one !== "hierarchy" && one !== "screencap")) {
      const facts = await parseKinds([kind], bytes, undefined).catch(() => null);
      if (!facts) continue;
      outputs += 1;
      assert.deepEqual(nullsWithoutError(facts, facts.errors ?? []), [], `${kind} of ${file}`);
    }
  }
  assert.ok(outputs > 100, `${outputs} outputs`);
});

const UNREPORTED = /not reported by this device/;

test("a fact missing from an answer that was cut off is not called unreported by the device", async () => {
  await using phone = await startDirectPhone({
    app: "com.fovea.form",
    size: { width: 360, height: 640 },
    apiLevel: 33,
  });
  const whole = await phone.observe();
  assert.deepEqual(codesOf(whole), []);
  let cut = 0;
  for (const bytes of [200, 1_000, 3_000, 6_000]) {
    phone.device.faults.set([{ command: "^dumpsys .*window displays", fault: { kind: "truncate", bytes } }]);
    const { errors } = await phone.observe();
    phone.device.faults.clear();
    const reported = errors.filter(({ probe }) => probe === "window").map(({ message }) => message);
    assert.ok(reported.length > 0, `${bytes}`);
    cut += reported.some((message) => /the window manager's answer, which was cut off/.test(message)) ? 1 : 0;
    assert.deepEqual(
      reported.filter((message) => UNREPORTED.test(message)),
      [],
      `${bytes}`,
    );
  }
  assert.ok(cut >= 3, "the cut is unnoticed only where it ends with a line");
});

test("a fact that every release reports and that is missing makes no other fact unreported by the device", () => {
  const [lacking, unsaid] = unknownFacts(NOTHING, { device: false, window: true });
  assert.match(lacking?.message ?? "", /^the window manager's answer lacks displayId/);
  assert.match(unsaid?.message ?? "", /^not in the window manager's answer: /);
});
