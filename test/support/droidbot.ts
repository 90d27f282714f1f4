import type { TreeNode } from "./ui-tree.js";

/** A view in a DroidBot state file, which has a flat list of views; `children` are indices in it. */
interface DroidBotView {
  readonly children: readonly number[];
  readonly bounds: readonly (readonly number[])[];
  readonly [name: string]: unknown;
}

const NAMES: Readonly<Record<string, string>> = {
  text: "text",
  content_description: "content-desc",
  resource_id: "resource-id",
  class: "class",
  package: "package",
  checkable: "checkable",
  checked: "checked",
  clickable: "clickable",
  long_clickable: "long-clickable",
  enabled: "enabled",
  focused: "focused",
  scrollable: "scrollable",
  selected: "selected",
  is_password: "password",
  visible: "visible-to-user",
};

/** The tree of a DroidBot state file, as uiautomator would write it. */
export function droidBotTree(json: string): TreeNode {
  const { views } = JSON.parse(json) as { views: readonly DroidBotView[] };
  const nodes = views.map((view) => ({ attributes: attributesOf(view), children: [] as TreeNode[] }));
  views.forEach((view, place) => {
    for (const child of view.children) {
      const node = nodes[child];
      if (node) nodes[place]?.children.push(node);
    }
  });
  return nodes[0] ?? { attributes: {}, children: [] };
}

function attributesOf(view: DroidBotView): TreeNode["attributes"] {
  const written = Object.entries(NAMES).map(([name, attribute]) => [attribute, String(view[name] ?? "")]);
  const bounds = view.bounds.map((corner) => `[${corner.join(",")}]`).join("");
  return { ...Object.fromEntries(written), bounds };
}
