import { node } from "./build-screen.js";
import type { TreeNode } from "./ui-tree.js";

export { screenWith, text } from "./build-screen.js";

/** A picture that only its id names. */
export function image(id: string): TreeNode {
  return node({
    class: "android.widget.ImageView",
    clickable: "true",
    "resource-id": `com.example.app:id/${id}`,
    bounds: "[0,300][200,500]",
  });
}
