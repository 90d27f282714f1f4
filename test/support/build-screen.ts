import { type Screen, screenOf } from "./screens.js";
import { type TreeNode, writeDump } from "./ui-tree.js";

const DIALECT = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;

/** A rectangle as uiautomator writes it. */
export function at(left: number, top: number, right: number, bottom: number): string {
  return `[${left},${top}][${right},${bottom}]`;
}

/** A node of an app on a screen of 1000x2000; as wide as the screen and 100 high unless it says otherwise. */
export function node(attributes: Readonly<Record<string, string>>, ...children: readonly TreeNode[]): TreeNode {
  const usual = { class: "android.view.View", package: "com.example.app", bounds: at(0, 100, 1000, 200) };
  return { attributes: { ...usual, ...attributes }, children };
}

/** A root that fills the screen. */
export function page(...children: readonly TreeNode[]): TreeNode {
  return node({ class: "android.widget.FrameLayout", bounds: at(0, 0, 1000, 2000) }, ...children);
}

export function text(words: string, attributes: Readonly<Record<string, string>> = {}): TreeNode {
  return node({ class: "android.widget.TextView", text: words, ...attributes });
}

export function button(words: string, attributes: Readonly<Record<string, string>> = {}): TreeNode {
  return node({ class: "android.widget.Button", text: words, clickable: "true", ...attributes });
}

/** A RecyclerView that fills most of the screen. */
export function list(...children: readonly TreeNode[]): TreeNode {
  const className = "androidx.recyclerview.widget.RecyclerView";
  return node({ class: className, scrollable: "true", bounds: at(0, 100, 1000, 1900) }, ...children);
}

export function screenWith(...roots: readonly TreeNode[]): Screen {
  return screenOf(writeDump(roots, DIALECT));
}
