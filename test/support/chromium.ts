import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable, Writable } from "node:stream";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of the installed browser; null without one. */
export function findBrowser(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find((file) => isProgram(file)) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The `skip` option of tests that need a browser: the reason if none is installed; with FOVEA_TEST_ALL they run and
 * fail.
 */
export function skipWithoutBrowser(): string | false {
  return findBrowser() === null && !process.env["FOVEA_TEST_ALL"] ? `not installed: ${NAMES.join(" or ")}` : false;
}

type Fields = Readonly<Record<string, unknown>>;
type Heard = (method: string, params: Fields) => void;

/** A page in a headless browser, driven by the DevTools protocol through a pipe. */
export interface BrowserPage extends AsyncDisposable {
  /** The addresses of all requests, except for `data:` addresses. */
  readonly requests: readonly string[];
  /** Uncaught errors, console output, and warnings of the browser. */
  readonly complaints: readonly string[];
  /** Loads a page; resolves when it is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page, which has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  press(key: string): Promise<void>;
  write(text: string): Promise<void>;
  prefer(scheme: "light" | "dark"): Promise<void>;
  /** A screenshot as PNG. */
  screenshot(): Promise<Buffer>;
}

/** Starts a browser with one empty page of this size. */
export async function openBrowser(width = 1440, height = 900): Promise<BrowserPage> {
  const browser = findBrowser();
  if (browser === null) throw new Error(`there is no ${NAMES.join(" and no ")}`);
  const profile = mkdtempSync(join(tmpdir(), "fovea-browser-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"].concat(
    [
      "--hide-scrollbars",
      "--force-device-scale-factor=1",
      "--disable-background-networking",
      `--window-size=${width},${height}`,
      `--user-data-dir=${profile}`,
      "--remote-debugging-pipe",
    ],
  );
  const child = spawn(browser, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const [, , , toBrowser, fromBrowser] = child.stdio;
  if (!(toBrowser instanceof Writable && fromBrowser instanceof Readable)) throw new Error("the browser has no pipes");
  const wire = new Wire(toBrowser, fromBrowser);
  void ended.then(() => wire.end());
  const page = await drivenPage(wire);
  return {
    ...page,
    [Symbol.asyncDispose]: async () => {
      await wire.send("Browser.close").catch(() => {}); // the browser may exit before it answers
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function drivenPage(wire: Wire): Promise<Omit<BrowserPage, keyof AsyncDisposable>> {
  const [requests, complaints]: [string[], string[]] = [[], []];
  let loaded: () => void = () => {};
  wire.onHeard((method, params) => {
    const url = urlOf(params);
    if (method === "Network.requestWillBeSent" && !url.startsWith("data:")) requests.push(url);
    if (/^(?:Runtime\.(?:exceptionThrown|consoleAPICalled)|Log\.entryAdded)$/.test(method))
      complaints.push(JSON.stringify(params));
    if (method === "Page.loadEventFired") loaded();
  });
  const { targetId } = await wire.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await wire.send("Target.attachToTarget", { targetId, flatten: true });
  const send = async (method: string, params: Fields = {}) => await wire.send(method, params, String(sessionId));
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  return {
    requests,
    complaints,
    open: async (url) => {
      const isLoaded = new Promise<void>((resolve) => (loaded = resolve));
      await send("Page.navigate", { url });
      await isLoaded;
    },
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send("Runtime.evaluate", {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return isFields(result) ? result["value"] : undefined;
    },
    press: async (key) => {
      const text = key.length === 1 ? { text: key } : {};
      await send("Input.dispatchKeyEvent", { type: "keyDown", key, ...text });
      await send("Input.dispatchKeyEvent", { type: "keyUp", key });
    },
    write: async (text) => void (await send("Input.insertText", { text })),
    prefer: async (value) => {
      await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    },
    screenshot: async () =>
      Buffer.from(String((await send("Page.captureScreenshot", { format: "png" }))["data"]), "base64"),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function urlOf({ request }: Fields): string {
  return isFields(request) ? String(request["url"]) : "";
}

/** A connection with JSON messages, each followed by a NUL. */
class Wire {
  readonly #out: Writable;
  readonly #waiting = new Map<number, { done(result: Fields): void; failed(error: Error): void }>();
  #heard: Heard = () => {};
  #last = 0;
  #rest = "";

  constructor(out: Writable, input: Readable) {
    this.#out = out;
    out.on("error", () => this.end());
    input.setEncoding("utf8").on("data", (text: string) => {
      const parts = (this.#rest + text).split("\0");
      this.#rest = parts.pop() ?? "";
      for (const part of parts) this.#take(JSON.parse(part));
    });
  }

  onHeard(heard: Heard): void {
    this.#heard = heard;
  }

  async send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    const id = ++this.#last;
    return await new Promise<Fields>((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#out.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    });
  }

  end(): void {
    for (const { failed } of this.#waiting.values()) failed(new Error("the browser has ended"));
    this.#waiting.clear();
  }

  #take(message: Fields): void {
    const waiting = this.#waiting.get(Number(message["id"]));
    this.#waiting.delete(Number(message["id"]));
    if (typeof message["method"] === "string")
      this.#heard(message["method"], isFields(message["params"]) ? message["params"] : {});
    else if (isFields(message["result"])) waiting?.done(message["result"]);
    else waiting?.failed(new Error(JSON.stringify(message["error"])));
  }
}
