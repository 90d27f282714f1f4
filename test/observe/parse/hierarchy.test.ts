import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../../src/base/errors.js";
import { parseHierarchy } from "../../../src/observe/parse/hierarchy.js";
import { decodeText } from "../../../src/observe/parse/text.js";
import { type UiNode, type ViewHierarchy, viewHierarchySchema } from "../../../src/screen/hierarchy.js";
import { anyCharacter } from "../../support/any-character.js";
import { anyScreen, DIALECTS, flatten, type TreeNode, writeDump, writeTree } from "../../support/ui-tree.js";

function parse(xml: string): ViewHierarchy {
  const hierarchy = parseHierarchy(xml);
  assert.ok(hierarchy, "not read as a hierarchy");
  return viewHierarchySchema.parse(hierarchy);
}

/** The allowed results for a truncated or broken dump: not this format, or an error; never a hierarchy. */
function isRefused(xml: string): boolean {
  try {
    return parseHierarchy(xml) === undefined;
  } catch (error) {
    return isFoveaError(error, "HIERARCHY_MALFORMED");
  }
}

const leaf = (attributes: Record<string, string> = {}): TreeNode => ({ attributes, children: [] });
const texts = (hierarchy: ViewHierarchy) => hierarchy.nodes.map((node) => node.text);
const flag = (word: string | undefined) => (word === undefined ? null : word === "true");

function assertSameNode(actual: UiNode | undefined, wanted: ReturnType<typeof flatten>[number], label: string): void {
  const { attributes } = wanted;
  assert.ok(actual, label);
  assert.equal(actual.parent, wanted.parent, `${label}.parent`);
  assert.equal(actual.depth, wanted.depth, `${label}.depth`);
  assert.equal(actual.contentDescription, attributes["content-desc"] ?? null, `${label}.contentDescription`);
  assert.equal(actual.hint, attributes.hint ?? null, `${label}.hint`);
  assert.equal(actual.resourceId, attributes["resource-id"] ?? null, `${label}.resourceId`);
  assert.equal(actual.className, attributes.class ?? null, `${label}.className`);
  assert.equal(actual.longClickable, flag(attributes["long-clickable"]), `${label}.longClickable`);
  assert.equal(actual.selected, flag(attributes.selected), `${label}.selected`);
  assert.equal(actual.visibleToUser, flag(attributes["visible-to-user"]), `${label}.visibleToUser`);
  if (attributes.password !== "true") assert.equal(actual.text, attributes.text ?? null, `${label}.text`);
  const { left, top, right, bottom } = actual.bounds ?? { left: 0, top: 0, right: 0, bottom: 0 };
  assert.equal(`[${left},${top}][${right},${bottom}]`, attributes.bounds, `${label}.bounds`);
}

test("any hierarchy is read back from any dialect node by node, with parents, levels and windows", () => {
  fc.assert(
    fc.property(anyScreen, fc.constantFrom(...DIALECTS), fc.nat(3), (roots, dialect, rotation) => {
      const hierarchy = parse(writeDump(roots, dialect, rotation));
      const wanted = flatten(roots);
      assert.equal(hierarchy.nodes.length, wanted.length);
      assert.equal(hierarchy.nodeCount, wanted.length);
      assert.equal(hierarchy.rotation, rotation);
      assert.equal(hierarchy.depth, Math.max(...wanted.map((node) => node.depth)) + 1);
      wanted.forEach((node, at) => {
        assertSameNode(hierarchy.nodes[at], node, `node ${at}`);
      });
      const rootPlaces = wanted.flatMap((node, at) => (node.parent === null ? [at] : []));
      assert.deepEqual(
        hierarchy.windows.map((window) => window.root),
        rootPlaces,
      );
    }),
    { numRuns: 150 },
  );
});

test("emoji are read from references to their halves, line breaks from &#10;, and quotes from single quotes", () => {
  const hierarchy = parse(
    `<hierarchy rotation="0"><node text="&#55357;&#56842; a&#10;b &#x1F600;" content-desc='say "hi"' hint="&amp;#10;"/></hierarchy>`,
  );
  assert.equal(hierarchy.nodes[0]?.text, "\u{1f60a} a\nb \u{1f600}");
  assert.equal(hierarchy.nodes[0]?.contentDescription, 'say "hi"');
  assert.equal(hierarchy.nodes[0]?.hint, "&#10;", "an escaped ampersand does not start a reference");
});

test("references to characters that XML forbids, and to half an emoji, are dropped", () => {
  const { nodes } = parse(`<hierarchy rotation="0"><node text="a&#0;b&#8;c&#55357;d&#1114112;e\ud83df"/></hierarchy>`);
  assert.equal(nodes[0]?.text, "abcdef");
});

test("markup characters in an attribute are text, not tags", () => {
  const { nodes } = parse(
    `<hierarchy rotation="0"><node text="a > b /> ?> &lt;/hierarchy>" content-desc="-->"/></hierarchy>`,
  );
  assert.equal(nodes[0]?.text, "a > b /> ?> </hierarchy>");
  assert.equal(nodes[0]?.contentDescription, "-->");
});

test("5,000 levels and 200,000 siblings are read without overflowing the stack", () => {
  const levels = 5_000;
  const deep = `<hierarchy rotation="0">${'<node text="x">'.repeat(levels)}${"</node>".repeat(levels)}</hierarchy>`;
  assert.equal(parse(deep).depth, levels);
  const wide = `<hierarchy rotation="0"><node>${"<node/>".repeat(200_000)}</node></hierarchy>`;
  assert.equal(parseHierarchy(wide)?.nodeCount, 200_001);
});

test("a hierarchy of 50,000 nodes is read whole", () => {
  const row = (at: number): TreeNode => ({
    attributes: { text: `row ${at}`, class: "android.view.View", bounds: "[0,0][9,9]" },
    children: Array.from({ length: 49 }, () => leaf({ text: "x" })),
  });
  const root = { attributes: { text: "root" }, children: Array.from({ length: 1_000 }, (_, at) => row(at)) };
  const hierarchy = parseHierarchy(writeDump([root], { singleQuotes: false, beyondAscii: "raw", pretty: false }));
  assert.equal(hierarchy?.nodeCount, 50_001);
  assert.equal(hierarchy?.nodes[49_951]?.text, "row 999");
});

test("a dump cut off at any character is refused, and never read as a smaller hierarchy", () => {
  fc.assert(
    fc.property(anyScreen, fc.constantFrom(...DIALECTS), (roots, dialect) => {
      const xml = writeDump(roots, dialect);
      for (let end = 0; end < xml.length; end += Math.max(1, Math.floor(xml.length / 400))) {
        assert.ok(isRefused(xml.slice(0, end)), `a tree from ${JSON.stringify(xml.slice(0, end).slice(-80))}`);
      }
      assert.ok(isRefused(xml.slice(0, -1)), "the last bracket missing");
    }),
    { numRuns: 30 },
  );
});

test("a dump written over a longer one, or written twice, is refused", () => {
  const one = writeDump([leaf({ text: "a" })], { singleQuotes: false, beyondAscii: "raw", pretty: false });
  const other = writeDump([leaf({ text: "b" })], { singleQuotes: false, beyondAscii: "raw", pretty: false });
  assert.ok(isRefused(one + other));
  assert.ok(isRefused(`${one}\nUI hierchary dumped to: /sdcard/window_dump.xml\n${other}`));
  assert.ok(isRefused(one.slice(0, 90) + other));
  assert.ok(isRefused(`${one}t="tail of the longer one"/></node></hierarchy>`));
});

test("warnings before the document and uiautomator's message after it are ignored", () => {
  const dump = writeDump([leaf({ text: "a" })], { singleQuotes: true, beyondAscii: "raw", pretty: false });
  const noisy = `WARNING: linker: something < 3\nERROR? no\n${dump}UI hierchary dumped to: /dev/tty\n`;
  assert.deepEqual(parse(noisy), parse(dump));
});

test("a hierarchy without nodes is read as empty, in either spelling and with the message after it", () => {
  for (const empty of ['<hierarchy rotation="1" />', '<hierarchy rotation="1"></hierarchy>']) {
    for (const tail of ["", "UI hierchary dumped to: /dev/tty\n"]) {
      const hierarchy = parse(`<?xml version='1.0' ?>${empty}${tail}`);
      assert.deepEqual([hierarchy.rotation, hierarchy.nodeCount, hierarchy.windows.length], [1, 0, 0]);
    }
  }
});

test("UTF-16 is read with and without a byte order mark", () => {
  const dump = writeDump([leaf({ text: "日本 👍" })], { singleQuotes: true, beyondAscii: "raw", pretty: true });
  const utf16 = Buffer.from(dump.replace(/\n/g, "\r\n"), "utf16le");
  assert.deepEqual(parse(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))), parse(dump));
  assert.deepEqual(parse(decodeText(utf16)), parse(dump));
  assert.deepEqual(parse(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), utf16.swap16()]))), parse(dump));
});

test("other texts are not this format", () => {
  const others = [
    "",
    "ERROR: null root node returned by UiTestAutomationBridge.\n",
    "Killed \n",
    "<html></html>",
    "{}",
  ];
  for (const text of others) assert.equal(parseHierarchy(text), undefined, text);
  assert.equal(parseHierarchy("ERROR: could not get idle state.\n"), undefined);
});

const dialect = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;

test("with --windows every window has its own hierarchy and display, including windows that contain other windows", () => {
  const tree = (text: string) =>
    `<hierarchy rotation="1">${writeTree({ attributes: { text }, children: [leaf({ text: `${text}1` })] }, dialect)}</hierarchy>`;
  const window = (id: number, title: string, inside: string) =>
    `<window index="0" id="${id}" title="${title}" type="TYPE_APPLICATION" layer="${id}" active="${id === 1}" focused="false" bounds="[0,0][10,${id}]">${inside}</window>`;
  const hierarchy = parse(
    `<?xml version='1.0' ?><displays><display id="0">${window(1, "app", window(2, "popup", tree("p")) + tree("a"))}${window(3, "none", "")}</display><display id="7">${window(4, "other", tree("o"))}</display></displays>`,
  );
  assert.equal(hierarchy.rotation, 1);
  assert.deepEqual(
    hierarchy.windows.map(({ windowId, title, displayId, active, root }) => ({
      windowId,
      title,
      displayId,
      active,
      root,
    })),
    [
      { windowId: 1, title: "app", displayId: 0, active: true, root: 2 },
      { windowId: 2, title: "popup", displayId: 0, active: false, root: 0 },
      { windowId: 3, title: "none", displayId: 0, active: false, root: null },
      { windowId: 4, title: "other", displayId: 7, active: false, root: 4 },
    ],
  );
  assert.deepEqual(texts(hierarchy), ["p", "p1", "a", "a1", "o", "o1"]);
  assert.deepEqual(
    hierarchy.nodes.map((node) => node.window),
    [1, 1, 0, 0, 3, 3],
  );
  assert.deepEqual(
    hierarchy.nodes.map((node) => node.parent),
    [null, 0, null, 2, null, 4],
  );
});

test("tags named after classes and several roots, as Appium writes them, are read as nodes", () => {
  const hierarchy = parse(
    `<hierarchy index="0" class="hierarchy" rotation="3" width="10" height="20"><android.widget.FrameLayout index="0" text="" displayed="true" hint="h"><android.widget.TextView text="a"/></android.widget.FrameLayout><android.view.View text="b"/></hierarchy>`,
  );
  assert.deepEqual(
    hierarchy.nodes.map((node) => node.className),
    ["android.widget.FrameLayout", "android.widget.TextView", "android.view.View"],
  );
  assert.equal(hierarchy.windows.length, 2);
  assert.equal(hierarchy.rotation, 3);
});

test("bounds beyond every screen are limited, and unreadable ones are unknown", () => {
  const bounds = (text: string) =>
    parse(`<hierarchy rotation="0"><node bounds="${text}"/></hierarchy>`).nodes[0]?.bounds;
  assert.deepEqual(bounds("[-2147483648,0][2147483647,99999999999999999999]"), {
    left: -1_000_000,
    top: 0,
    right: 1_000_000,
    bottom: 1_000_000,
  });
  for (const unreadable of ["", "[0,0]", "[a,b][c,d]", "null"]) assert.equal(bounds(unreadable), null);
});

test("text typed into a password field does not leave the parser", () => {
  const field = '<node class="android.widget.EditText" password="true" text="hunter2" hint="Password"/>';
  const { nodes } = parse(`<hierarchy rotation="0">${field}</hierarchy>`);
  assert.equal(nodes[0]?.text, "\u2022".repeat(7));
});

test("missing attributes are unknown, and empty ones are empty", () => {
  const [node] = parse(`<hierarchy rotation="9"><node text="" enabled="maybe"/></hierarchy>`).nodes;
  assert.equal(node?.text, "");
  assert.equal(node?.contentDescription, null);
  assert.equal(node?.enabled, null);
  assert.equal(parse(`<hierarchy rotation="9"><node/></hierarchy>`).rotation, null);
});

test("hostile input ends with an error code or nothing, in short time", () => {
  const inputs = [
    `<hierarchy>${"<!--".repeat(200_000)}`,
    `<hierarchy>${'<node a="'.repeat(200_000)}`,
    `<hierarchy><node${" ".repeat(500_000)}`,
    `<hierarchy><node __proto__="x" constructor="y"/></hierarchy>`,
    `<hierarchy><__proto__ text="a"/></hierarchy>`,
    "<hierarchy><node>text</node></hierarchy>",
    "<!DOCTYPE x [<!ENTITY a 'b'>]><hierarchy><node text='&a;'></hierarchy>",
    "<hierarchy></node></hierarchy>",
    "<hierarchy><node></hierarchy></node>",
  ];
  for (const input of inputs) assert.ok(isRefused(input), input.slice(0, 60));
});

test("any bytes are refused or read, and what is read fits the schema", () => {
  const noise = fc.array(
    fc.oneof(
      fc.constantFrom(
        "<hierarchy ",
        "<node ",
        "</node>",
        "</hierarchy>",
        "<displays>",
        "<window ",
        "/>",
        ">",
        'text="',
        '"',
        "'",
        "&#",
        "&amp;",
        "bounds=",
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    ),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(noise, (parts) => {
      const text = `<hierarchy rotation="0">${parts.join("")}</hierarchy>`;
      try {
        const hierarchy = parseHierarchy(text);
        if (hierarchy) viewHierarchySchema.parse(hierarchy);
      } catch (error) {
        assert.ok(isFoveaError(error, "HIERARCHY_MALFORMED"), String(error));
      }
    }),
    { numRuns: 500 },
  );
});

test("Appium's attribute for visibility is read, and uiautomator's own overrides it", () => {
  const { nodes } = parse(
    '<hierarchy rotation="0"><android.widget.Button displayed="false"/><node displayed="true" visible-to-user="false"/></hierarchy>',
  );
  assert.deepEqual(
    nodes.map((node) => node.visibleToUser),
    [false, false],
  );
});
