import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

const DEVICE = { config: { tools: ["device"] } } as const;

test("orientation rotates the screen, which is rotated back when the server ends", async () => {
  const driven = await drive({ ...DEVICE, app: "com.fovea.form" });
  const { phone, product } = driven;
  const rotation = () => phone.state().display.rotation;
  try {
    assert.equal(await driven.did("orientation"), "portrait");
    const text = await driven.did("orientation", { to: "landscape" });
    assert.match(
      text,
      /^turned the screen to landscape\n(?:.*\n)*setting system\/user_rotation: 0 -> 1\n(?:.*\n)*this stays until/,
    );
    assert.match(text, /\| 1200x540 rotation 1 \|/);
    assert.equal(rotation(), 1);
    assert.equal(await driven.did("orientation"), "landscape");
    await driven.did("orientation", { to: "auto" });
    assert.equal(phone.state().display.userRotationLocked, false);
    assert.deepEqual(await hintsOf(driven, "orientation"), [false, false, true, true]);
    await product.sessions.changes[Symbol.asyncDispose]();
    assert.deepEqual([rotation(), phone.state().display.userRotationLocked], [0, true]);
  } finally {
    await driven[Symbol.asyncDispose]();
  }
});

test("orientation is listed only with its group, and a read-only server reports the present orientation", async () => {
  await using plain = await drive({ app: "com.fovea.form" });
  const { tools } = await plain.mcp.client.listTools();
  assert.ok(!tools.some(({ name }) => name === "orientation"));
  await using looking = await drive({ app: "com.fovea.form", config: { tools: ["device"], readOnly: true } });
  assert.equal(await looking.did("orientation"), "portrait");
  await looking.refused("READ_ONLY", "orientation", { to: "landscape" });
  assert.deepEqual(await hintsOf(looking, "orientation"), [true, false, true, true]);
});

test("orientation reports an app that keeps its own orientation", async () => {
  await using driven = await drive({ ...DEVICE, app: "com.fovea.game" });
  const before = driven.phone.state().display;
  const wants = before.size.width > before.size.height ? "portrait" : "landscape";
  const text = await driven.did("orientation", { to: wants });
  const kept = wants === "portrait" ? "landscape" : "portrait";
  assert.match(text, new RegExp(`! the screen stays ${kept}: com\\.fovea\\.game requires it`));
});
