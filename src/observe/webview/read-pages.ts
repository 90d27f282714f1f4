import * as z from "zod";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { area, intersect, isEmpty, type Rect, union } from "../../base/geometry.js";
import type { Device } from "../../devices/device.js";
import { browserPackage, type DevtoolsPage, listPages, type PageView } from "../../devices/webview/devtools-pages.js";
import { type DevtoolsSocket, listDevtoolsSockets, processName } from "../../devices/webview/devtools-sockets.js";
import { type PageAddress, PageConnection } from "../../devices/webview/page-connection.js";
import type { FactError } from "../../screen/facts.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { nameOrQuoted } from "../../screen/label.js";
import { type Found, factError } from "../probe.js";
import { type Page, pageSchema } from "./page-nodes.js";
import { PAGE_SCRIPT } from "./page-script.js";

/** A WebView on the screen. */
export interface WebViewNode {
  /** Its index in the hierarchy's nodes. */
  readonly at: number;
  readonly bounds: Rect;
  readonly package: string;
}

/** A page, and the WebView that shows it. */
export interface PageRead {
  readonly at: number;
  readonly page: Page;
}

/** How many WebViews are read at most, and how many pages are tried. */
const MOST_VIEWS = 4;
const MOST_TRIES = 8;
/** From this overlap on, the position that a page reports and the bounds of a node are the same. */
const SAME_PLACE = 0.5;
const SCRIPT_MS = 1_500;

/** The outermost WebViews of a hierarchy that are not empty, by class; the nodes of a page are below its WebView. */
export function webViewsIn({ nodes }: ViewHierarchy): readonly WebViewNode[] {
  const found: WebViewNode[] = [];
  const inside = new Set<number>();
  for (const [at, node] of nodes.entries()) {
    const isWithin = node.parent !== null && inside.has(node.parent);
    const isWebView = /(?:^|\.)WebView$/.test(node.className ?? "");
    if (isWithin || isWebView) inside.add(at);
    if (isWithin || !isWebView || !node.bounds || isEmpty(node.bounds) || node.visibleToUser === false) continue;
    if (node.package !== null) found.push({ at, bounds: node.bounds, package: node.package });
  }
  return found.slice(0, MOST_VIEWS);
}

/**
 * Reads the pages of these WebViews through the DevTools sockets of their apps. A page that cannot be read is an error
 * of the part; the others are read. Errors: those of runShell if the sockets could not be listed.
 */
export async function readPages(
  device: Device,
  views: readonly WebViewNode[],
  signal: AbortSignal,
): Promise<Found<readonly PageRead[]>> {
  const sockets = await listDevtoolsSockets(device, signal);
  const pages: PageRead[] = [];
  const errors: FactError[] = [];
  for (const packageName of new Set(views.map((view) => view.package))) {
    const own = views.filter((view) => view.package === packageName);
    try {
      const found = await pagesOf(device, { sockets, packageName, views: own }, signal);
      pages.push(...found);
      if (found.some(({ page }) => page.isCut))
        errors.push(factError("webview", "TRUNCATED", "the page holds more than Fovea reads; scroll for the rest"));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = toFoveaError(error);
      errors.push(factError("webview", code, message));
    }
  }
  return { value: pages, source: pages.length === 0 ? "none" : "devtools", takenAt: performance.now(), errors };
}

interface Asked {
  readonly sockets: readonly DevtoolsSocket[];
  readonly packageName: string;
  readonly views: readonly WebViewNode[];
}

async function pagesOf(device: Device, asked: Asked, signal: AbortSignal): Promise<readonly PageRead[]> {
  const { packageName, views } = asked;
  const found: PageRead[] = [];
  let tries = 0;
  for (const socket of await socketsOf(device, asked, signal)) {
    for (const listed of await listPages(device, socket, signal)) {
      const free = views.filter(({ at }) => found.every((one) => one.at !== at));
      const view = viewFor(listed, free, views.length);
      if (!view || tries === MOST_TRIES) continue;
      tries += 1;
      const page = await readPage(device, { socket, page: listed.id }, signal);
      if (page.isVisible) found.push({ at: view.at, page });
    }
  }
  if (found.length > 0) return found;
  throw new FoveaError("WEBVIEW_UNREAD", `no visible page of ${nameOrQuoted(packageName)} was found`);
}

/**
 * The sockets of an app: the name of a WebView's socket has the process, whose name is the app's; a browser's socket
 * reports its package.
 */
async function socketsOf(
  device: Device,
  { sockets, packageName }: Asked,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const own: string[] = [];
  for (const { name, pid } of sockets) {
    const owner =
      pid === null
        ? await browserPackage(device, name, signal).catch(() => null) // a socket of another app may send any answer
        : await processName(device, pid, signal);
    signal.throwIfAborted();
    if (owner === packageName || owner?.startsWith(`${packageName}:`) === true) own.push(name);
  }
  if (own.length > 0) return own;
  throw new FoveaError("WEBVIEW_UNREAD", `${nameOrQuoted(packageName)} has no DevTools socket: it is not debuggable`);
}

/** The WebView at the position that the page reports; a page without a position belongs to the only WebView. */
function viewFor({ view }: DevtoolsPage, free: readonly WebViewNode[], all: number): WebViewNode | undefined {
  if (view === null) return all === 1 ? free[0] : undefined;
  if (view.visible === false || view.empty === true) return undefined;
  return free.find(({ bounds }) => likeness(bounds, rectOf(view)) >= SAME_PLACE);
}

function rectOf({ screenX, screenY, width, height }: PageView): Rect {
  return { left: screenX, top: screenY, right: screenX + width, bottom: screenY + height };
}

function likeness(one: Rect, other: Rect): number {
  return area(intersect(one, other)) / Math.max(1, area(union(one, other)));
}

const frameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string().max(200) }) }) });
const world = z.object({ executionContextId: z.number().int() });
const evaluated = z.object({ result: z.object({ value: z.string().max(2_000_000) }) });

/** Runs the script in its own isolated world, so that the page's scripts cannot change the functions it calls. */
async function readPage(device: Device, address: PageAddress, signal: AbortSignal): Promise<Page> {
  await using connection = await PageConnection.open(device, address, signal);
  const { frame } = taken(frameTree, await connection.call("Page.getFrameTree"), address).frameTree;
  const isolated = await connection.call("Page.createIsolatedWorld", { frameId: frame.id, worldName: "fovea" });
  const { executionContextId: contextId } = taken(world, isolated, address);
  const asked = { expression: PAGE_SCRIPT, contextId, returnByValue: true, silent: true, timeout: SCRIPT_MS };
  const { value } = taken(evaluated, await connection.call("Runtime.evaluate", asked), address).result;
  return taken(pageSchema, parsed(value), address);
}

function taken<Schema extends z.ZodType>(schema: Schema, value: unknown, { socket }: PageAddress): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new FoveaError("WEBVIEW_UNREAD", `${socket}: the page does not answer as asked`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
