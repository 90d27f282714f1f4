import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../src/base/config.js";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

test("open_url opens an address in the phone's app for it, with every character unchanged", async () => {
  await using driven = await drive();
  const url = 'https://example.org/a%20b?q=it\'s&x=$HOME;y=`id`#"z"';
  const text = await driven.did("open_url", { url });
  assert.match(text, /^opened https:\/\/example\.org\/a%20b\?q=it.*\ntaken by com\.fovea\.browser\n/);
  assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.browser");
  assert.ok(driven.phone.hooks.find(new URL(url).href), text);
});

test("open_url names the app that took the address even where the shade covers it", async () => {
  await using driven = await drive({ config: { tools: ["device"] } });
  await driven.did("notifications", { open: true });
  assert.match(await driven.did("open_url", { url: "https://example.org/" }), /^taken by com\.fovea\.browser$/m);
  const text = await driven.refused("INVALID_ARGUMENT", "open_url", { url: "https://" });
  assert.doesNotMatch(text, /https:\/\/https/);
});

test("open_url refuses addresses that do more than show something, and invalid ones", async () => {
  await using driven = await drive();
  for (const url of [
    "tel:112",
    "sms:5",
    "file:///etc/hosts",
    "content://x/y",
    "intent://x#Intent;end",
    "javascript:1",
  ]) {
    await driven.refused("URL_NOT_ALLOWED", "open_url", { url });
  }
  const bare = await driven.refused("INVALID_ARGUMENT", "open_url", { url: "example.org" });
  assert.match(bare, /Next: Write the address with its scheme: https:\/\/example\.org/);
  assert.equal(driven.phone.state().focusedActivity?.packageName, "com.android.launcher3");
  assert.deepEqual(await hintsOf(driven, "open_url"), [false, false, true, true]);
});

test("an option allows other schemes, and an address that no app opens is an error", async () => {
  const { allowUrlSchemes } = readConfig({ "allow-url-scheme": ["geo"] }, {});
  await using driven = await drive({ config: { allowUrlSchemes } });
  await driven.refused("APP_NOT_LAUNCHED", "open_url", { url: "geo:1,2" });
  await driven.did("open_url", { url: "http://example.org/" });
});

for (const apiLevel of [24, 29, 33, 36])
  test(`open_url reports which app took a link, and whether its host is verified, as the device has it (API ${apiLevel})`, async () => {
    await using driven = await drive({ apiLevel });
    const { device } = driven.product;
    const url = "https://notes.example.org/1";
    const front = () => driven.phone.state().focusedActivity?.packageName;
    const yes = apiLevel >= 31 ? "verified" : "always";
    assert.match(
      await driven.did("open_url", { url }),
      new RegExp(
        `^taken by com\\.fovea\\.notes\nautoVerify of notes\\.example\\.org for com\\.fovea\\.notes: ${yes}$`,
        "m",
      ),
    );
    assert.equal(front(), "com.fovea.notes");
    const deny =
      apiLevel >= 31
        ? "pm set-app-links --package com.fovea.notes STATE_DENIED notes.example.org"
        : "pm set-app-link com.fovea.notes never";
    await runOnPhone(device, deny);
    const text = await driven.did("open_url", { url });
    assert.match(text, /^taken by com\.fovea\.browser$/m);
    assert.doesNotMatch(text, /autoVerify/);
    assert.equal(front(), "com.fovea.browser");
  });
