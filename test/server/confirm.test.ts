import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { ErrorCode } from "../../src/base/errors.js";
import { pollUntil } from "../../src/base/signals.js";
import { Consents } from "../../src/server/consents.js";
import { writeApk } from "../support/app-apk.js";
import { CLOSED, NO, UNCHECKED, userAnswering, YES } from "../support/asked-user.js";
import { connectHttp, startHttp } from "../support/http-link.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";
import { skipWithout } from "../support/needs.js";
import { type Product, type ProductOptions, startProduct } from "../support/product.js";
import { RawMcp } from "../support/raw-mcp.js";
import { connectServe, productFlags } from "../support/serve-process.js";

const TINY = { size: { width: 360, height: 800 }, density: 140, speed: 30 } as const;
const NOTES = { package: "com.fovea.notes" };
const DONE = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };

/** A phone whose apps are emptied only by those who were agreed with, and what was emptied so far. */
async function startAsking(options: ProductOptions = {}): Promise<Product & { readonly cleared: readonly string[] }> {
  const product = await startProduct({ ...TINY, ...options, config: { manageApps: "ask", ...options.config } });
  const cleared: string[] = [];
  const clear = product.phone.clearPackage.bind(product.phone);
  product.phone.clearPackage = (name) => {
    cleared.push(name);
    return clear(name);
  };
  return Object.assign(product, { cleared });
}

function startsWith(text: string, code: ErrorCode): void {
  assert.ok(text.startsWith(`${code}: `), text);
  assert.match(text, /\nNext: ./);
}

for (const era of ERAS) {
  test(`clear_app_data runs after the user's yes, and asks the user once (${era})`, async () => {
    await using product = await startAsking();
    const user = userAnswering(() => YES);
    await using mcp = await connectMcp(product, era, user.setUp);
    const { text, isError } = await mcp.call("clear_app_data", NOTES);
    assert.equal(isError, false, text);
    assert.deepEqual(product.cleared, ["com.fovea.notes"]);
    assert.deepEqual(user.questions, [
      `Delete all data of the app "com.fovea.notes", version "1.0" (1), on the device "${product.serial}": accounts, files and settings? They cannot be brought back.`,
    ]);
  });

  for (const [answer, words] of [
    [NO, "the user declined"],
    [CLOSED, "the user closed the question"],
    [UNCHECKED, "the user did not tick the box"],
  ] as const) {
    test(`clear_app_data ends where the user answers ${JSON.stringify(answer)}, and does not ask again (${era})`, async () => {
      await using product = await startAsking();
      const user = userAnswering(() => answer);
      await using mcp = await connectMcp(product, era, user.setUp);
      const { text, isError } = await mcp.call("clear_app_data", NOTES);
      assert.ok(isError);
      startsWith(text, "CONSENT_REFUSED");
      assert.ok(text.includes(`${words}, so nothing was done`), text);
      assert.equal(user.questions.length, 1);
      assert.deepEqual(product.cleared, []);
    });
  }

  test(`a client that cannot ask its user is refused, with the option that allows the tool (${era})`, async () => {
    await using product = await startAsking();
    await using mcp = await connectMcp(product, era);
    const { text, isError } = await mcp.call("uninstall_app", NOTES);
    assert.ok(isError);
    startsWith(text, "CONSENT_IMPOSSIBLE");
    assert.match(text, /--manage-apps allow/);
    assert.ok(product.phone.state().packages.some(({ packageName }) => packageName === "com.fovea.notes"));
  });

  test(`clear_app_data fails with a code and does nothing where the client's question fails (${era})`, async () => {
    await using product = await startAsking();
    const user = userAnswering(() => Promise.reject(new Error("no window")));
    await using mcp = await connectMcp(product, era, user.setUp);
    const outcome = await mcp.call("clear_app_data", NOTES).catch((error: unknown) => ({ text: String(error) }));
    assert.match(
      outcome.text,
      era === "legacy" ? /^CONSENT_IMPOSSIBLE: .*, so nothing was done: the client says "no window"\n/ : /no window/,
    );
    assert.deepEqual(product.cleared, []);
  });

  test(`a yes that comes after the call was cancelled does nothing (${era})`, async () => {
    await using product = await startAsking();
    const giveUp = new AbortController();
    const user = userAnswering(async () => {
      await once(giveUp.signal, "abort");
      return YES;
    });
    await using mcp = await connectMcp(product, era, user.setUp);
    const refused = assert.rejects(mcp.call("clear_app_data", NOTES, { signal: giveUp.signal }));
    await pollUntil(() => user.questions[0], 2, AbortSignal.timeout(60_000));
    giveUp.abort();
    await refused;
    // The server is there for the next call, which waits for nothing that the first one left.
    const { isError } = await mcp.call("list_devices");
    assert.equal(isError, false);
    assert.deepEqual(product.cleared, []);
  });

  test(`a yes does nothing where the app or the file changed while the user was asked (${era})`, async () => {
    await using product = await startAsking();
    const apk = join(product.folder, "app.apk");
    writeApk(apk);
    const user = userAnswering(() => {
      if (user.questions.length === 1) product.phone.uninstallPackage("com.fovea.notes");
      else writeApk(apk, { versionName: "1.2-evil" });
      return YES;
    });
    const config = { ...product.config, apkDirs: [product.folder] };
    await using mcp = await connectMcp({ ...product, config }, era, user.setUp);
    startsWith((await mcp.call("clear_app_data", NOTES)).text, era === "legacy" ? "CONSENT_STALE" : "APP_NOT_FOUND");
    startsWith((await mcp.call("install_app", { path: "app.apk" })).text, "CONSENT_STALE");
    assert.equal(user.questions.length, 2);
    assert.deepEqual(product.cleared, []);
    assert.ok(!product.phone.state().packages.some(({ packageName }) => packageName === "com.example.app"));
  });

  test(`with manageApps allow no user is asked (${era})`, async () => {
    await using product = await startAsking({ config: { manageApps: "allow" } });
    const user = userAnswering(() => NO);
    await using mcp = await connectMcp(product, era, user.setUp);
    assert.equal((await mcp.call("clear_app_data", NOTES)).isError, false);
    assert.deepEqual(user.questions, []);
    assert.deepEqual(product.cleared, ["com.fovea.notes"]);
  });

  test(`without the option the tools are not listed, even for a client that can ask (${era})`, async () => {
    await using product = await startProduct(TINY);
    await using mcp = await connectMcp(product, era);
    await using asking = await connectMcp(product, era, userAnswering(() => YES).setUp);
    const list = JSON.stringify(await mcp.client.listTools());
    assert.equal(JSON.stringify(await asking.client.listTools()), list);
    assert.doesNotMatch(list, /install_app|clear_app_data/);
    await assert.rejects(mcp.call("clear_app_data", NOTES), /clear_app_data/);
  });

  test(`the shipped server asks the user over stdio (${era})`, async () => {
    await using product = await startAsking({ route: "in process" });
    const user = userAnswering(() => (user.questions.length === 1 ? NO : YES));
    await using mcp = await connectServe([...productFlags(product), "--manage-apps", "ask"], era, user.setUp);
    startsWith((await mcp.call("clear_app_data", NOTES)).text, "CONSENT_REFUSED");
    assert.deepEqual(product.cleared, []);
    assert.equal((await mcp.call("clear_app_data", NOTES)).isError, false);
    assert.deepEqual(product.cleared, ["com.fovea.notes"]);
    assert.equal(user.questions.length, 2);
  });
}

for (const era of ERAS) {
  test(`over HTTP each user is asked by their own client (${era})`, async () => {
    await using product = await startAsking();
    await using http = await startHttp(product);
    const agreeing = userAnswering(() => YES);
    const declining = userAnswering(() => NO);
    await using yes = await connectHttp(http, era, agreeing.setUp);
    await using no = await connectHttp(http, era, declining.setUp);
    await using mute = await connectHttp(http, era);
    const [done, refused, impossible] = await Promise.all(
      [yes, no, mute].map(async (mcp) => (await mcp.call("clear_app_data", NOTES)).text),
    );
    assert.match(done ?? "", /^cleared the data of com\.fovea\.notes/);
    startsWith(refused ?? "", "CONSENT_REFUSED");
    startsWith(impossible ?? "", "CONSENT_IMPOSSIBLE");
    assert.deepEqual([agreeing.questions.length, declining.questions.length], [1, 1]);
    assert.deepEqual(product.cleared, ["com.fovea.notes"]);
  });
}

test("a read-only server does not ask the user", async () => {
  await using product = await startAsking({ config: { readOnly: true } });
  const user = userAnswering(() => YES);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  await assert.rejects(mcp.call("clear_app_data", NOTES));
  assert.deepEqual(user.questions, []);
});

test("a yes counts once, only for its own question and with the state that came with the question", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  const { state = "", asks } = await client.call("clear_app_data", NOTES);
  assert.deepEqual(asks, ["confirm"]);
  const retry = { ...DONE, requestState: state };
  const others: readonly (readonly [string, object])[] = [
    ["clear_app_data", { package: "com.fovea.clock" }],
    ["uninstall_app", NOTES],
    ["clear_app_data", { ...NOTES, device: product.serial }],
  ];
  for (const [tool, args] of others) startsWith((await client.call(tool, args, retry)).text, "CONSENT_STALE");
  assert.deepEqual(product.cleared, []);
  assert.match((await client.call("clear_app_data", NOTES, retry)).text, /^cleared the data/);
  startsWith((await client.call("clear_app_data", NOTES, retry)).text, "CONSENT_STALE");
  assert.deepEqual(product.cleared, ["com.fovea.notes"]);
});

test("of two answers to one question at the same moment only one counts", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  const { state = "" } = await client.call("clear_app_data", NOTES);
  const retry = { ...DONE, requestState: state };
  await Promise.all([client.call("clear_app_data", NOTES, retry), client.call("clear_app_data", NOTES, retry)]);
  assert.deepEqual(product.cleared, ["com.fovea.notes"]);
});

test("a no is final: the same question cannot be answered with yes later", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  const { state = "" } = await client.call("clear_app_data", NOTES);
  const no = { inputResponses: { confirm: { action: "decline" } }, requestState: state };
  startsWith((await client.call("clear_app_data", NOTES, no)).text, "CONSENT_REFUSED");
  startsWith((await client.call("clear_app_data", NOTES, { ...DONE, requestState: state })).text, "CONSENT_STALE");
  assert.deepEqual(product.cleared, []);
});

test("an answer without a question, with a changed one or with another server's question does not count", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  const { state = "" } = await client.call("clear_app_data", NOTES);
  const elsewhere = new RawMcp({ ...product, consents: new Consents() });
  const foreign = (await elsewhere.call("clear_app_data", NOTES)).state ?? "";
  const [head = "", body = "", mac = ""] = state.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9_999 })).toString("base64url");
  const states = [foreign, `${head}.${forged}.${mac}`, `${head}.${body}.`, `${state}x`, "", "v1.e30.AAAA"];
  for (const requestState of states) {
    startsWith((await client.call("clear_app_data", NOTES, { ...DONE, requestState })).text, "CONSENT_STALE");
  }
  startsWith((await client.call("clear_app_data", NOTES, DONE)).text, "CONSENT_STALE");
  assert.deepEqual(product.cleared, []);
});

test("an answer whose state differs in one character does not count", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  const { state = "" } = await client.call("clear_app_data", NOTES);
  // The last one holds bits that no byte takes.
  const at = fc.integer({ min: 0, max: state.length - 2 });
  const other = fc.constantFrom(..."ABCXYZabcxyz0189-_.");
  await fc.assert(
    fc.asyncProperty(at, other, async (index, character) => {
      const changed = state.slice(0, index) + character + state.slice(index + 1);
      fc.pre(changed !== state);
      startsWith(
        (await client.call("clear_app_data", NOTES, { ...DONE, requestState: changed })).text,
        "CONSENT_STALE",
      );
    }),
    { numRuns: 25 },
  );
  assert.deepEqual(product.cleared, []);
});

test("an answer to a question that is too old does not count, and the question is asked again", async () => {
  await using product = await startAsking();
  const client = new RawMcp({ ...product, consents: new Consents(-1) });
  const { state = "" } = await client.call("clear_app_data", NOTES);
  const { text } = await client.call("clear_app_data", NOTES, { ...DONE, requestState: state });
  startsWith(text, "CONSENT_STALE");
  assert.match(text, /the question is too old/);
  assert.deepEqual(product.cleared, []);
});

test("a second call without a valid answer counts as a no", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  for (const inputResponses of [{}, { confirm: true }, { confirm: { action: "accept" } }, { other: YES }]) {
    const { state = "" } = await client.call("clear_app_data", NOTES);
    const { text } = await client.call("clear_app_data", NOTES, { inputResponses, requestState: state });
    startsWith(text, "CONSENT_REFUSED");
  }
  assert.deepEqual(product.cleared, []);
});

test("an argument confirm is refused, and a client that can only open pages cannot ask", async () => {
  await using product = await startAsking();
  const client = new RawMcp(product);
  startsWith((await client.call("clear_app_data", { ...NOTES, confirm: true })).text, "INVALID_ARGUMENT");
  for (const capabilities of [{}, { elicitation: { url: {} } }]) {
    const { text } = await new RawMcp(product, capabilities).call("clear_app_data", NOTES);
    startsWith(text, "CONSENT_IMPOSSIBLE");
  }
  const { asks } = await new RawMcp(product, { elicitation: {} }).call("clear_app_data", NOTES);
  assert.deepEqual(asks, ["confirm"], "this is the older form of the capability");
});

test("install_app does not install an APK that changed while the user was asked", async () => {
  await using product = await startAsking();
  const apkDirs = [join(product.folder, "apks")];
  const client = new RawMcp({ ...product, config: { ...product.config, apkDirs } });
  const path = join(product.folder, "apks", "app.apk");
  const asked = writeApk(path);
  const { state = "" } = await client.call("install_app", { path: "app.apk" });
  writeApk(path, { versionName: "1.2-evil" });
  const retry = { ...DONE, requestState: state };
  startsWith((await client.call("install_app", { path: "app.apk" }, retry)).text, "CONSENT_STALE");
  writeFileSync(path, asked);
  assert.match((await client.call("install_app", { path: "app.apk" }, retry)).text, /^installed com\.example\.app/);
});

test("consent, install, clear and uninstall work behind a real adb server", {
  skip: skipWithout("adb"),
}, async () => {
  await using product = await startAsking({ route: "real adb" });
  const config = { ...product.config, apkDirs: [product.folder] };
  const user = userAnswering(() => YES);
  await using mcp = await connectMcp({ ...product, config }, "modern", user.setUp);
  writeApk(join(product.folder, "app.apk"));
  const name = { package: "com.example.app" };
  const did = async (tool: string, args: Record<string, unknown>) => (await mcp.call(tool, args)).text;
  assert.match(
    await did("install_app", { path: "app.apk" }),
    /^installed .*\nconfirmed: the phone has exactly this file/,
  );
  await did("open_app", name);
  assert.match(await did("clear_app_data", name), /^cleared .*\nconfirmed: its process \d+ was ended/);
  assert.match(await did("uninstall_app", name), /^uninstalled .*\nconfirmed: it is no longer installed/);
  assert.equal(user.questions.length, 3);
  assert.deepEqual(product.device.log.defects, []);
});

test("a call that would fail anyway does not ask the user", async () => {
  await using product = await startAsking();
  const user = userAnswering(() => YES);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  startsWith((await mcp.call("clear_app_data", { package: "com.example.none" })).text, "APP_NOT_FOUND");
  startsWith((await mcp.call("uninstall_app", { ...NOTES, device: "none" })).text, "DEVICE_NOT_FOUND");
  assert.deepEqual(user.questions, []);
});
