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

test("one typing mistake makes a name another one, and numbers, letters alone and words without an alphabet do not", () => {
  for (const [name, other] of MISTAKES) {
    assert.ok(isMisspelt(name, other) && isMisspelt(other, name), `${name} ${other}`);
    assert.ok(hasMisspelt(name, `Please ${other} now`), `${name} ${other}`);
  }
  for (const [name, other] of OTHERS)
    assert.ok(!isMisspelt(name, other) && !isMisspelt(other, name), `${name} ${other}`);
});
