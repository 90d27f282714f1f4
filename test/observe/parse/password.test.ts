import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { visibleText } from "../../../src/observe/parse/password.js";

test("a password field shows its placeholder and the device's own mask", () => {
  const shown = ["", "••••", "****", "Password", "Enter your password", "PIN eingeben", "密码", "Пароль", "パスワード"];
  for (const text of shown) assert.equal(visibleText(text, null), text);
  assert.equal(visibleText("hunter2", "hunter2"), "hunter2", "the hint is no secret");
});

test("a secret in the clear becomes bullets, one per character", () => {
  assert.equal(visibleText("hunter2", null), "•••••••");
  assert.equal(visibleText("Password123", null), "•••••••••••");
  assert.equal(visibleText("👍👍", null), "••");
});

test("where the source tells hints, what is not the hint is a secret, even if it reads like a placeholder", () => {
  assert.equal(visibleText("mypassword", "Password"), "••••••••••");
  assert.equal(visibleText("my secret", ""), "•••••••••");
});

test("no text with a digit leaves a password field unless it is the hint", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(9), fc.option(fc.string()), (text, digit, hint) => {
      const typed = `${text}${digit}`;
      if (typed !== hint) assert.doesNotMatch(visibleText(typed, hint) ?? "", /\d/);
    }),
  );
});
