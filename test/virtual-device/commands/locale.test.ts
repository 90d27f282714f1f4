import assert from "node:assert/strict";
import { test } from "node:test";
import { cmd } from "../../../packages/virtual-android/src/framework-commands.js";
import { openPhone } from "../../support/virtual-phone.js";
import { runCommand } from "../support/run-command.js";

const FORM = "com.fovea.form";

test("cmd locale sets an app's languages, with the texts and errors of LocaleManagerShellCommand", async () => {
  using device = openPhone({ apiLevel: 34, app: FORM });
  const run = async (line: string) => await runCommand(cmd, `cmd locale ${line}`, device.phone);
  const said = async (line: string) => (await run(line)).stdout;
  assert.equal(await said(`set-app-locales ${FORM} --locales de-de,pt-br,de-DE`), "");
  assert.equal(await said(`get-app-locales ${FORM}`), `Locales for ${FORM} for user 0 are [de-DE,pt-BR]\n`);
  assert.ok(device.texts().includes("Konto anlegen"));
  assert.equal(await said(`set-app-locales ${FORM} --locales not_a_tag_`), "");
  assert.equal(await said(`get-app-locales ${FORM}`), `Locales for ${FORM} for user 0 are [und]\n`);
  assert.equal(await said(`set-app-locales ${FORM}`), "");
  assert.ok(device.texts().includes("Create account"));
  const unknown = await run("get-app-locales com.example.none --user 0");
  assert.deepEqual([unknown.stdout, unknown.status], ["Unknown package com.example.none for userId 0\n", 0]);
  assert.equal(await said(`set-app-locales ${FORM} --user 10 --locales de`), `Unknown package ${FORM} for userId 10\n`);
  const wrong = await run(`set-app-locales ${FORM} --language de`);
  assert.match(
    wrong.stderr,
    /^\nException occurred while executing 'set-app-locales':\njava\.lang\.IllegalArgumentException: Unknown option: --language\n\tat /,
  );
  assert.equal(wrong.status, 255);
  assert.match((await run(`get-app-locales ${FORM} --user x`)).stderr, /Bad user number: x/);
  assert.match((await run(`set-app-locales ${FORM} --locales --user`)).stderr, /Unknown locales: --user/);
  const nothing = await run("set-app-locales");
  assert.deepEqual([nothing.stderr, nothing.status], ["Error: no package specified\n", 255]);
});

test("Android 13 reads no option after --locales, and earlier releases lack the service", async () => {
  using device = openPhone({ apiLevel: 33, app: FORM });
  const run = async (line: string) => await runCommand(cmd, `cmd locale ${line}`, device.phone);
  assert.equal((await run(`set-app-locales ${FORM} --locales de --user 10`)).stdout, "");
  assert.equal((await run(`get-app-locales ${FORM}`)).stdout, `Locales for ${FORM} for user 0 are [de]\n`);
  using before = openPhone({ apiLevel: 32 });
  assert.equal((await runCommand(cmd, "cmd locale help", before.phone)).stderr, "cmd: Can't find service: locale\n");
});

test("the languages of an app survive a reboot, and an empty list removes them", async () => {
  using device = openPhone({ apiLevel: 33, app: FORM });
  await runCommand(cmd, `cmd locale set-app-locales ${FORM} --locales de`, device.phone);
  device.phone.reboot();
  assert.deepEqual([...(device.phone.state().appLocales ?? [])], [[FORM, ["de"]]]);
});
