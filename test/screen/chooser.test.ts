import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { detectIntentChooser } from "../../src/screen/chooser.js";

function isChooser(node: string): boolean | null {
  return detectIntentChooser(null, parseHierarchy(`<hierarchy rotation="0"><node ${node}/></hierarchy>`) ?? null);
}

test("a chooser is recognised by its package and ids in every vendor's version", () => {
  for (const node of [
    'package="com.android.intentresolver" resource-id="android:id/content"',
    'package="com.google.android.intentresolver"',
    'package="android" resource-id="android:id/resolver_list"',
    'package="android" resource-id="android:id/button_once"',
    'package="android" resource-id="android.miui:id/resolver_grid"',
    'package="android" resource-id="android:id/chooser_header"',
    'package="com.huawei.android.internal.app" resource-id="com.huawei.android.internal.app:id/resolver_grid"',
    'package="android" resource-id="com.lge:id/resolver_list_lg"',
  ]) {
    assert.equal(isChooser(node), true, node);
  }
});

test("texts alone, or an app's own chooser, are not a chooser", () => {
  for (const node of [
    'package="com.shop.app" text="Open with" content-desc="Just once"',
    'package="com.shop.app" resource-id="com.shop.app:id/chooser_list"',
    'package="com.miui.gallery" resource-id="com.miui.gallery:id/chooser_recycler"',
    'package="com.android.permissioncontroller" text="Always" resource-id="com.android.permissioncontroller:id/allow"',
    'package="android" resource-id="android:id/button1" text="Always"',
  ]) {
    assert.equal(isChooser(node), false, node);
  }
  assert.equal(detectIntentChooser(null, null), null);
});
