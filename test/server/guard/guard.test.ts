import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { pollUntil } from "../../../src/base/signals.js";
import { CLOSED, NO, UNCHECKED, userAnswering, YES } from "../../support/asked-user.js";
import { FoveaProcess } from "../../support/fovea-process.js";
import { CHAT_PAGE, linesOf, SEND, SHOP, startGuarded, startsWith } from "../../support/guarded-phone.js";
import { startHttp } from "../../support/http-link.js";
import { connectMcp, ERAS } from "../../support/mcp-link.js";
import { productFlags } from "../../support/serve-process.js";

for (const era of ERAS) {
  test(`a tap on Send is done after a yes, and the user is asked once, with what and why (${era})`, async () => {
    await using product = await startGuarded();
    const user = userAnswering(() => YES);
    await using mcp = await connectMcp(product, era, user.setUp);
    const { text, isError } = await mcp.call("tap", SEND);
    assert.equal(isError, false, text);
    assert.deepEqual(product.app.events, ["tap Send"]);
    assert.deepEqual(user.questions, [
      `tap button "Send" in "${SHOP}" on ${product.serial}: this would send or publish something (label "send"); text on the screen: page "Chat", field "Message". Do it?`,
    ]);
    assert.deepEqual(linesOf(product).at(-1), { outcome: "confirmed", class: "send", by: "user" });
  });

  for (const answer of [NO, CLOSED, UNCHECKED])
    test(`a tap on Send touches nothing where the user answers ${JSON.stringify(answer)} (${era})`, async () => {
      await using product = await startGuarded();
      const user = userAnswering(() => answer);
      await using mcp = await connectMcp(product, era, user.setUp);
      startsWith((await mcp.call("tap", SEND)).text, "CONSENT_REFUSED");
      assert.deepEqual(product.app.events, []);
      assert.equal(user.questions.length, 1);
      assert.equal(linesOf(product).at(-1)?.outcome, "declined");
    });

  test(`a yes is void where the screen changed meanwhile (${era})`, async () => {
    await using product = await startGuarded();
    const user = userAnswering(() => {
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

test("an action that is not sensitive passes without a question and without a log line", async () => {
  await using product = await startGuarded();
  await using mcp = await connectMcp(product);
  const { text, isError } = await mcp.call("tap", { target: 'button "Details"' });
  assert.equal(isError, false, text);
  assert.deepEqual(product.app.events, ["tap Details"]);
});

test("guard block lets no sensitive action pass, and guard note lets all pass; each has a log line", async () => {
  for (const [guard, outcome] of [
    ["block", "blocked"],
    ["note", "noted"],
  ] as const) {
    await using product = await startGuarded({ guard });
    const user = userAnswering(() => YES);
    await using mcp = await connectMcp(product, "modern", user.setUp);
    const { text, isError } = await mcp.call("tap", SEND);
    assert.equal(isError, guard === "block", text);
    assert.deepEqual(product.app.events, guard === "block" ? [] : ["tap Send"]);
    assert.deepEqual(user.questions, []);
    assert.deepEqual(linesOf(product), [{ outcome, class: "send", by: "rule" }]);
  }
});

test("the question shows the recipient and the text to send, as text of the screen, and never a password", async () => {
  const parts = [
    { widget: "title", id: null, label: "New message" },
    { widget: "field", id: "to", label: "To" },
    { widget: "field", id: "message", label: "Message" },
    { widget: "button", id: null, label: "Send" },
  ];
  const long = `I agree" to ${"all ".repeat(100)}`;
  await using product = await startGuarded({}, { kind: "page", parts });
  const user = userAnswering(() => YES);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  await mcp.call("type_text", { target: "id/to", text: "Anna" });
  await mcp.call("type_text", { target: "id/message", text: long });
  assert.equal((await mcp.call("tap", SEND)).isError, false);
  const asked = user.questions.at(-1) ?? assert.fail("nobody was asked");
  assert.match(asked, /; text on the screen: page "New message", field "Anna", field "I agree/);
  assert.ok(asked.includes('field "I agree\\" to all all'), asked);
  assert.match(asked, /…\(\+\d+\)\. Do it\?$/);
  assert.ok(asked.length < 700, asked);
  await using alone = await connectMcp(product);
  assert.match(
    (await alone.call("tap", SEND)).text,
    /^CONFIRMATION_REQUIRED: .*; text on the screen: page "New message", field "Anna", /,
  );
  // What Enter would send is not in the field yet.
  await alone.call("type_text", { target: "id/message", text: "I agree" });
  const submitted = await alone.call("type_text", { target: "id/message", text: " now", clear: false, submit: true });
  assert.match(submitted.text, /^CONFIRMATION_REQUIRED: .*field "I agree.* with "now"/);
});

test("an invalid answer ends its call at once, and the server asks again at the next call", async () => {
  await using product = await startGuarded();
  await using server = new FoveaProcess(["serve", ...productFlags(product), "--guard", "confirm"]);
  const send = (message: object) => server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const capabilities = { elicitation: {} };
  const clientInfo = { name: "test", version: "1" };
  send({ id: 100, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities, clientInfo } });
  await server.says(/"id":100/);
  send({ method: "notifications/initialized" });
  for (const [index, result] of [null, 7, "yes", undefined].entries()) {
    send({ id: 101 + index, method: "tools/call", params: { name: "tap", arguments: SEND } });
    const asked = () => server.stdout.match(/^.*"elicitation\/create".*$/gm)?.[index];
    const question = await pollUntil(asked, 10, AbortSignal.timeout(60_000));
    send({ id: z.object({ id: z.number() }).parse(JSON.parse(question)).id, result });
    const [answer] = await server.says(new RegExp(`^.*"id":${101 + index}[,}].*$`, "m"));
    const what = JSON.stringify({ result });
    assert.match(answer, /CONSENT_IMPOSSIBLE: the user's answer did not arrive, so nothing was done/, what);
    assert.deepEqual(product.app.events, [], what);
  }
});

test("over HTTP an invalid answer ends its call as well", async () => {
  await using product = await startGuarded();
  await using http = await startHttp(product);
  const headers = { authorization: `Bearer ${http.token}`, "content-type": "application/json" };
  const accept = { accept: "application/json, text/event-stream" };
  const post = async (message: object, more: Readonly<Record<string, string>> = {}) =>
    await fetch(http.url, {
      method: "POST",
      headers: { ...headers, ...accept, ...more },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal: AbortSignal.timeout(60_000),
    });
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo };
  const begun = await post({ id: 1, method: "initialize", params });
  const own = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? assert.fail("no session") };
  await begun.text();
  await (await post({ method: "notifications/initialized" }, own)).text();
  const called = await post({ id: 2, method: "tools/call", params: { name: "tap", arguments: SEND } }, own);
  let read = "";
  for await (const chunk of called.body ?? assert.fail("no answer")) {
    read += Buffer.from(chunk).toString();
    const question = /"method":"elicitation\/create"/.test(read) && /"id":(\d+)/.exec(read.replaceAll('"id":2,', ""));
    if (question && !read.includes("CONSENT"))
      await (await post({ id: Number(question[1]), result: null }, own)).text();
  }
  assert.match(read, /CONSENT_IMPOSSIBLE: the user's answer did not arrive/);
  assert.deepEqual(product.app.events, []);
});
