import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { requireAllowedUrl } from "../../src/actions/verbs/open-url.js";
import { readConfig } from "../../src/base/config.js";
import { FoveaError } from "../../src/base/errors.js";
import { fuzz } from "../support/fuzz.js";
import { riskyText } from "../support/hostile-text.js";

const DEFAULT = readConfig({}, {}).allowUrlSchemes;

/** The address that would be opened, or the code of its refusal. */
function opened(url: string, allowed: readonly string[] = DEFAULT): string {
  try {
    return requireAllowedUrl(url, allowed);
  } catch (error) {
    assert.ok(error instanceof FoveaError, String(error));
    return error.code;
  }
}

test("only http and https are allowed by default", () => {
  assert.deepEqual(DEFAULT, ["http", "https"]);
});

const REFUSED = [
  "tel:112",
  "sms:1",
  "smsto:1",
  "mms:1",
  "geo:0,0",
  "mailto:a@b.c",
  "market://details?id=x",
  "file:///sdcard/a",
]
  .concat(["content://sms/inbox", "intent:#Intent;component=com.x/.Y;end", "intent://a#Intent;scheme=https;end"])
  .concat(["android-app://com.x/https/a", "javascript:alert(1)", "data:text/html,x", "blob:https://a/b", "about:blank"])
  .concat([
    "view-source:https://a",
    "app://x",
    "ftp://a/b",
    "ws://a/b",
    "package:com.x",
    "chrome://flags",
    "x-https://a",
  ]);
/** How a scheme can be written for a reader who looks at the first letters, or for one who strips. */
const SPELLINGS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.toUpperCase(),
  (url) => ` \t\n${url}`,
  (url) => `\u0000\u0001\u001f${url}`,
  (url) => url.replace(":", "\t:"),
  (url) => `${url.slice(0, 2)}\t${url.slice(2)}`,
  (url) => `${url.slice(0, 2)}\r\n${url.slice(2)}`,
  (url) => `\ufeff${url}`,
  (url) => `\u200b${url}`,
  (url) => `\u202e${url}`,
  (url) => `${url}#https://example.org`,
  (url) => `${url}\u0000https://`,
];

for (const url of REFUSED) {
  test(`${url.split(":")[0]}: addresses are refused in every spelling`, () => {
    for (const spelling of SPELLINGS) {
      assert.match(opened(spelling(url)), /^(?:URL_NOT_ALLOWED|INVALID_ARGUMENT)$/, JSON.stringify(spelling(url)));
    }
  });
}

test("an allowed address is opened as the URL parser spells it, so that no other program reads it differently", () => {
  assert.equal(opened("HTTPS://EXAMPLE.org"), "https://example.org/");
  assert.equal(opened("ht\ttps://example.org/a\nb"), "https://example.org/ab");
  assert.equal(opened(" https:\\\\example.org\\a"), "https://example.org/a");
  assert.equal(opened("https:example.org"), "https://example.org/");
  // Letters of other scripts that resemble Latin ones show as what they are.
  assert.match(opened("https://ex\u0430mple.org/"), /^https:\/\/xn--/);
  // What stands before the @ is not a host: the address names the host that is asked.
  assert.equal(new URL(opened("https://bank.example@evil.example/")).host, "evil.example");
  assert.equal(opened("https://a/\u202ecod"), "https://a/%E2%80%AEcod");
  assert.equal(opened("https://a/b c'$(x)`y`"), "https://a/b%20c'$(x)%60y%60");
});

test("any opened address has an allowed scheme and no space, control or invisible character", () => {
  const scheme = fc.constantFrom("https:", "http:", "HTTP:", "intent:", "javascript:", "h\tttps:", "content:", "");
  const address = fc.tuple(riskyText, scheme, fc.constantFrom("//", "", "\\\\"), riskyText);
  const property = fc.property(address, ([before, name, slashes, rest]) => {
    for (const url of [`${name}${slashes}${rest}`, `${before}${name}${slashes}${rest}`]) {
      const result = opened(url);
      if (result === "URL_NOT_ALLOWED" || result === "INVALID_ARGUMENT") continue;
      assert.match(result, /^https?:\/\/[!-~]+$/, JSON.stringify(url));
    }
  });
  fc.assert(property, fuzz(2_000));
});

test("a scheme that the user allows is matched by its whole name", () => {
  assert.equal(opened("geo:1,2", ["geo"]), "geo:1,2");
  assert.equal(opened("geox:1,2", ["geo"]), "URL_NOT_ALLOWED");
  assert.equal(opened("https://a/", ["geo"]), "URL_NOT_ALLOWED");
  assert.equal(opened("constructor:x", ["https"]), "URL_NOT_ALLOWED");
});
