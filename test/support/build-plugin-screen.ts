import { node } from "./build-screen.js";
import type { TreeNode } from "./ui-tree.js";

export { screenWith, text } from "./build-screen.js";

/** An image without words: only its id names it. */
export function image(id: string): TreeNode {
  return node({
    class: "android.widget.ImageView",
    clickable: "true",
    "resource-id": `com.example.app:id/${id}`,
    bounds: "[0,300][200,500]",
  });
}
