import fc from "fast-check";

/** A node of a generated screen: the attributes that uiautomator would write, by their XML names. */
export interface TreeNode {
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly TreeNode[];
}

/** How a release or a tool writes XML. */
export interface XmlDialect {
  /** KXmlSerializer puts a value with double quotes in single quotes; FastXmlSerializer writes `&quot;`. */
  readonly singleQuotes: boolean;
  /** Non-ASCII characters: unchanged, as references of their UTF-16 code units, or as hexadecimal references. */
  readonly beyondAscii: "raw" | "halves" | "hex";
  /** Line breaks and indentation between the tags. */
  readonly pretty: boolean;
}

export const DIALECTS: readonly XmlDialect[] = [
  { singleQuotes: true, beyondAscii: "halves", pretty: false },
  { singleQuotes: true, beyondAscii: "raw", pretty: false },
  { singleQuotes: false, beyondAscii: "raw", pretty: true },
  { singleQuotes: false, beyondAscii: "hex", pretty: false },
];

const DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/** A plain dump: one `<hierarchy>` with the roots in it. */
export function writeDump(roots: readonly TreeNode[], dialect: XmlDialect, rotation = 0): string {
  return `${DECLARATION}<hierarchy rotation="${rotation}">${roots.map((root) => writeTree(root, dialect)).join("")}</hierarchy>`;
}

/** A node and all nodes inside; without recursion, since a tree may be thousands of levels deep. */
export function writeTree(root: TreeNode, dialect: XmlDialect): string {
  const parts: string[] = [];
  const stack: (TreeNode | "end")[] = [root];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (dialect.pretty) parts.push("\n", " ".repeat(Math.min(8, stack.length)));
    if (next === "end") {
      parts.push("</node>");
      continue;
    }
    const attributes = Object.entries(next.attributes).map(([name, value]) => ` ${name}=${quoted(value, dialect)}`);
    parts.push(`<node${attributes.join("")}${next.children.length > 0 ? "" : " /"}>`);
    if (next.children.length > 0) stack.push("end", ...[...next.children].reverse());
  }
  return parts.join("");
}

function quoted(value: string, { singleQuotes, beyondAscii }: XmlDialect): string {
  const quote = singleQuotes && value.includes('"') ? "'" : '"';
  const escaped = value.replace(/[&<>"'\n\r\t]|[^\0-\x7f]/gu, (character) => {
    if (character === quote) return quote === '"' ? "&quot;" : "&apos;";
    if (/["']/.test(character)) return character;
    return NAMED[character] ?? (character.charCodeAt(0) < 0x80 ? decimal(character) : written(character, beyondAscii));
  });
  return `${quote}${escaped}${quote}`;
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function decimal(characters: string): string {
  return Array.from({ length: characters.length }, (_, at) => `&#${characters.charCodeAt(at)};`).join("");
}

function written(character: string, how: XmlDialect["beyondAscii"]): string {
  if (how === "raw") return character;
  return how === "halves" ? decimal(character) : `&#x${(character.codePointAt(0) ?? 0).toString(16)};`;
}

/** A node and the place that it has in the parsed list. */
export interface FlatNode {
  readonly attributes: TreeNode["attributes"];
  readonly parent: number | null;
  readonly depth: number;
}

/** The nodes in document order, as the parser lists them. */
export function flatten(roots: readonly TreeNode[]): readonly FlatNode[] {
  const flat: FlatNode[] = [];
  const stack = roots.map((node) => ({ node, parent: null as number | null, depth: 0 })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, parent, depth } = next;
    const place = flat.push({ attributes: node.attributes, parent, depth }) - 1;
    for (const child of [...node.children].reverse()) stack.push({ node: child, parent: place, depth: depth + 1 });
  }
  return flat;
}

/** Texts of screens, including difficult ones: quotes, tags, line breaks, emoji, other scripts, empty, spaces. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    "OK",
    "Save",
    "  two  spaces ",
    'say "hi"',
    "it's",
    `"both" it's`,
    "a<b & c>d",
    "x\ny",
    "\ttab\r\n",
  ),
  fc.constantFrom(
    "&#10;",
    "</hierarchy>",
    "<node",
    'e99 button "Pay"',
    "👩‍👩‍👧",
    "می‌خواهم",
    "日本語",
    "\u202eabc",
    "\ud83d\ude00",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }).map(withoutControls),
);

/** XML allows no control characters except white space; uiautomator writes a dot for each (stripInvalidXMLChars). */
function withoutControls(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ".");
}

const CLASSES = [
  "android.widget.FrameLayout",
  "android.widget.LinearLayout",
  "android.view.ViewGroup",
  "android.view.View",
  "android.widget.TextView",
  "android.widget.Button",
  "android.widget.ImageView",
  "android.widget.EditText",
  "android.widget.CheckBox",
  "android.widget.Switch",
  "android.widget.ProgressBar",
  "android.widget.ScrollView",
  "android.widget.ListView",
  "androidx.recyclerview.widget.RecyclerView",
  "androidx.viewpager.widget.ViewPager",
  "android.webkit.WebView",
  "android.view.SurfaceView",
] as const;

const rarely = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant("false") }, { weight: 1, arbitrary: fc.constant("true") });

const anyBounds = fc
  .tuple(fc.nat(1000), fc.nat(2000), fc.nat(600), fc.nat(900))
  .map(([left, top, width, height]) => `[${left},${top}][${left + width},${top + height}]`);

/** The attributes of a node up to Android 13; some nodes also have `hint` and the others of Android 14. */
const anyAttributes: fc.Arbitrary<Readonly<Record<string, string>>> = fc.record(
  {
    text: anyText,
    "content-desc": fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary: anyText }),
    class: fc.constantFrom(...CLASSES),
    package: fc.constantFrom("com.example.app", "com.example.app", "com.android.systemui"),
    "resource-id": fc.constantFrom("", "", "com.example.app:id/title", "com.example.app:id/row", "tag with spaces"),
    bounds: anyBounds,
    clickable: rarely(3),
    "long-clickable": rarely(9),
    checkable: rarely(9),
    checked: rarely(3),
    enabled: fc.constantFrom("true", "true", "true", "false"),
    focused: rarely(15),
    scrollable: rarely(9),
    selected: rarely(6),
    password: rarely(20),
    hint: anyText,
    "state-description": fc.constantFrom("", "On", "Off", "50 percent"),
    "visible-to-user": fc.constantFrom("true", "true", "true", "false"),
  },
  {
    requiredKeys: [
      "text",
      "content-desc",
      "class",
      "package",
      "bounds",
      "clickable",
      "long-clickable",
      "checkable",
      "checked",
      "enabled",
      "scrollable",
    ],
  },
);

/** Random screens: one to three windows, up to a few dozen nodes, some of them deep. */
export const anyScreen: fc.Arbitrary<readonly TreeNode[]> = fc
  .array(fc.record({ attributes: anyAttributes, levelsUp: fc.oneof(fc.constant(0), fc.nat(4)) }), {
    minLength: 1,
    maxLength: 60,
    size: "max",
  })
  .map(grow);

/** Builds the tree in document order: each node is a child of the last node, or of a node some levels higher. */
function grow(items: readonly { readonly attributes: TreeNode["attributes"]; readonly levelsUp: number }[]) {
  interface Growing extends TreeNode {
    readonly children: Growing[];
  }
  const roots: Growing[] = [];
  let path: readonly Growing[] = [];
  for (const { attributes, levelsUp } of items) {
    const node: Growing = { attributes, children: [] };
    const isRoot = levelsUp >= path.length && roots.length < 3;
    const above = isRoot ? [] : path.slice(0, Math.max(1, path.length - levelsUp));
    (above.at(-1)?.children ?? roots).push(node);
    path = [...above, node];
  }
  return roots;
}
