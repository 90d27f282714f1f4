import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the dialog belongs to the release's package, with its ids and choices", () => {
  const expected = [
    [24, "com.google.android.packageinstaller", "com.android.packageinstaller:id/permission_allow_button", "ALLOW"],
    [28, "com.google.android.packageinstaller", "com.android.packageinstaller:id/permission_allow_button", "ALLOW"],
    [
      33,
      "com.android.permissioncontroller",
      "com.android.permissioncontroller:id/permission_allow_foreground_only_button",
      "While using the app",
    ],
  ] as const;
  for (const [apiLevel, owner, id, words] of expected) {
    using device = openPhone({ apiLevel, app: "com.fovea.dialogs" });
    device.tap("Camera permission");
    assert.equal(device.phone.state().focusedActivity?.packageName, owner);
    assert.match(device.phone.state().focusedActivity?.className ?? "", /\.GrantPermissionsActivity$/);
    assert.ok(device.nodes().some((node) => node.resourceId === id && node.text === words));
    device.tap(words);
    assert.ok(device.texts().includes("Camera: allowed"));
  }
});

test("a granted permission is not requested again, and a denied one is", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Camera permission");
  device.tap("Don't allow");
  assert.ok(device.texts().includes("Camera: denied"));
  device.tap("Camera permission");
  device.tap("Only this time");
  device.tap("Camera permission");
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.dialogs");
});

test("the app behind the permission dialog is paused", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Camera permission");
  const states = device.phone.state().tasks[0]?.activities.map((activity) => activity.state);
  assert.deepEqual(states, ["RESUMED", "PAUSED"]);
});
