import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutBrowser } from "../../support/chromium.js";
import { useCompanions } from "../../support/companion-ways.js";
import { type Driven, drive, refIn } from "../../support/drive.js";
import { type ServedPage, servePage } from "../../support/served-page.js";
import { behindSocket, pidOf, WEB_APP, type WebApp, webApp } from "../../support/webview-app.js";

// Debian's Chromium behind the DevTools socket of an app of the virtual phone, as its WebView would be.

const skip = skipWithoutBrowser();

const HTML = `<!doctype html><html><head><meta name="viewport" content="width=device-width"><title>Shop</title></head><body style="margin:8px">
<h1>Basket</h1>
<p>Two things, <b>one</b> of them is blue.</p>
<form><input name="firstChild"><input name="childNodes">
<label for="mail">Email</label><input id="mail" placeholder="you@example.org" value="me@example.org">
<input id="code" placeholder="Voucher"><input type="password" aria-label="PIN" value="1234">
<input type="checkbox" id="terms" checked><label for="terms">I agree</label>
<select aria-label="Country"><option>Sweden</option><option>Norway</option></select></form>
<button id="buy" onclick="document.getElementById('state').textContent = 'Bought ' + ++count">Buy now</button>
<button disabled>Sold out</button>
<p id="state">Nothing bought</p>
<a href="#more">Read <i>more</i></a>
<div id="host"></div><iframe style="border:2px solid; width:200px; height:60px" srcdoc="<button>In a frame</button>"></iframe>
<div style="position:relative"><button>Under</button><div style="position:absolute;inset:0;background:red">Over</div></div>
<p style="display:none">Hidden words</p><div style="height:3000px"></div><p>Far below</p>
<script>var count = 0; document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<button>In a shadow</button>";
Element.prototype.getAttribute = () => "forged"; JSON.stringify = () => "forged";</script></body></html>`;

/** Converts CSS pixels to those of the WebView: its width is that of the screen. */
const SCALE = 540 / 360;

interface Shown extends AsyncDisposable {
  readonly driven: Driven;
  readonly page: ServedPage;
  readonly app: WebApp;
}

async function show(html: string, more: Parameters<typeof drive>[0] = {}): Promise<Shown> {
  const app = webApp();
  const config = { webview: true, ...more.config };
  const driven = await drive({ app: WEB_APP, moreApps: () => [app.make()], ...more, config });
  const view = driven.phone.hooks.placed().find((one) => one.view.className === "android.webkit.WebView");
  assert.ok(view);
  const page = await servePage(html, 360, Math.round((view.rect.bottom - view.rect.top) / SCALE));
  behindSocket(driven.product, `webview_devtools_remote_${pidOf(driven.product, WEB_APP)}`, page.port);
  return {
    driven,
    page,
    app,
    [Symbol.asyncDispose]: async () => {
      await page[Symbol.asyncDispose]();
      await driven[Symbol.asyncDispose]();
    },
  };
}

test("elements of a web page are in the outline with role, text, value and state, and can be tapped", {
  skip,
}, async () => {
  await using shown = await show(HTML);
  const { driven, page, app } = shown;
  const clicks: Promise<void>[] = [];
  app.onTouch = (x, y) => void clicks.push(page.click(x / SCALE, y / SCALE));
  const text = await driven.did("observe");
  assert.match(text, /web scrollable .contents: source webview.\n {2}e\d+ "Basket"/);
  assert.match(text, /"Two things, one of them is blue\."/);
  assert.match(text, /field "Email" "you@example\.org" = "me@example\.org"/);
  assert.match(text, /field "Voucher"$/m);
  assert.match(text, /field "PIN".*password/);
  assert.doesNotMatch(text, /1234|forged|Hidden words|Far below|"Under"|"one"|text "Email"|seen only/);
  assert.match(text, /checkbox "I agree".*checked/);
  assert.match(text, /dropdown "Country" "Sweden"/);
  assert.match(text, /button "Sold out".*disabled/);
  assert.match(text, /"Read more"/);
  assert.match(text, /button "In a frame"/);
  assert.match(text, /button "In a shadow"/);
  assert.match(text, /"Over"/);
  const buy = await driven.did("tap", { target: refIn(text, /button "Buy now"/) });
  await Promise.all(clicks);
  assert.equal(await page.evaluate("document.getElementById('state').textContent"), "Bought 1");
  assert.match(buy, /tapped/);
  assert.match(await driven.did("find", { query: '"Bought 1"' }), /Bought 1/);
  const frame = refIn(await driven.did("observe", { full: true }), /"In a frame"/);
  await page.evaluate(
    "document.querySelector('iframe').contentDocument.querySelector('button').onclick = () => { window.framed = true }",
  );
  await driven.did("tap", { target: frame });
  await Promise.all(clicks);
  assert.equal(await page.evaluate("window.framed"), true);
});

test("with the companion the same web elements are there, and taps through it reach them", { skip }, async () => {
  await using shown = await show(HTML, { onDevice: "enabled", link: useCompanions() });
  const { driven, page, app } = shown;
  const clicks: Promise<void>[] = [];
  app.onTouch = (x, y) => void clicks.push(page.click(x / SCALE, y / SCALE));
  await driven.did("wait_for", { condition: '"Buy now"', timeout_ms: 20_000 });
  await driven.did("tap", { target: '"Buy now"' });
  await driven.did("tap", { target: '"Close"' });
  await Promise.all(clicks);
  assert.equal(await page.evaluate("document.getElementById('state').textContent"), "Bought 1");
});

test("a large web page, and one whose script never ends, cost an observation a limited time", {
  skip,
}, async () => {
  const rows = (count: number) => `<body>${"<p>row</p>".repeat(count)}</body>`;
  await using larger = await show(rows(100_000));
  // On a busy host the time for it may be over first.
  const cut = await larger.driven.did("observe");
  assert.match(cut, /TRUNCATED.*page|! WEBVIEW_UNREAD/);
  assert.match(cut, /"Close"/);
  await using large = await show(rows(20_000));
  const text = await large.driven.did("observe");
  assert.match(text, /TRUNCATED.*page/);
  assert.match(text, /"row"/);
  assert.match(text, /"Close"/);
  await large.page.evaluate("setTimeout(() => { for (;;); }, 0)");
  const stuck = await large.driven.did("observe", { full: true });
  assert.match(stuck, /! TIMEOUT .*webview|WEBVIEW_UNREAD/);
  assert.match(stuck, /"Close"/);
});
