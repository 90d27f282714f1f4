import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findBrowser } from "./chromium.js";

/** A page in a headless browser with DevTools on a port, as a WebView has it on its socket. */
export interface ServedPage extends AsyncDisposable {
  readonly port: number;
  /** The value of an expression in the page, which has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks at a point of the page, in CSS pixels; resolves when the page has handled the click. */
  click(x: number, y: number): Promise<void>;
}

/** Opens a page with this document; the viewport has this size in CSS pixels. */
export async function servePage(html: string, width: number, height: number): Promise<ServedPage> {
  const browser = findBrowser();
  if (browser === null) throw new Error("there is no browser");
  const profile = mkdtempSync(join(tmpdir(), "fovea-webview-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  flags.push("--disable-background-networking", "--remote-debugging-port=0", `--user-data-dir=${profile}`);
  const child = spawn(browser, [...flags, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      const found = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once("exit", (code) => reject(new Error(`the browser ended with ${code}`)));
  });
  const listed: unknown = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const page = Array.isArray(listed) ? listed.find(({ type }) => type === "page") : undefined;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/devtools/page/${page?.id}`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("the page takes no connection"));
  });
  const send = sender(socket);
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: true });
  const { frameTree } = await send("Page.getFrameTree");
  await send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
  return {
    port,
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    click: async (x, y) => {
      const at = { x, y, button: "left", clickCount: 1 };
      await send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
      await send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
    },
    [Symbol.asyncDispose]: async () => {
      await send("Browser.close").catch(() => {}); // the browser may exit before it answers
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: results of the DevTools protocol, of a browser that the test started
type Result = any;

function sender(socket: WebSocket): (method: string, params?: object) => Promise<Result> {
  const waiting = new Map<number, { done(result: Result): void; failed(error: Error): void }>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    const one = waiting.get(id);
    if (error) one?.failed(new Error(error.message));
    else one?.done(result);
  };
  socket.onclose = () => {
    for (const { failed } of waiting.values()) failed(new Error("the browser has ended"));
  };
  return async (method, params = {}) =>
    await new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}
