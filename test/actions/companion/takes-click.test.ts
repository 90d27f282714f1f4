import assert from "node:assert/strict";
import { test } from "node:test";
import { takesClick } from "../../../src/actions/companion/takes-click.js";
import type { Observation } from "../../../src/screen/observation.js";
import { driveCompanion } from "../../support/drive-companion.js";
import { observeProduct } from "../../support/observe-product.js";

interface Given {
  readonly className: string;
  readonly around?: string;
  readonly inside?: string;
  readonly isClickable?: boolean;
}

/** The first button of a screen as if it were of this class, in and around others. */
function asIf(observation: Observation, { className, around, inside, isClickable = true }: Given): boolean {
  const element = observation.elements.find(({ role }) => role === "button");
  assert.ok(element?.node && observation.viewHierarchy);
  const place = element.node;
  const { nodes } = observation.viewHierarchy;
  const own = nodes[place];
  assert.ok(own);
  const changed = nodes.map((node, at) => {
    if (at === place) return { ...node, className, clickable: isClickable };
    if (at === own.parent && around !== undefined) return { ...node, className: around };
    if (at === place + 1 && inside !== undefined) return { ...node, className: inside, depth: own.depth + 1 };
    return node;
  });
  return takesClick({
    observation: { ...observation, viewHierarchy: { ...observation.viewHierarchy, nodes: changed } },
    element,
  });
}

test("the companion clicks controls of Android, rows of layouts and Compose, and no view that may need a touch", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  const observation = await observeProduct(driven.product, { screenshot: false });
  const taken: readonly Given[] = [
    { className: "android.widget.Button" },
    { className: "com.google.android.material.button.MaterialButton" },
    { className: "android.widget.ImageButton" },
    { className: "android.widget.CheckedTextView" },
    { className: "android.widget.Switch" },
    { className: "android.widget.Spinner" },
    { className: "androidx.appcompat.app.ActionBar$Tab" },
    { className: "android.widget.LinearLayout" },
    { className: "androidx.cardview.widget.CardView" },
    { className: "android.view.View", around: "androidx.compose.ui.platform.ComposeView" },
  ];
  const touched: readonly Given[] = [
    { className: "android.widget.Button", isClickable: false },
    { className: "android.view.View" },
    { className: "android.view.ViewGroup" },
    { className: "android.widget.TextView" },
    { className: "android.widget.ImageView" },
    { className: "com.example.GameView" },
    { className: "android.widget.Button", around: "android.webkit.WebView" },
    { className: "android.widget.FrameLayout", inside: "android.view.SurfaceView" },
    { className: "android.widget.LinearLayout", inside: "android.widget.SeekBar" },
  ];
  assert.deepEqual(
    taken.filter((given) => !asIf(observation, given)),
    [],
  );
  assert.deepEqual(
    touched.filter((given) => asIf(observation, given)),
    [],
  );
});
