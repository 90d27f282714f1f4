import assert from "node:assert/strict";
import { test } from "node:test";
import { hasMisspelt, isMisspelt } from "../../src/screen/misspelt.js";

const MISTAKES = [
  ["Sve", "Save"],
  ["Svae", "Save"],
  ["Savee", "Save"],
  ["Setings", "Settings"],
  ["Log in", "Login"],
  ["Wi-Fi", "wifi"],
  ["Loading...", "Loading"],
  ["Create acount", "Create account"],
  ["Zuruck", "Zurück"],
  ["Удалть", "Удалить"],
  ["Browse", "Browze"],
] as const;

const OTHERS = [
  ["Item 1", "Item 2"],
  ["Item A", "Item B"],
  ["Mail", "Main"],
  ["Save", "Save all"],
  ["On", "Off"],
  ["Enabled", "Disabled"],
  ["已完成", "未完成"],
  ["允许", "不允许"],
  ["Delete photo 3", "Delete photos 4"],
  ["Save", "Save"],
  ["...", ""],
] as const;

test("one typing error makes a similar name, except in numbers, single letters and scripts without an alphabet", () => {
  for (const [name, other] of MISTAKES) {
    assert.ok(isMisspelt(name, other) && isMisspelt(other, name), `${name} ${other}`);
    assert.ok(hasMisspelt(name, `Please ${other} now`), `${name} ${other}`);
  }
  for (const [name, other] of OTHERS)
    assert.ok(!isMisspelt(name, other) && !isMisspelt(other, name), `${name} ${other}`);
});
