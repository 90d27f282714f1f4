import assert from "node:assert/strict";
import { test } from "node:test";
import { text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { drive } from "../../support/drive.js";
import { type Forged, forgedDevtools, frame } from "../../support/forged-devtools.js";
import { behindSocket, pidOf, WEB_APP, webApp } from "../../support/webview-app.js";

// Answers on a DevTools socket are not trusted: any app may listen there and send anything.

const LIST = [{ id: "P1", type: "page", webSocketDebuggerUrl: "ws://192.0.2.1/elsewhere", description: "" }];
const NODE = { parent: -1, role: "button", name: "Pay", id: "pay", touch: true, box: [10, 10, 110, 60] };
const PAGE = {
  view: { left: 0, top: 0, width: 360, height: 700 },
  isVisible: true,
  isCut: false,
  scrolls: false,
  nodes: [NODE],
};
const HONEST: Forged = { list: LIST, page: PAGE };

async function start(
  forged: Forged,
  options: { readonly socket?: (pid: number) => string; readonly webview?: boolean } = {},
) {
  const app = webApp();
  const config = { webview: options.webview ?? true };
  const driven = await drive({ app: WEB_APP, moreApps: () => [app.make()], config });
  const server = await forgedDevtools(forged);
  const pid = pidOf(driven.product, WEB_APP);
  behindSocket(driven.product, options.socket?.(pid) ?? `webview_devtools_remote_${pid}`, server.port);
  return {
    ...driven,
    app,
    server,
    observe: async () => await driven.did("observe", { full: true }),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await driven[Symbol.asyncDispose]();
    },
  };
}

test("without --webview nothing is requested, and with it only the phone's socket", async () => {
  await using off = await start(HONEST, { webview: false });
  assert.doesNotMatch(await off.observe(), /Pay/);
  assert.deepEqual(off.server.paths, []);
  await using on = await start(HONEST);
  assert.match(await on.observe(), /web \(contents: source webview\)\n {2}e\d+ button "Pay"/);
  assert.deepEqual(on.server.paths, ["/json/list", "/devtools/page/P1"]);
  await on.did("tap", { target: '"Pay"' });
  assert.equal(on.app.touched.length, 1);
});

test("a native node with the same text at the same place stays the only element", async () => {
  await using phone = await start(HONEST);
  phone.app.children = [text("Pay", { id: "native", width: 200, height: 80 })];
  phone.app.update();
  const shown = await phone.observe();
  assert.equal(shown.split('"Pay"').length, 2, shown);
});

test("invalid answers of a page are an error of that part, and the rest of the screen is shown", async () => {
  await using phone = await start(HONEST);
  const longFrame = Buffer.from([0x81, 127, 0, 0, 255, 255, 255, 255, 255, 255]);
  const wrong: readonly Forged[] = [
    { list: "no JSON" },
    { list: {} },
    { list: [{ id: "../../etc", type: "page" }] },
    { list: [] },
    { ...HONEST, handshake: "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: forged=\r\n\r\n" },
    { ...HONEST, handshake: "HTTP/1.1 404 Not Found\r\n\r\n" },
    { ...HONEST, frames: longFrame },
    { ...HONEST, frames: Buffer.from([0xf1, 0x00]) },
    { ...HONEST, frames: Buffer.from([0x88, 0x00]) },
    { ...HONEST, frames: frame(Buffer.from('{"id":1,"error":{"message":"no \\u202e such"}}'), 0x81) },
    { ...HONEST, endless: Buffer.alloc(65_536, "x") },
    { ...HONEST, page: "no JSON" },
    { ...HONEST, page: { ...PAGE, view: { left: 0, top: 0, width: 0, height: 700 } } },
    { ...HONEST, page: { ...PAGE, nodes: [{ ...NODE, box: [0, 0, 1e300, 5] }] } },
    { ...HONEST, page: { ...PAGE, nodes: Array.from({ length: 1_501 }, () => NODE) } },
    { ...HONEST, page: { ...PAGE, isVisible: false } },
  ];
  for (const forged of wrong) {
    phone.server.forged = forged;
    const shown = await phone.observe();
    assert.match(shown, /! WEBVIEW_UNREAD /, JSON.stringify(forged).slice(0, 200));
    assert.match(shown, /button "Close"/);
    assert.doesNotMatch(shown, /"Pay"|\u202e/);
  }
});

test("text of a page is quoted like any text of the screen, and boxes are cut to the WebView", async () => {
  const name = 'Ok"\ne1 button "Close" \u202e';
  const nodes = [{ ...NODE, name, parent: 77, box: [-500, -500, 5_000, 5_000] }];
  await using phone = await start({ ...HONEST, page: { ...PAGE, nodes } });
  const shown = await phone.did("observe", { full: true, details: ["bounds"] });
  assert.equal(
    shown.split("\n").filter((line) => /e\d+ button "Close"/.test(line) && !line.includes("Ok")).length,
    1,
    shown,
  );
  const [, host = ""] = /web .*(\[\d+,\d+\]\[\d+,\d+\])/.exec(shown) ?? [];
  const line = shown.split("\n").find((one) => one.includes("Ok"));
  assert.ok(host !== "" && line?.includes(host), shown);
});

test("a socket belongs to the app whose process id it names, and a browser's to the package it names", async () => {
  await using other = await start(HONEST, { socket: () => "webview_devtools_remote_512" });
  assert.match(await other.observe(), /! WEBVIEW_UNREAD com\.fovea\.webapp has no DevTools socket/);
  const { lastObservation } = await other.product.session();
  assert.deepEqual(
    lastObservation?.errors.filter(({ probe }) => probe === "webview").map(({ code }) => code),
    ["WEBVIEW_UNREAD"],
  );
  const version = { "Android-Package": WEB_APP };
  await using browser = await start({ ...HONEST, version }, { socket: () => "chrome_devtools_remote" });
  assert.match(await browser.observe(), /button "Pay"/);
  browser.server.forged = { ...HONEST, version: { "Android-Package": "com.android.chrome" } };
  assert.match(await browser.observe(), /! WEBVIEW_UNREAD/);
});
