import assert from "node:assert/strict";
import { test } from "node:test";
import type { FaultRule } from "../../packages/virtual-android/src/fault-script.js";
import { pollUntil } from "../../src/base/signals.js";
import { SMALL } from "../support/drive.js";
import { skipWithout } from "../support/needs.js";
import { usageOf } from "../support/process-usage.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags, RawServe } from "../support/serve-process.js";

/** `fovea serve` as it is shipped, in its own process, whose memory can be measured. */
class Served implements AsyncDisposable {
  readonly server: RawServe;
  #id = 0;

  constructor(product: Product) {
    this.server = new RawServe([...productFlags(product), "--hierarchy-cache", "off"]);
  }

  get usage() {
    return usageOf(this.server.child.pid ?? 0);
  }

  async call(name: string, args: object = {}): Promise<{ readonly text: string; readonly ms: number }> {
    this.#id += 1;
    const startedAt = performance.now();
    this.server.request(this.#id, "tools/call", { name, arguments: args });
    const { result } = await this.server.answer(this.#id);
    return { text: JSON.stringify(result), ms: performance.now() - startedAt };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

/** What uiautomator writes is replaced by this; null for its own. */
function withTree(product: Product, xml: string | null): () => void {
  const { files } = product.phone;
  const { write } = files;
  files.write = (path, bytes, mode) => {
    write.call(files, path, xml !== null && path.includes("/FOVEA-") ? Buffer.from(xml) : bytes, mode);
  };
  return () => {
    files.write = write;
  };
}

const NODE =
  'index="0" text="" resource-id="" class="android.view.View" package="com.fovea.form" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][540,1200]"';
const tree = (inner: string) =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${inner}</hierarchy>`;
const wide = (nodes: number) => tree(`<node ${NODE}>${`<node ${NODE} />`.repeat(nodes)}</node>`);
const deep = (depth: number) => tree(`${`<node ${NODE}>`.repeat(depth)}${"</node>".repeat(depth)}`);

const FLOOD = { kind: "flood", bytes: 100_000_000 } as const;

interface Huge {
  readonly what: string;
  readonly tool: string;
  readonly rule?: FaultRule;
  readonly xml?: () => string;
  readonly says: RegExp;
}

const HUGE: readonly Huge[] = [
  {
    what: "a dump of the window manager of 100 MB",
    tool: "observe",
    rule: { command: "^dumpsys .* window ", fault: FLOOD },
    says: /OUTPUT_TOO_LARGE|TIMEOUT|NOT_THIS_FORMAT/,
  },
  {
    what: "a hierarchy of 100 MB",
    tool: "observe",
    rule: { command: "^cat /data/local/tmp/FOVEA", fault: FLOOD },
    says: /OUTPUT_TOO_LARGE|TIMEOUT/,
  },
  {
    what: "a picture of 100 MB",
    tool: "screenshot",
    rule: { command: "^screencap", fault: FLOOD },
    says: /OUTPUT_TOO_LARGE|TIMEOUT/,
  },
  { what: "a tree of 50,000 nodes", tool: "observe", xml: () => wide(50_000), says: /uiautomator/ },
  { what: "a tree 5,000 deep", tool: "observe", xml: () => deep(5_000), says: /uiautomator|HIERARCHY/ },
];

/** The longest of a tool's deadlines here, and its last words. */
const WITHIN_MS = 53_000;
/** Above what a server needs that has answered once: buffers of 64 MB that are joined, and pictures of up to 160 MB. */
const MOST_PEAK_MB = 600;

test("a call with a far too large answer ends in time, in limited memory, and leaves nothing behind", {
  skip: skipWithout("adb"),
}, async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form", route: "real adb" });
  product.phone.putSetting("global", "stay_on_while_plugged_in", "7");
  await using served = new Served(product);
  await served.server.initialize();
  await served.call("observe", { image: true });
  const before = served.usage;
  for (const { what, tool, rule, xml, says } of HUGE) {
    const restore = withTree(product, xml?.() ?? null);
    product.device.faults.set(rule ? [rule] : []);
    const { text, ms } = await served.call(tool);
    product.device.faults.clear();
    restore();
    assert.match(text.slice(0, 4000), says, what);
    assert.ok(ms < WITHIN_MS, `${what}: ${ms} ms`);
    assert.ok(text.length < 60_000, `${what} was answered in ${text.length} characters`);
    const next = await served.call("observe", { full: true });
    assert.match(next.text, /Create account/, `the call after ${what}`);
  }
  await pollUntil(
    () => (product.device.log.counts.openServices === 0 ? true : undefined),
    5,
    AbortSignal.timeout(60_000),
  );
  const { sockets, children, peakMb } = served.usage;
  assert.equal(children, 0);
  assert.ok(sockets <= before.sockets, `${sockets} sockets, ${before.sockets} before`);
  assert.ok(peakMb - before.rssMb < MOST_PEAK_MB, `${peakMb} MB at most, ${before.rssMb} MB before`);
});
