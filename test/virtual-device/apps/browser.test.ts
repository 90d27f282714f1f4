import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

function visit(device: ReturnType<typeof openPhone>, data: string): void {
  device.phone.startActivity({
    action: "android.intent.action.VIEW",
    data,
    component: null,
    packageName: null,
    categories: [],
  });
  device.wait();
}

test("a page is a hierarchy below the WebView, without resource ids; links open pages and BACK returns", () => {
  using device = openPhone({ app: "com.fovea.browser" });
  const web = device.nodes().find((node) => node.className === "android.webkit.WebView");
  assert.ok((web?.children[0]?.children.length ?? 0) > 4);
  assert.ok(web?.children[0]?.children.every((node) => node.resourceId === ""));
  device.tap("More information");
  const address = () => device.nodes().find((node) => node.resourceId.endsWith("id/url_bar"))?.text;
  assert.equal(address(), "https://example.org/more");
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.equal(address(), "https://example.org/");
});

test("a page that draws on a canvas is one node", () => {
  using device = openPhone();
  visit(device, "https://example.org/canvas");
  const web = device.nodes().find((node) => node.className === "android.webkit.WebView");
  assert.deepEqual(web?.children, []);
});

test("a typed address replaces the present one and is opened, with https where it has no scheme", () => {
  using device = openPhone({ app: "com.fovea.browser" });
  device.tap("https://example.org/");
  device.phone.typeText("fovea.example\n");
  device.wait();
  assert.ok(device.nodes().every((node) => !node.isFocused));
  assert.ok(device.texts().includes("fovea.example"));
  assert.ok(device.texts().includes("https://fovea.example"));
});
