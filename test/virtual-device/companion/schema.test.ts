import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { schemaDefinitions } from "../../support/companion.js";
import { phoneWithService } from "../support/companion-phone.js";
import { connectWire, isMessage, openWire } from "../support/wire-client.js";

const definitions = schemaDefinitions();

/** What the protocol's schema finds wrong, by an implementation of JSON Schema that nobody here wrote. */
function mistakesOf(definition: string, value: unknown): readonly string[] {
  assert.ok(definitions[definition], definition);
  const verdict = z.fromJSONSchema({ $ref: `#/$defs/${definition}`, $defs: definitions }).safeParse(value);
  return verdict.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

function check(definition: string, value: unknown, where: string): void {
  assert.deepEqual(mistakesOf(definition, value), [], where);
}

test("the schema check finds invalid messages", () => {
  check("state", "running", "a right one");
  for (const [definition, value] of [
    ["state", "walking"],
    ["rect", [1, 2, 3]],
    ["rect", [1, 2, 3, 0.5]],
    ["subscribeResult", { seq: 1, more: 2 }],
    ["subscribeResult", {}],
    ["details", {}],
    ["node", [-1, 0, 0, 0, 1, 1, -1, -1, -1, -1, 0, 5]],
    ["treeName", "xyz"],
  ] as const) {
    assert.notDeepEqual(mistakesOf(definition, value), [], JSON.stringify(value));
  }
});

for (const apiLevel of [24, 28, 30, 33, 36]) {
  test(`every message sent on API ${apiLevel} fits the schema`, async () => {
    for (const app of ["com.android.settings", "com.fovea.form", "com.fovea.world", "com.fovea.player"]) {
      await using phone = await phoneWithService({ apiLevel, app, hasCutout: true });
      const first = await openWire(phone.device);
      await first?.send({ hello: { versions: [1], client: "test" } });
      check("serverHello", await first?.message(), "hello");
      using client = await connectWire(phone.device);
      await client.call("subscribe");
      check("snapshotResult", await client.call("snapshot", { facts: true }), app);
      phone.phone.hooks.blockApp(app, 60_000);
      check("snapshotResult", await client.call("snapshot", { budget: { windowMs: 10 } }), "hung");
      phone.phone.hooks.setAwake(false);
      check("snapshotResult", await client.call("snapshot"), "asleep");
      for (const method of ["facts", "health", "waitIdle"]) check(`${method}Result`, await client.call(method), method);
      check("setClipboardResult", await client.call("setClipboard", { text: "x" }), "clipboard");
      check("nodeActionParams", { target: { focus: "input" }, action: "click" }, "the schema itself");
      await client.ask("nodeAction", { target: { focus: "input" }, action: "click" });
      check("failure", await client.message(), "failure");
      for (const event of client.events) check("eventMessage", { event }, "event");
      assert.ok(client.events.every(isMessage));
    }
  });
}
