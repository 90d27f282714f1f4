import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseHierarchy } from "../../../src/observe/parse/hierarchy.js";
import { visibleText } from "../../../src/observe/parse/password.js";

test("a password field shows its placeholder and the device's own mask", () => {
  const shown = ["", "••••", "****", "Password", "Enter your password", "PIN eingeben", "密码", "Пароль", "パスワード"];
  for (const text of shown) assert.equal(visibleText(text, null), text);
  assert.equal(visibleText("hunter2", "hunter2"), "hunter2", "the hint is not secret");
});

test("a password in plain text becomes one bullet per character, where the source reports the hint", () => {
  assert.equal(visibleText("hunter2", "Password"), "•••••••");
  assert.equal(visibleText("👍👍", ""), "••");
});

test("a text that may be a hint or a password is neither shown nor reported as typed", () => {
  for (const text of ["hunter2", "Password123", "At least 8 characters"]) assert.equal(visibleText(text, null), null);
});

test("where the device masks typed text, a text without a mask is the hint, except for a single character", () => {
  for (const hint of ["At least 8 characters", "4 digits", "Enter it again"])
    assert.equal(visibleText(hint, null, true), hint);
  // PasswordTransformationMethod shows the character that was typed last.
  assert.equal(visibleText("•••a", null, true), "••••");
  assert.equal(visibleText("a", null, true), "•");
  assert.equal(visibleText("hunter2", "Password", true), "•••••••");
});

test("an empty password field has its hint by the device's API level, but not within a web page", () => {
  const field = 'class="android.widget.EditText" text="At least 8 characters" password="true" bounds="[0,0][9,9]"';
  const texts = (xml: string, apiLevel: number | null) =>
    parseHierarchy(`<hierarchy rotation="0">${xml}</hierarchy>`, apiLevel)?.nodes.map(({ text }) => text);
  assert.deepEqual(texts(`<node ${field}/>`, 26), ["At least 8 characters"]);
  for (const apiLevel of [null, 25]) assert.deepEqual(texts(`<node ${field}/>`, apiLevel), [null]);
  const page = `<node class="android.webkit.WebView" bounds="[0,0][9,9]"><node ${field}/></node><node ${field}/>`;
  assert.deepEqual(texts(page, 34), [null, null, "At least 8 characters"]);
});

test("where the source reports hints, every other text is a password, even if it reads like a placeholder", () => {
  assert.equal(visibleText("mypassword", "Password"), "••••••••••");
  assert.equal(visibleText("my secret", ""), "•••••••••");
});

test("a text with a digit leaves a password field only where it is the hint", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(9), fc.option(fc.string()), (text, digit, hint) => {
      const typed = `${text}${digit}`;
      if (typed !== hint) assert.doesNotMatch(visibleText(typed, hint) ?? "", /\d/);
    }),
  );
});
