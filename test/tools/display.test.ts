import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const DEVICE = { config: { tools: ["device"] } } as const;

test("display changes settings, other probes show them, and all of them are restored", async () => {
  await using driven = await drive({ ...DEVICE, app: "com.fovea.form" });
  const asked = {
    size: "600x1000",
    density: 240,
    font_percent: 130,
    dark: "on",
    animations: "on",
    stay_awake: "on",
    time_zone: "Asia/Kolkata",
  };
  const text = await driven.did("display", asked);
  assert.match(
    text,
    /^changed the display: display size, display density, size of fonts, dark theme, animations, staying/,
  );
  assert.match(text, /\ndark theme: no -> yes\n/);
  assert.match(text, /\| 600x1000 \|/, "by the window manager");
  const said = async (line: string) => (await runOnPhone(driven.product.device, line)).stdout.toString();
  assert.match(await said("am get-config"), /night.*240dpi/);
  assert.match(await said("date +%z"), /^\+0530/);
  assert.match(await said("dumpsys uimode"), /mComputedNightMode=true/);
  assert.match(await said("settings list global"), /^window_animation_scale=1$/m);
  const list = await driven.did("display");
  assert.match(
    list,
    /^display size: 600x1000\ndisplay density: 240\nsetting system\/font_scale: 1\.3\ndark theme: yes\n/,
  );
  const back = await driven.did("display", { set_back: true });
  assert.match(back, /^restored:\n(?:.*\n)*time zone: Asia\/Kolkata -> UTC$/m);
  const { display, settings } = driven.phone.state();
  assert.deepEqual([display.overrideSize, display.overrideDensity], [null, null]);
  assert.deepEqual([settings.system.get("font_scale"), settings.secure.get("ui_night_mode")], ["1.0", "1"]);
  assert.match(await driven.did("display", { set_back: true }), /^nothing is left to restore/);
});

test("display refuses settings that the release does not have, and lists them as unknown", async () => {
  await using driven = await drive({ ...DEVICE, apiLevel: 24 });
  assert.match(await driven.did("display"), /^dark theme: unknown \(\S+ has API 24: .*Android 10/m);
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "display", { dark: "on" }), /from Android 10 on/);
  await driven.refused("UNSUPPORTED_ON_DEVICE", "display", { time_zone: "Asia/Kolkata" });
  for (const wrong of [{ dark: "on" }, { time_zone: "Asia/Kolkata" }]) {
    const args = { size: "600x1000", density: 200, font_percent: 130, ...wrong };
    const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "display", args);
    assert.doesNotMatch(text, /done before/);
  }
  const { display, settings } = driven.phone.state();
  assert.deepEqual([display.overrideSize, display.overrideDensity], [null, null], "nothing is changed before");
  assert.equal(settings.system.get("font_scale") ?? "1.0", "1.0");
  assert.deepEqual(await hintsOf(driven, "display"), [false, false, true, true]);
});

test("display sets the language of an app, other probes show it, and it is restored at the end", async () => {
  await using driven = await drive({ ...DEVICE, apiLevel: 34, app: "com.fovea.form" });
  const { device, sessions } = driven.product;
  const said = async (line: string) => (await runOnPhone(device, line)).stdout;
  const form = { package: "com.fovea.form" };
  const text = await driven.did("display", { ...form, locale: "de-de,pt-BR" });
  assert.match(
    text,
    /^changed the display: locale of com\.fovea\.form\nlocale of com\.fovea\.form: default -> de-DE,pt-BR\n/,
  );
  assert.match(text, /^changed: /m);
  assert.match(text, /Vor- und Nachname/);
  assert.match(
    await said("dumpsys activity activities"),
    /CurrentConfiguration=\{1\.0 \S+ \[de_DE,pt_BR,en_US\] ldltr /,
  );
  assert.match(await said("am get-config"), /^config: en-rUS-ldltr-/, "the language of the system is unchanged");
  assert.match(await driven.did("display", form), /^locale of com\.fovea\.form: de-DE,pt-BR$/m);
  assert.match(
    await driven.did("display", { ...form, locale: "de-DE,pt-BR" }),
    /^changed nothing: already in that state/,
  );
  await driven.did("display", { ...form, locale: "ar" });
  assert.match(await said("dumpsys window windows"), /mFullConfiguration=\{1\.0 \S+ \[ar,en_US\] ldrtl /);
  await driven.did("display", { ...form, locale: "default" });
  assert.equal(
    await said("cmd locale get-app-locales com.fovea.form"),
    "Locales for com.fovea.form for user 0 are []\n",
  );
  await driven.did("display", { ...form, locale: "zh-Hant-TW" });
  await sessions.changes[Symbol.asyncDispose]();
  assert.equal(
    await said("cmd locale get-app-locales com.fovea.form"),
    "Locales for com.fovea.form for user 0 are []\n",
  );
});

test("display refuses the language of the whole device, and of an app before Android 13, with an alternative", async () => {
  await using driven = await drive({ ...DEVICE, apiLevel: 29, app: "com.fovea.form" });
  const form = { package: "com.fovea.form" };
  const whole = await driven.refused("UNSUPPORTED_ON_DEVICE", "display", { locale: "de-DE" });
  assert.match(whole, /whole device cannot be changed.*\nNext: Give `package`.*com\.android\.settings/);
  const old = await driven.refused("UNSUPPORTED_ON_DEVICE", "display", { ...form, locale: "de-DE" });
  assert.match(old, /API 29: apps have a language of their own from Android 13 on\nNext: .*com\.android\.settings/);
  assert.match(await driven.did("display", form), /^locale of com\.fovea\.form: unknown \(.*Android 13/m);
});

test("display refuses a missing app and an invalid language before it changes anything", async () => {
  await using driven = await drive({ ...DEVICE, apiLevel: 33, app: "com.fovea.form" });
  const absent = { package: "com.example.none", locale: "de", size: "600x1000" };
  await driven.refused("APP_NOT_FOUND", "display", absent);
  await driven.refused("APP_NOT_FOUND", "display", { package: "com.example.none" });
  for (const locale of ["", "-h", "$(reboot)", "de;reboot", "de_DE'", "x".repeat(300), "de\n--user"])
    await driven.refused("INVALID_ARGUMENT", "display", { package: "com.fovea.form", locale });
  await driven.refused("INVALID_ARGUMENT", "display", { package: "com.fovea.form", dark: "on" });
  await driven.refused("INVALID_ARGUMENT", "display", { package: "com.x; reboot", locale: "de" });
  assert.equal(driven.phone.state().display.overrideSize, null);
  driven.phone.setAppLocales = () => {};
  const text = await driven.refused("STATE_REFUSED", "display", { package: "com.fovea.form", locale: "de-DE" });
  assert.match(
    text,
    /accepted the locale of com\.fovea\.form "de-DE" without an error, and has of the device's default/,
  );
});

test("display refuses invalid values before it changes anything", async () => {
  await using driven = await drive(DEVICE);
  for (const args of [
    { size: "1x1" },
    { size: "99999x99999" },
    { size: "reset; reboot" },
    { density: 1 },
    { font_percent: 1_000 },
    { dark: "yes" },
    { time_zone: "$(reboot)" },
    { time_zone: "Nowhere/Town" },
    { set_back: true, dark: "on" },
  ])
    await driven.refused("INVALID_ARGUMENT", "display", args);
  assert.equal(driven.phone.state().display.overrideSize, null);
});
