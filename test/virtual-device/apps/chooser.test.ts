import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

const MAIL = {
  action: "android.intent.action.SENDTO",
  data: "mailto:a@b.org",
  component: null,
  packageName: null,
  categories: [],
} as const;

test("the resolver offers once and always, and remembers 'Always'", () => {
  using device = openPhone({ apiLevel: 33 });
  device.phone.startActivity(MAIL);
  device.wait();
  const ids = device.nodes().map((node) => node.resourceId);
  for (const id of ["resolver_list", "button_once", "button_always"]) assert.ok(ids.includes(`android:id/${id}`), id);
  assert.equal(device.nodes().find((node) => node.resourceId === "android:id/button_once")?.isEnabled, false);
  device.tap("Notes");
  device.tap("Just once");
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.notes");
  device.phone.key("HOME", "down-up");
  device.phone.startActivity(MAIL);
  device.wait();
  device.tap("Messages");
  device.tap("Always");
  device.phone.key("HOME", "down-up");
  device.phone.startActivity(MAIL);
  device.wait();
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.messages");
});

test("the app behind the resolver stays visible, paused", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.startActivity(MAIL);
  device.wait();
  const form = device.phone.state().windows.find((window) => window.ownerPackage === "com.fovea.form");
  assert.equal(form?.isVisible, true);
});
