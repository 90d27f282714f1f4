import assert from "node:assert/strict";
import { test } from "node:test";
import { CLOSED, NO, UNTICKED, userWho, YES } from "../../support/asked-user.js";
import { CHAT_PAGE, linesOf, SEND, SHOP, startGuarded, startsWith } from "../../support/guarded-phone.js";
import { connectMcp, ERAS } from "../../support/mcp-link.js";

for (const era of ERAS) {
  test(`a tap on Send is done after a yes, and the user is asked once, with what and why (${era})`, async () => {
    await using product = await startGuarded();
    const user = userWho(() => YES);
    await using mcp = await connectMcp(product, era, user.setUp);
    const { text, isError } = await mcp.call("tap", SEND);
    assert.equal(isError, false, text);
    assert.deepEqual(product.app.events, ["tap Send"]);
    assert.deepEqual(user.questions, [
      `tap button "Send" in "${SHOP}" on ${product.serial}: this would send or publish something (label "send"). Do it?`,
    ]);
    assert.deepEqual(linesOf(product).at(-1), { outcome: "confirmed", class: "send", by: "user" });
  });

  for (const answer of [NO, CLOSED, UNTICKED])
    test(`a user who answers ${JSON.stringify(answer)} ends the call, and nothing is touched (${era})`, async () => {
      await using product = await startGuarded();
      const user = userWho(() => answer);
      await using mcp = await connectMcp(product, era, user.setUp);
      startsWith((await mcp.call("tap", SEND)).text, "CONSENT_REFUSED");
      assert.deepEqual(product.app.events, []);
      assert.equal(user.questions.length, 1);
      assert.equal(linesOf(product).at(-1)?.outcome, "declined");
    });

  test(`a yes to a screen that is another by then is void (${era})`, async () => {
    await using product = await startGuarded();
    const user = userWho(() => {
      const parts = CHAT_PAGE.parts.map((part) =>
        part.label === "Details" ? { ...part, label: "To: everybody" } : part,
      );
      product.app.show({ ...CHAT_PAGE, parts });
      return YES;
    });
    await using mcp = await connectMcp(product, era, user.setUp);
    startsWith((await mcp.call("tap", SEND)).text, "CONSENT_STALE");
    assert.deepEqual(product.app.events, []);
  });
}

test("what is not a sensitive action passes, unasked and unwritten", async () => {
  await using product = await startGuarded();
  await using mcp = await connectMcp(product);
  const { text, isError } = await mcp.call("tap", { target: 'button "Details"' });
  assert.equal(isError, false, text);
  assert.deepEqual(product.app.events, ["tap Details"]);
});

test("with block nothing sensitive passes, with note all of it, each with a line", async () => {
  for (const [guard, outcome] of [
    ["block", "blocked"],
    ["note", "noted"],
  ] as const) {
    await using product = await startGuarded({ guard });
    const user = userWho(() => YES);
    await using mcp = await connectMcp(product, "modern", user.setUp);
    const { text, isError } = await mcp.call("tap", SEND);
    assert.equal(isError, guard === "block", text);
    assert.deepEqual(product.app.events, guard === "block" ? [] : ["tap Send"]);
    assert.deepEqual(user.questions, []);
    assert.deepEqual(linesOf(product), [{ outcome, class: "send", by: "rule" }]);
  }
});
