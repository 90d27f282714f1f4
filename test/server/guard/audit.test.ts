// What the guard's log says of answers that came, came too late, or never came.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../../src/base/signals.js";
import { CONSENT_S } from "../../../src/server/consents.js";
import { type Answer, NO, userAnswering, YES } from "../../support/asked-user.js";
import { CHAT_PAGE, linesOf, SEND, startGuarded, startsWith } from "../../support/guarded-phone.js";
import { connectMcp, ERAS } from "../../support/mcp-link.js";

const never = async () => await new Promise<Answer>(() => {});
const said = (product: Parameters<typeof linesOf>[0]) => linesOf(product).map(({ outcome, by }) => `${outcome} ${by}`);

for (const era of ERAS) {
  test(`the log calls a yes void where the screen changed, and does not say that the user declined (${era})`, async () => {
    await using product = await startGuarded();
    const user = userAnswering(() => {
      product.app.show({ ...CHAT_PAGE, parts: [...CHAT_PAGE.parts, { widget: "text", id: null, label: "To: all" }] });
      return YES;
    });
    await using mcp = await connectMcp(product, era, user.setUp);
    startsWith((await mcp.call("tap", SEND)).text, "CONSENT_STALE");
    assert.deepEqual(said(product), era === "modern" ? ["asked rule", "void rule"] : ["void rule"]);
  });

  test(`the log says that the user declined where the user did (${era})`, async () => {
    await using product = await startGuarded();
    await using mcp = await connectMcp(product, era, userAnswering(() => NO).setUp);
    startsWith((await mcp.call("tap", SEND)).text, "CONSENT_REFUSED");
    assert.deepEqual(said(product), era === "modern" ? ["asked rule", "declined user"] : ["declined user"]);
  });

  test(`the log has a line for an uninstall that the user declined (${era})`, async () => {
    await using product = await startGuarded({ manageApps: "ask" });
    const user = userAnswering(() => NO);
    await using mcp = await connectMcp(product, era, user.setUp);
    startsWith((await mcp.call("uninstall_app", { package: "com.fovea.notes" })).text, "CONSENT_REFUSED");
    assert.deepEqual(said(product), era === "modern" ? ["asked rule", "declined user"] : ["declined user"]);
    await using alone = await connectMcp(product, era);
    startsWith((await alone.call("uninstall_app", { package: "com.fovea.notes" })).text, "CONSENT_IMPOSSIBLE");
    assert.deepEqual(said(product).at(-1), "blocked rule");
    assert.equal(user.questions.length, 1);
  });
}

test("a question of the older era without an answer in time ends the call, and the log says that nobody answered", async (context) => {
  await using product = await startGuarded();
  let shiftMs = 0;
  const [now, later] = [performance.now.bind(performance), globalThis.setTimeout];
  context.mock.method(performance, "now", () => now() + shiftMs);
  const user = userAnswering(never);
  await using mcp = await connectMcp(product, "legacy", user.setUp);
  const quick = (run: () => void, ms?: number) => {
    if (ms !== CONSENT_S * 1000) return later(run, ms);
    return later(() => {
      shiftMs = CONSENT_S * 1000;
      run();
    }, 5);
  };
  context.mock.method(globalThis, "setTimeout", quick);
  const { text } = await mcp.call("tap", SEND);
  assert.match(text, /^CONSENT_REFUSED: .*, so nothing was done: the client did not answer within 600 s\n/);
  assert.deepEqual(said(product), ["void rule"]);
  assert.deepEqual(product.app.events, []);
});

test("the action is not done where a client of the older era disconnects while its user is asked", async () => {
  await using product = await startGuarded();
  const user = userAnswering(never);
  const mcp = await connectMcp(product, "legacy", user.setUp);
  const call = assert.rejects(mcp.call("tap", SEND));
  await pollUntil(() => user.questions[0], 2, AbortSignal.timeout(60_000));
  await mcp.client.close();
  await call;
  await pollUntil(() => linesOf(product)[0], 2, AbortSignal.timeout(60_000));
  assert.deepEqual(said(product), ["void rule"]);
  assert.deepEqual(product.app.events, []);
});
