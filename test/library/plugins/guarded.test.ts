import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPlugins } from "../../../src/library/plugins/load-plugins.js";
import type { RegisterPlugin } from "../../../src/library/types.js";
import { NO, userAnswering } from "../../support/asked-user.js";
import { CHAT_PAGE, startGuarded, startsWith, tokenIn } from "../../support/guarded-phone.js";
import { connectMcp } from "../../support/mcp-link.js";

const SENDS: RegisterPlugin = ({ registerAction }) =>
  registerAction({
    name: "send_it",
    purpose: "Send the message.",
    schema: { details: { type: "boolean", description: "open the details first", optional: true } },
    returns: {},
    example: {},
    run: async ({ details }, phone) => {
      if (details === true) await phone.tap('button "Details"');
      await phone.tap('button "Send"');
      return {};
    },
  });

test("the user is asked before an action of a plug-in sends something, and after a no nothing is sent", async () => {
  await using product = await startGuarded({}, CHAT_PAGE);
  const user = userAnswering(() => NO);
  await using mcp = await connectMcp({ ...product, plugins: await loadPlugins([], [SENDS]) }, "modern", user.setUp);
  const { text } = await mcp.call("send_it");
  startsWith(text, "CONSENT_REFUSED");
  assert.deepEqual(product.app.events, []);
  assert.equal(user.questions.length, 1);
});

test("confirm_action runs the action of a plug-in that the guard held back", async () => {
  await using product = await startGuarded({}, CHAT_PAGE);
  await using mcp = await connectMcp({ ...product, plugins: await loadPlugins([], [SENDS]) });
  const { text } = await mcp.call("send_it");
  startsWith(text, "CONFIRMATION_REQUIRED");
  assert.deepEqual(product.app.events, []);
  const done = await mcp.call("confirm_action", { token: tokenIn(text) });
  assert.deepEqual(product.app.events, ["tap Send"], done.text);
});

test("confirm_action repeats only the held-back act of a plug-in, and not the acts before it", async () => {
  await using product = await startGuarded({}, CHAT_PAGE);
  await using mcp = await connectMcp({ ...product, plugins: await loadPlugins([], [SENDS]) });
  const { text } = await mcp.call("send_it", { details: true });
  startsWith(text, "CONFIRMATION_REQUIRED");
  assert.deepEqual(product.app.events, ["tap Details"]);
  await mcp.call("confirm_action", { token: tokenIn(text) });
  assert.deepEqual(product.app.events, ["tap Details", "tap Send"]);
});
