import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { packageRoot } from "../src/base/assets.js";
import { isEmpty } from "../src/base/geometry.js";
import { parseHierarchy } from "../src/observe/parse/hierarchy.js";
import { decodeText } from "../src/observe/parse/text.js";
import { elementsOf } from "../src/screen/elements.js";
import type { ViewHierarchy } from "../src/screen/hierarchy.js";
import { assignRefs } from "../src/screen/identity.js";
import { normaliseLabel } from "../src/screen/label.js";
import { renderOutline } from "../src/screen/outline.js";
import { systemBarWindows } from "../src/screen/system-bars.js";
import { connectMcp, ERAS } from "../test/support/mcp-link.js";
import { startProduct } from "../test/support/product.js";
import type { Bench, BenchResult, Figure } from "./bench.js";
import { table } from "./bench.js";
import { MOST_SLIM_TOKENS, mostListTokens } from "./budgets/list-tokens.js";

const PEER = "@mobilenext/mobile-mcp@1.0.4";

/**
 * The tokens (o200k) that a model reads: the answer to tools/list as a client gets it, full and slim, in both eras of
 * the protocol; and every hierarchy of the corpus as an outline, with the share of visible labels that it keeps.
 * Without a corpus the hierarchies are left out. `--peer` installs the peer from npm into a scratch folder and counts
 * its text format on the same hierarchies. The peer's server is not started, so it sends no telemetry.
 */
export const tokensBench: Bench = {
  name: "tokens",
  about: "tokens of tool lists and outlines [--peer] [--list]",
  run: async (args) => await measure(args.includes("--peer"), args.includes("--list")),
};

async function measure(withPeer: boolean, withList: boolean): Promise<BenchResult> {
  const lists = await listFigures();
  const folder = process.env["FOVEA_CORPUS"] ?? join(packageRoot(), "..", "shared", "corpus");
  const outlines = existsSync(folder) ? await measureOutlines(folder, withPeer, withList) : noOutlines(folder);
  const shown = [...lists, ...outlines.totals];
  const text = table([["figure", "value", "unit"], ...shown.map(({ name, value, unit }) => [name, value, unit])]);
  return {
    text: [outlines.list, text, outlines.note].filter((part) => part !== "").join("\n\n"),
    figures: [...shown, ...outlines.each],
  };
}

interface Outlines {
  readonly totals: readonly Figure[];
  readonly each: readonly Figure[];
  readonly list: string;
  readonly note: string;
}

function noOutlines(folder: string): Outlines {
  const note = `No hierarchies were read: there is no corpus at ${folder}; FOVEA_CORPUS may name another folder.`;
  return { totals: [], each: [], list: "", note };
}

async function measureOutlines(folder: string, withPeer: boolean, withList: boolean): Promise<Outlines> {
  const files = corpusHierarchies(folder);
  const format = withPeer ? await loadPeer() : undefined;
  const rows = await Promise.all(files.map(async (file) => await measureFile(file, format)));
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const labels = sum((row) => row.labels);
  const peer = sum((row) => row.peerTokens ?? 0);
  const totals: Figure[] = [
    { name: "hierarchies", value: rows.length, unit: "files" },
    { name: "outlines", value: sum((row) => row.tokens), unit: "tokens", ...(format ? { atMost: peer / 2 } : {}) },
    { name: "labels", value: labels, unit: "labels" },
    { name: "labels kept", value: sum((row) => row.kept), unit: "labels", atLeast: labels },
    {
      name: "label recall",
      value: recall(
        sum((row) => row.kept),
        labels,
      ),
      unit: "%",
    },
    ...(format ? [{ name: "peer outlines", value: peer, unit: "tokens" }] : []),
  ];
  const list = withList ? table([["file", "tokens", "labels", "kept", "peer"], ...rows.map(listRow)]) : "";
  return { totals, each: rows.flatMap(rowFigures), list, note: "" };
}

/** The share in percent, with two decimals. */
function recall(kept: number, labels: number): number {
  return labels === 0 ? 100 : Math.floor((10_000 * kept) / labels) / 100;
}

function rowFigures(row: Row): readonly Figure[] {
  return [
    { name: `${row.file}: outline`, value: row.tokens, unit: "tokens" },
    { name: `${row.file}: label recall`, value: recall(row.kept, row.labels), unit: "%" },
    ...(row.peerTokens === null ? [] : [{ name: `${row.file}: peer outline`, value: row.peerTokens, unit: "tokens" }]),
  ];
}

interface Row {
  readonly file: string;
  readonly tokens: number;
  readonly labels: number;
  readonly kept: number;
  readonly peerTokens: number | null;
}

function listRow(row: Row): readonly (string | number)[] {
  return [row.file, row.tokens, row.labels, row.kept, row.peerTokens ?? ""];
}

async function listFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const slim of [false, true]) {
    await using product = await startProduct({ config: { slim, guard: "confirm" } });
    for (const era of ERAS) {
      await using mcp = await connectMcp(product, era);
      const list = await mcp.client.listTools();
      const value = encode(JSON.stringify(list)).length;
      const name = ["tools/list", ...(slim ? ["slim"] : []), ...(era === "modern" ? [] : [era])].join(" ");
      figures.push({
        name,
        value,
        unit: "tokens",
        atMost: slim ? MOST_SLIM_TOKENS : mostListTokens(list.tools.length),
      });
    }
  }
  return figures;
}

function corpusHierarchies(folder: string): readonly string[] {
  return ["uiautomator-xml", "pairs"].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => name.endsWith(".xml"))
      .sort()
      .map((name) => join(folder, part, name)),
  );
}

async function measureFile(file: string, format: PeerFormat | undefined): Promise<Row> {
  const text = decodeText(readFileSync(file));
  const hierarchy = parseHierarchy(text);
  if (!hierarchy) throw new Error(`${file} is not a hierarchy`);
  let refs = 0;
  const elements = assignRefs(elementsOf(hierarchy, null), hierarchy, null, () => `e${++refs}`);
  const outline = renderOutline({ elements, viewHierarchy: hierarchy });
  const plain = outline.replace(/\\(["\\])/g, "$1");
  const labels = visibleLabels(hierarchy);
  return {
    file: join(basename(dirname(file)), basename(file)),
    tokens: encode(outline).length,
    labels: labels.length,
    kept: labels.filter((label) => plain.includes(label)).length,
    peerTokens: format ? encode(await format(text)).length : null,
  };
}

/** The labels that a user sees, once per node, without the status and navigation bar, as in outlines. */
function visibleLabels(hierarchy: ViewHierarchy): readonly string[] {
  const bars = systemBarWindows(hierarchy, null);
  return hierarchy.nodes.flatMap((node) => {
    if (!node.bounds || isEmpty(node.bounds) || node.visibleToUser === false || bars.has(node.window)) return [];
    const labels = [node.text, node.contentDescription, node.hint].map((label) => normaliseLabel(label ?? ""));
    return [...new Set(labels)].filter((label) => label !== "");
  });
}

type PeerFormat = (xml: string) => Promise<string>;

/** Loads the peer's own collector and text formatter; they get the hierarchy in place of a device's answer. */
async function loadPeer(): Promise<PeerFormat> {
  const folder = join(tmpdir(), "fovea-bench-peer");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "node_modules/@mobilenext/mobile-mcp"))) {
    execFileSync("npm", ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", PEER], {
      stdio: "ignore",
    });
  }
  const require = createRequire(join(folder, "x.js"));
  const { AndroidRobot } = require("@mobilenext/mobile-mcp/lib/android.js");
  const { formatElements } = require("@mobilenext/mobile-mcp/lib/format-elements.js");
  return async (xml) => {
    const robot = Object.create(AndroidRobot.prototype);
    robot.getUiAutomatorDump = async () => xml.slice(Math.max(0, xml.indexOf("<?xml")));
    return formatElements(await robot.getElementsOnScreen(), "text");
  };
}
