// Slow; npm test has testing.test.ts, which needs no phone.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";
import { phoneFixtures } from "../../../src/library/testing/testing.js";
import type { KeptAttempt, Phone, PhoneFixtures, VitestTask } from "../../../src/library/types.js";

/** As Vitest does: the fixtures one after another, the body, and their ends. */
async function runTest(fixtures: PhoneFixtures, task: VitestTask, body: (phone: Phone) => Promise<void>) {
  const [worker] = fixtures.phoneOfWorker;
  const [phone] = fixtures.phone;
  await worker({}, async (phoneOfWorker) => await phone({ task, phoneOfWorker }, body));
}

test("a failed Vitest test has its folder in the meta of its task and on stderr, one for each attempt", async () => {
  const artifacts = await mkdtemp(join(tmpdir(), "fovea-tests-"));
  const said = mock.method(console, "error", () => {});
  try {
    const fixtures = phoneFixtures({
      ...{ virtual: {}, app: "com.fovea.form", per: "worker", artifacts },
      options: { actionTimeoutMs: 0, companion: "off" },
    });
    const file = { name: "terms.test.ts" };
    const suite = { name: "the form", suite: { name: file.name } };
    const folders: string[] = [];
    for (const [state, fails] of [
      ["fail", false],
      ["fail", true],
      ["run", false],
    ] as const) {
      const meta: { fovea?: KeptAttempt } = {};
      const task = { name: "agrees", suite, file, fails, result: { state, retryCount: folders.length }, meta };
      await runTest(fixtures, task, async (phone) => void (await phone.tap("id/terms")));
      if (meta.fovea) folders.push(meta.fovea.folder);
      if (meta.fovea) assert.ok(existsSync(String(meta.fovea.screenshot)) && existsSync(String(meta.fovea.trace)));
    }
    assert.deepEqual(folders, [join(artifacts, "terms.test.ts-the-form-agrees", "attempt-1")]);
    assert.match(String(said.mock.calls[0]?.arguments), /^fovea: kept in /);
    assert.equal(said.mock.callCount(), 1);
  } finally {
    said.mock.restore();
    await rm(artifacts, { recursive: true });
  }
});
