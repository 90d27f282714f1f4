import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import type { Device } from "../device.js";
import { SocketBytes } from "./socket-bytes.js";

const MOST_BYTES = 512 * 1024;
const LONGEST_HEADER = 16 * 1024;
/** The most pages that are read: Chrome lists every tab. */
const MOST_PAGES = 32;

/** The position of a page's view in pixels of the screen, as WebView describes it (AwDevToolsManagerDelegate). */
const description = z.object({
  screenX: z.number(),
  screenY: z.number(),
  width: z.number(),
  height: z.number(),
  visible: z.boolean().optional(),
  empty: z.boolean().optional(),
});
export type PageView = z.infer<typeof description>;

const listed = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/),
  type: z.string(),
  description: z.string().max(2_000).optional(),
});

/** One page of a DevTools socket. */
export interface DevtoolsPage {
  readonly id: string;
  /** Null if the browser does not describe it. */
  readonly view: PageView | null;
}

/**
 * The pages of a DevTools socket, from its `GET /json/list`. Errors: WEBVIEW_UNREAD for any other answer; those of
 * openService.
 */
export async function listPages(device: Device, socket: string, signal: AbortSignal): Promise<readonly DevtoolsPage[]> {
  const all = z.array(z.unknown()).safeParse(await getJson(device, { socket, path: "/json/list" }, signal));
  if (!all.success) throw new FoveaError("WEBVIEW_UNREAD", `${socket}: its list of pages is not a list`);
  return all.data.slice(0, MOST_PAGES).flatMap((one) => {
    const page = listed.safeParse(one);
    return page.success && page.data.type === "page" ? [{ id: page.data.id, view: viewOf(page.data.description) }] : [];
  });
}

/**
 * The package that a browser reports on its socket (`Android-Package` of `GET /json/version`,
 * content/browser/devtools/devtools_http_handler.cc); null if it reports none. Errors: as {@link listPages}.
 */
export async function browserPackage(device: Device, socket: string, signal: AbortSignal): Promise<string | null> {
  const version = z.object({ "Android-Package": z.string().max(255) });
  const said = version.safeParse(await getJson(device, { socket, path: "/json/version" }, signal));
  return said.success ? said.data["Android-Package"] : null;
}

function viewOf(text: string | undefined): PageView | null {
  if (text === undefined || text === "") return null;
  const view = description.safeParse(parsed(text));
  return view.success ? view.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Get {
  readonly socket: string;
  readonly path: string;
}

/** Reads the answer by its Content-Length: the server does not close the connection (net/server/http_server.cc). */
async function getJson(device: Device, { socket, path }: Get, signal: AbortSignal): Promise<unknown> {
  await using stream = await device.openService(`localabstract:${socket}`, signal);
  await stream.write(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
  const bytes = new SocketBytes(stream, socket, MOST_BYTES);
  const header = (await bytes.takeUntil("\r\n\r\n", LONGEST_HEADER)).toString("latin1");
  const length = /\r\ncontent-length: ?(\d{1,6})\r\n/i.exec(header)?.[1];
  if (!/^HTTP\/1\.1 200 /.test(header) || length === undefined || Number(length) > MOST_BYTES)
    throw new FoveaError("WEBVIEW_UNREAD", `${socket}: it does not answer as DevTools does`);
  const value = parsed((await bytes.take(Number(length))).toString("utf8"));
  if (value === undefined) throw new FoveaError("WEBVIEW_UNREAD", `${socket}: its answer is not JSON`);
  return value;
}
