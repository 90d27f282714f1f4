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
import { toolSchema } from "../src/server/tool-schema.js";
import { offeredTools } from "../src/tools/tools.js";
import type { Bench, BenchResult, Figure } from "./bench.js";
import { table } from "./bench.js";

const PEER = "@mobilenext/mobile-mcp@1.0.4";

/**
 * Tokens (o200k) of what a model reads: the tool list, full and slim, and every hierarchy of the corpus as an outline,
 * with the share of visible labels that it keeps. `--peer` installs the peer from npm into a scratch folder and counts
 * its text format on the same hierarchies; nothing of it is started, so nothing of it reports anything.
 */
export const tokensBench: Bench = {
  name: "tokens",
  about: "tokens of tool lists and outlines [--peer] [--list]",
  run: async (args) => await measure(args.includes("--peer"), args.includes("--list")),
};

async function measure(withPeer: boolean, withList: boolean): Promise<BenchResult> {
  const full = toolTokens(false);
  const slim = toolTokens(true);
  const files = corpusHierarchies();
  const format = withPeer ? await loadPeer() : undefined;
  const rows = await Promise.all(files.map(async (file) => await measureFile(file, format)));
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const labels = sum((row) => row.labels);
  const peer = sum((row) => row.peerTokens ?? 0);
  const figures: Figure[] = [
    { name: "tools/list", value: full, unit: "tokens", atMost: 3_000 },
    { name: "tools/list slim", value: slim, unit: "tokens", atMost: 300 },
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
  const text = table([
    ["figure", "value", "unit"],
    ...figures.map((figure) => [figure.name, figure.value, figure.unit]),
  ]);
  return {
    text: [list, text].filter((part) => part !== "").join("\n\n"),
    figures: [...figures, ...rows.flatMap(rowFigures)],
  };
}

/** Percent, with two digits. */
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

function toolTokens(slim: boolean): number {
  return offeredTools({ readOnly: false, slim })
    .map((tool) => {
      const description = slim && tool.slim ? tool.slim.description : tool.description;
      return JSON.stringify({ name: tool.name, description, inputSchema: toolSchema(tool, slim) });
    })
    .reduce((sum, json) => sum + encode(json).length, 0);
}

function corpusFolder(): string {
  const folder = process.env["FOVEA_CORPUS"] ?? join(packageRoot(), "..", "shared", "corpus");
  if (!existsSync(folder)) throw new Error("there is no corpus: put it at ../shared/corpus or name it in FOVEA_CORPUS");
  return folder;
}

function corpusHierarchies(): readonly string[] {
  const folder = corpusFolder();
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
  if (!hierarchy) throw new Error(`${file} is no hierarchy`);
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

/** The labels that a user sees, once per node; those of the status and navigation bar are left out of outlines. */
function visibleLabels(hierarchy: ViewHierarchy): readonly string[] {
  const bars = systemBarWindows(hierarchy, null);
  return hierarchy.nodes.flatMap((node) => {
    if (!node.bounds || isEmpty(node.bounds) || node.visibleToUser === false || bars.has(node.window)) return [];
    const labels = [node.text, node.contentDescription, node.hint].map((label) => normaliseLabel(label ?? ""));
    return [...new Set(labels)].filter((label) => label !== "");
  });
}

type PeerFormat = (xml: string) => Promise<string>;

/** The peer's own collector and text formatter, given the hierarchy in place of a device's answer. */
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
