import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the switches of Settings change the phone", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Display");
  device.tap("Dark theme");
  assert.equal(device.phone.state().settings.secure.get("ui_night_mode"), "2");
  device.tap("Auto-rotate screen");
  assert.equal(device.phone.state().display.userRotationLocked, false);
});

test("a larger font size makes every text larger", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Display");
  const height = () => {
    const bounds = device.nodes().find((node) => node.text === "Dark theme")?.bounds;
    return (bounds?.bottom ?? 0) - (bounds?.top ?? 0);
  };
  const before = height();
  device.tap("Font size");
  device.tap("Largest");
  assert.ok(height() > before * 1.2);
  assert.ok(device.texts().includes("Largest"));
});

test("the list of regions is long, and a chosen region stays", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  assert.ok((device.nodes().find((node) => node.isScrollable)?.children.length ?? 0) < 30);
  device.tap("Belgium");
  const row = device.nodes().find((node) => node.isSelected);
  assert.ok(JSON.stringify(row).includes("Belgium"));
});

test("seven taps on the build number enable developer options", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.swipe({ x: 540, y: 1900 }, { x: 540, y: 800 });
  device.tap("About phone");
  for (let i = 0; i < 7; i += 1) device.phone.hooks.tap("Build number");
  const toast = device.phone.state().windows.find((window) => window.kind === "toast" && !window.isExiting);
  assert.ok(toast);
});

test("Settings can be opened at one of its pages", () => {
  using device = openPhone({ app: "com.android.settings/.SubSettings", extras: { page: "Sound" } });
  assert.ok(device.texts().includes("Ring volume"));
});

test("a disabled row cannot be tapped", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Network & internet");
  const row = device.nodes().find((node) => !node.isEnabled);
  assert.equal(
    row?.children.some((child) => JSON.stringify(child).includes("Wi-Fi calling")),
    true,
  );
  assert.equal(row?.isClickable, false);
});
