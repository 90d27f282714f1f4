import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../src/base/config.js";
import { Opening } from "../../src/cli/opening.js";
import { coded } from "../support/coded.js";
import { scratchFolder } from "../support/device-recording.js";

test("the parts of a server are opened once, and closed with it", async () => {
  using folder = scratchFolder();
  const opening = new Opening(readConfig({ "state-dir": folder.path }, {}));
  const [one, other] = await Promise.all([opening.parts(), opening.parts()]);
  assert.equal(one, other);
  assert.equal(one.config, opening.config);
  await opening[Symbol.asyncDispose]();
});

test("every call fails with the reason where the parts cannot be opened", async () => {
  await using opening = new Opening(readConfig({ detector: "nonsense" }, {}));
  for (let call = 0; call < 2; call += 1) assert.equal((await coded(opening.parts())).code, "INVALID_ARGUMENT");
});

test("the parts of a server are not opened before a call needs them", async () => {
  await using opening = new Opening(readConfig({ detector: "nonsense" }, {}));
  assert.equal(opening.config.detector, "nonsense");
});
