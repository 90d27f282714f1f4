import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Guard } from "../../src/server/guard/guard.js";
import { type Driven, drive } from "../support/drive.js";
import { connectMcp } from "../support/mcp-link.js";
import { WAYS_APP, type WaysApp, waysApp } from "../support/ways-app.js";

const root = mkdtempSync(join(tmpdir(), "fovea-go-"));
after(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

interface Pages {
  readonly shop: string;
  readonly basket: string;
  readonly address: string;
}

let learned: Promise<Pages & { readonly memory: string }> | undefined;

/** Goes the way to the address once, for all tests: each begins with a copy of what is remembered of it. */
async function learn() {
  const memory = join(root, "learned");
  await using driven = await drive({ app: WAYS_APP, moreApps: () => [waysApp().make()], config: { memory } });
  const shop = await idOf(driven);
  await driven.did("tap", { target: '"Go to Basket"' });
  const basket = await idOf(driven);
  await driven.did("tap", { target: '"Go to Address"' });
  const address = await idOf(driven);
  for (let step = 0; step < 2; step += 1) await driven.did("press_key", { key: "back" });
  return { memory, shop, basket, address };
}

/** A phone in the shop, whose way to the address was gone before, and its pages by their ids. */
async function shopping(app: WaysApp, config = {}) {
  learned ??= learn();
  const { memory: known, ...pages } = await learned;
  folders += 1;
  const memory = join(root, `m${folders}`);
  cpSync(known, memory, { recursive: true });
  const driven = await drive({ app: WAYS_APP, moreApps: () => [app.make()], config: { memory, ...config } });
  return { driven, ...pages, [Symbol.asyncDispose]: async () => await driven[Symbol.asyncDispose]() };
}

async function idOf(driven: Driven): Promise<string> {
  return /memory: (s\w+) /.exec(await driven.did("observe"))?.[1] ?? "";
}

test("go_to follows a known path by id or text, reports each step, and does nothing where the phone is there", async () => {
  await using known = await shopping(waysApp());
  const { driven, shop, basket, address } = known;
  const went = await driven.did("go_to", { screen: "address" });
  const steps = `^1 tap button "go to basket" -> ${basket}\n2 tap button "go to address" -> ${address}\nat ${address} screen "Address"`;
  assert.match(went, new RegExp(steps));
  assert.match(went, /"Welcome to Address"/);
  assert.match(await driven.did("go_to", { screen: address }), new RegExp(`^at ${address} .*, where the phone was`));
  assert.match(await driven.did("go_to", { screen: shop }), new RegExp(`^1 back -> ${basket}\n2 back -> ${shop}`));
  const refused = await driven.refused("SCREEN_UNKNOWN", "go_to", { screen: "garden furniture" });
  assert.match(refused, /no known screen fits/);
});

test("go_to from another app opens the app first, later in the way it was opened before", async () => {
  await using known = await shopping(waysApp());
  const { driven, basket } = known;
  await driven.did("open_app", { package: "com.fovea.form" });
  const first = await driven.did("go_to", { screen: basket });
  assert.match(first, /^1 open com\.example\.ways for the first time -> s\w+\n2 tap button "go to basket"/);
  await driven.did("press_key", { key: "back" });
  await driven.did("open_app", { package: "com.fovea.form" });
  assert.match(await driven.did("go_to", { screen: basket }), /^1 open com\.example\.ways -> s\w+\n2 tap button/);
});

test("go_to stops at an unexpected screen, with what was expected and found", async () => {
  const app = waysApp();
  await using known = await shopping(app);
  const { driven, basket, address } = known;
  app.lead("Address", "Closed");
  const other = await driven.refused("WAY_DIVERGED", "go_to", { screen: address });
  assert.match(
    other,
    /^WAY_DIVERGED: step 2 of 2 \(tap button "go to address"\) at s\w+: expected s\w+ screen "Address".*; found s\w+ screen "Closed"/,
  );
  assert.match(other, new RegExp(`; done before: tap button "go to basket" -> ${basket}`));
  assert.match(other, /On the screen:[\s\S]*"Welcome to Closed"/);
  app.lead("Address", null);
  for (let step = 0; step < 2; step += 1) await driven.did("press_key", { key: "back" });
  const gone = await driven.refused("WAY_DIVERGED", "go_to", { screen: address });
  assert.match(gone, /step 2 of 2 .*: the target of the action: not on the screen/);
});

test("go_to does not use a path a third time after its action had no effect twice in a row", async () => {
  const app = waysApp();
  await using known = await shopping(app);
  const { driven, basket } = known;
  app.lead("Basket", "nowhere");
  for (let time = 0; time < 2; time += 1) await driven.refused("WAY_DIVERGED", "go_to", { screen: basket });
  const refused = await driven.refused("NO_PROGRESS", "go_to", { screen: basket });
  assert.match(
    refused,
    /step 1 of 1 \(tap button "go to basket"\) at s\w+: this action changed nothing on this screen 2 times/,
  );
  // Anything else in between gives it another try.
  await driven.did("tap", { target: '"Go to Offers"' });
  await driven.did("press_key", { key: "back" });
  app.lead("Basket", "Basket");
  assert.match(await driven.did("go_to", { screen: basket }), /^1 tap button "go to basket"/);
});

test("the guard holds back a step of go_to like any action", async () => {
  const app = waysApp();
  await using known = await shopping(app);
  const { driven, basket } = known;
  await driven.did("observe");
  const { config, ...parts } = driven.product;
  const policy = join(root, "block.policy");
  writeFileSync(policy, "block all\n");
  const blocking = { ...config, guardPolicy: policy };
  await using mcp = await connectMcp({ ...parts, config: blocking, guard: new Guard(blocking, "serve") });
  assert.match((await mcp.call("go_to", { screen: basket })).text, /^ACTION_BLOCKED: step 1 of 1 /);
});

test("go_to is refused where no path is known", async () => {
  await using known = await shopping(waysApp());
  const { driven, basket } = known;
  await driven.did("tap", { target: '"Go to Offers"' });
  const offers = await idOf(driven);
  await driven.did("press_key", { key: "home" });
  await driven.did("open_app", { package: WAYS_APP });
  await driven.did("observe");
  // Nothing ever led from the offers to anywhere.
  const refused = await driven.refused("WAY_UNKNOWN", "go_to", { screen: basket });
  assert.match(refused, new RegExp(`no path from ${offers} to ${basket} was ever taken`));
});

test("with --read-only recall is listed and go_to is not", async () => {
  await using driven = await drive({
    app: WAYS_APP,
    moreApps: () => [waysApp().make()],
    config: { memory: root, readOnly: true },
  });
  const names = (await driven.mcp.client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual([names.includes("go_to"), names.includes("recall")], [false, true]);
});
