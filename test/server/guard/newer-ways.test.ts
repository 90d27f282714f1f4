import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openGateway } from "../../../src/app/farm/open-gateway.js";
import { TOOL_GROUPS } from "../../../src/base/options/choices.js";
import { connect } from "../../../src/library/connect.js";
import { loaded, serverMaker } from "../../../src/server/create-server.js";
import { Guard } from "../../../src/server/guard/guard.js";
import { openOneCaller } from "../../../src/server/one-caller.js";
import { Caller } from "../../../src/session/caller.js";
import { NO, userAnswering } from "../../support/asked-user.js";
import { runFovea } from "../../support/fovea-process.js";
import { linesOf, SHOP, startGuarded, startsWith } from "../../support/guarded-phone.js";
import { connectMcp } from "../../support/mcp-link.js";
import { never } from "../../support/never.js";
import type { Product } from "../../support/product.js";
import { connectServe, productFlags } from "../../support/serve-process.js";

const lastOutcome = (product: Product) => linesOf(product).at(-1)?.outcome;

/** The flags of a command with the guard as it is where nobody says otherwise. */
function bareFlags(product: Product): readonly string[] {
  const flags = productFlags(product);
  const at = flags.indexOf("--guard");
  return [...flags.slice(0, at), ...flags.slice(at + 2)];
}

function flowFor(product: Product): string {
  const file = join(product.folder, "send.yaml");
  writeFileSync(file, `appId: ${SHOP}\n---\n- tapOn: "Send"\n`);
  return file;
}

test("focus moves to Send without pressing it, and the keys that then press it ask the user", async () => {
  await using product = await startGuarded({ tools: TOOL_GROUPS });
  const user = userAnswering(() => NO);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  await mcp.call("focus", { target: 'button "Send"' });
  assert.deepEqual(product.app.events, []);
  for (const key of ["enter", "space", "dpad_center"])
    startsWith((await mcp.call("press_key", { key })).text, "CONSENT_REFUSED");
  assert.deepEqual([product.app.events, user.questions.length], [[], 3]);
});

test("overwriting a file of the device asks the user, and is refused with guard block", async () => {
  await using product = await startGuarded({ tools: TOOL_GROUPS });
  writeFileSync(join(product.folder, "cat.png"), "cat");
  for (const guard of ["confirm", "block"] as const) {
    const config = { ...product.config, guard, filesDirs: [product.folder] };
    const parts = { ...product, config, guard: new Guard(config, "serve") };
    await using mcp = await connectMcp(parts);
    const { text } = await mcp.call("files", { push: join(product.folder, "cat.png"), replace: true });
    startsWith(text, guard === "block" ? "ACTION_BLOCKED" : "CONFIRMATION_REQUIRED");
  }
});

test("without --guard a server asks, the library and a flow note, and each can be set to block", async () => {
  await using product = await startGuarded();
  const flags = bareFlags(product);
  const served = await connectServe(flags, "modern");
  startsWith((await served.call("tap", { target: 'button "Send"' })).text, "CONFIRMATION_REQUIRED");
  await served[Symbol.asyncDispose]();
  assert.deepEqual(product.app.events, []);
  const { adbPort, config, serial } = product;
  const options = { adbPort, adbHost: "127.0.0.1", stateDir: config.stateDir };
  for (const guard of [undefined, "block"] as const) {
    const phone = await connect({ device: serial, options: { ...options, ...(guard && { guard }) } });
    const pressed = phone.tap('button "Send"');
    await (guard ? assert.rejects(pressed, { code: "ACTION_BLOCKED" }) : pressed);
    await phone.close();
    assert.equal(lastOutcome(product), guard ? "blocked" : "noted");
  }
  assert.equal(product.app.events.length, 1);
  for (const guard of [[], ["--guard", "block"]]) {
    const ran = await runFovea(["run", flowFor(product), ...flags, ...guard]);
    assert.equal(ran.code === 0, guard.length === 0, ran.stdout + ran.stderr);
    assert.equal(lastOutcome(product), guard.length === 0 ? "noted" : "blocked");
  }
  assert.equal(product.app.events.length, 2);
});

test("a server for a farm sends no action that its own options forbid", async () => {
  await using product = await startGuarded({ readOnly: true, tools: TOOL_GROUPS });
  const sent: string[] = [];
  const remote = {
    answer: async ({ name }: { readonly name: string }) => {
      sent.push(name);
      return { content: [{ type: "text", text: "done there" }] };
    },
  };
  await using one = await openOneCaller(serverMaker({ ...loaded(product), remote })(new Caller()));
  const call = async (tool: string, args: Readonly<Record<string, unknown>>) =>
    JSON.stringify(await one.call(tool, args));
  assert.match(await call("permissions", { package: SHOP, grant: ["all"] }), /READ_ONLY: /);
  assert.match(await call("files", { push: "cat.png" }), /READ_ONLY: /);
  assert.match(await call("permissions", { package: SHOP }), /done there/);
  assert.deepEqual(sent, ["permissions"]);
});

test("a server for a farm refuses options of the guard, which belong to the phone's host", async () => {
  await using product = await startGuarded();
  for (const guarded of [{ guard: "block" }, { guardAllow: ["send"] }, { guardPolicy: "guard.policy" }] as const) {
    const config = { ...product.config, guard: undefined, farm: ["nats://127.0.0.1:1"], ...guarded };
    await assert.rejects(openGateway(config, never()), { code: "INVALID_ARGUMENT", message: /the host of each phone/ });
  }
});
