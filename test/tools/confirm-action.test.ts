import assert from "node:assert/strict";
import { test } from "node:test";
import { CHAT_PAGE, linesOf, SEND, startGuarded, startsWith, tokenIn } from "../support/guarded-phone.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";

for (const era of ERAS) {
  test(`a client that cannot ask gets a token, which confirm_action uses once (${era})`, async () => {
    await using product = await startGuarded();
    await using mcp = await connectMcp(product, era);
    const { text } = await mcp.call("tap", SEND);
    startsWith(text, "CONFIRMATION_REQUIRED");
    assert.deepEqual(product.app.events, []);
    const token = tokenIn(text);
    const done = await mcp.call("confirm_action", { token });
    assert.equal(done.isError, false, done.text);
    assert.deepEqual(product.app.events, ["tap Send"]);
    startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_STALE");
    assert.deepEqual(product.app.events, ["tap Send"]);
    assert.deepEqual(
      linesOf(product).map(({ outcome, by }) => `${outcome} ${by}`),
      ["asked rule", "confirmed confirm_action"],
    );
  });

  test(`an action that only a person may allow gets no token (${era})`, async () => {
    await using product = await startGuarded();
    await using mcp = await connectMcp(product, era);
    startsWith((await mcp.call("tap", { target: 'button "Buy now"' })).text, "ACTION_BLOCKED");
    assert.deepEqual(product.app.events, []);
  });
}

test("a token is void once the screen changed, and for another client", async () => {
  await using product = await startGuarded();
  await using mcp = await connectMcp(product);
  await using other = await connectMcp(product);
  const token = tokenIn((await mcp.call("tap", SEND)).text);
  startsWith((await other.call("confirm_action", { token })).text, "CONSENT_STALE");
  product.app.show({ ...CHAT_PAGE, parts: [...CHAT_PAGE.parts, { widget: "text", id: null, label: "To: everybody" }] });
  startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, []);
});

test("a token that met another screen stays void once the screen is as it was, and once its button was away", async () => {
  const others = [
    [...CHAT_PAGE.parts, { widget: "text", id: null, label: "To: everybody" }],
    CHAT_PAGE.parts.filter(({ label }) => label !== "Send"),
  ];
  for (const parts of others) {
    await using product = await startGuarded();
    await using mcp = await connectMcp(product);
    const token = tokenIn((await mcp.call("tap", SEND)).text);
    product.app.show({ ...CHAT_PAGE, parts });
    assert.equal((await mcp.call("confirm_action", { token })).isError, true);
    product.app.show(CHAT_PAGE);
    startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_STALE");
    assert.deepEqual(product.app.events, []);
  }
});
