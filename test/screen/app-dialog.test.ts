import assert from "node:assert/strict";
import { test } from "node:test";
import { type DialogFacts, isAppDialog } from "../../src/screen/app-dialog.js";
import { at, button, node, page, screenWith, text } from "../support/build-screen.js";
import { drive } from "../support/drive.js";
import type { TreeNode } from "../support/ui-tree.js";

for (const apiLevel of [24, 33]) {
  test(`the header and the verdict name a dialog inside an app while the dialog is open (Android ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.dialogs", apiLevel });
    assert.doesNotMatch(await driven.did("observe"), /dialog shown/);
    const opened = await driven.did("tap", { target: "Alert" });
    assert.match(opened, /^com\.fovea\.dialogs\/\.DialogsActivity \| dialog shown \| /m);
    const name = "com\\.fovea\\.dialogs/\\.DialogsActivity";
    assert.match(opened, new RegExp(`^changed: ${name} -> dialog of ${name}, `, "m"));
    const closed = await driven.did("press_key", { key: "back" });
    assert.match(closed, new RegExp(`^changed: dialog of ${name} -> ${name}, `, "m"));
    assert.match(closed, /^com\.fovea\.dialogs\/\.DialogsActivity \| \d+x\d+ \| /m);
  });
}

test("an app on the whole screen has no dialog in the header, not even with its keyboard", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.did("tap", { target: 'field "E-mail"' });
  assert.match(text, /^com\.fovea\.form\/\.FormActivity \| \d+x\d+ \| keyboard shown/m);
});

const FRONT: Pick<DialogFacts, "activeWindow" | "screenSize"> = {
  screenSize: { width: 1000, height: 2000 },
  activeWindow: {
    package: "com.example.app",
    activity: "com.example.app.Main",
    component: "com.example.app/.Main",
    title: "com.example.app/.Main",
    type: "application",
    windowId: "1",
    userId: 0,
    displayId: 0,
    app: null,
    basis: "focus",
  },
};

function isShown(paneTitle: string | null, ...parts: readonly TreeNode[]): boolean {
  const { viewHierarchy } = screenWith(page(...parts));
  const nodes = viewHierarchy.nodes.map((one) =>
    one.resourceId === "pane" && paneTitle !== null ? { ...one, details: { ...one.details, paneTitle } } : one,
  );
  return isAppDialog({ ...FRONT, viewHierarchy: { ...viewHierarchy, nodes } });
}

test("a dialog in a window as large as the screen is recognised by its class or by its titled pane", () => {
  const bounds = at(100, 700, 900, 1300);
  for (const name of ["android.app.Dialog", "android.app.AlertDialog"])
    assert.ok(isShown(null, text("Behind"), node({ class: name, bounds }, text("Delete?"), button("OK"))), name);
  assert.ok(!isShown(null, text("Behind"), node({ class: "android.app.DialogFragment", bounds }, text("Delete?"))));
  assert.ok(isShown("Dialog", node({ "resource-id": "pane", bounds }, text("Delete?"))));
  assert.ok(!isShown(null, node({ "resource-id": "pane", bounds }, text("A card"))));
  assert.ok(!isShown("Main pane", node({ "resource-id": "pane", bounds: at(0, 0, 1000, 2000) }, text("A page"))));
  assert.ok(!isShown("Second pane", node({ "resource-id": "pane", bounds: at(500, 0, 1000, 2000) }, text("A part"))));
});
