import type { Rect } from "../../../../src/base/geometry.js";
import type { View } from "../ui/view.js";

/** The framework's views around an activity's content, with space for the system bars and the keyboard. */
export function activityDecor(content: View, insets: Rect): View {
  const below = { left: insets.left, top: 0, right: insets.right, bottom: insets.bottom };
  const above = { left: 0, top: insets.top, right: 0, bottom: 0 };
  const frame = wrapper("android.widget.FrameLayout", "android:id/content", [
    { ...content, width: "fill", height: "fill" },
  ]);
  const root = {
    ...wrapper("android.widget.LinearLayout", undefined, [
      { ...wrapper("android.widget.FrameLayout", undefined, [frame]), insets: above },
    ]),
    insets: below,
  };
  return {
    ...wrapper("android.widget.FrameLayout", undefined, [root]),
    background: "background",
  };
}

/** The views around a dialog's panel: a margin of 16 dp that belongs to its window. */
export function dialogDecor(panel: View, options: { readonly isFloating: boolean }): View {
  const content: View = {
    className: "android.widget.FrameLayout",
    id: "android:id/content",
    width: "fill",
    isImportant: false,
    children: [panel],
  };
  return {
    className: "android.widget.FrameLayout",
    width: "fill",
    isImportant: false,
    padding: options.isFloating ? 16 : 0,
    children: [{ className: "android.widget.FrameLayout", width: "fill", isImportant: false, children: [content] }],
  };
}

function wrapper(className: string, id: string | undefined, children: readonly View[]): View {
  return { className, id, arrange: "stack", width: "fill", height: "fill", isImportant: false, children };
}
