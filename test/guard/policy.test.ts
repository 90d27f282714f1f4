import assert from "node:assert/strict";
import { test } from "node:test";
import { levelFrom, type Policy, type PolicyFacts, readAllowed, readPolicy } from "../../src/guard/policy.js";

function policyOf(text: string): Policy {
  const read = readPolicy(text);
  assert.ok("policy" in read, JSON.stringify(read));
  return read.policy;
}

const SEND: PolicyFacts = { package: "com.example.chat", id: "send_button", labels: ["Send"] };

test("the most specific rule applies, whatever its place: id, then text, package, class", () => {
  const policy = policyOf(`
    allow send  # everywhere
    block all   package=com.example.*
    note  send  package=com.example.chat text=/^Send$/
    confirm all id=send_*
  `);
  assert.equal(levelFrom(policy, "send", SEND), "confirm");
  assert.equal(levelFrom(policy, "send", { ...SEND, id: "other" }), "note");
  assert.equal(levelFrom(policy, "send", { ...SEND, id: null, labels: ["Send now"] }), "block");
  assert.equal(levelFrom(policy, "send", { package: "org.example", id: null, labels: [] }), "allow");
  assert.equal(levelFrom(policy, "delete", { package: "org.example", id: null, labels: [] }), null);
});

test("of equally specific rules the strictest applies, in either order", () => {
  for (const lines of ["allow send\nblock send", "block send\nallow send"])
    assert.equal(levelFrom(policyOf(lines), "send", SEND), "block");
});

test("each error in a policy has its line and its reason", () => {
  const read = readPolicy(
    "allow send\npermit send\nblock sending\nblock send package\nnote send text=/(/\nnote send id=a id=b",
  );
  assert.ok("mistakes" in read);
  const [permit, sending, bare, pattern, twice, ...more] = read.mistakes;
  assert.match(permit ?? "", /^line 2: "permit" is not one of allow, note, confirm, block$/);
  assert.match(sending ?? "", /^line 3: "sending" is not a class: all, send, /);
  assert.match(bare ?? "", /^line 4: package: there is nothing after it$/);
  assert.match(pattern ?? "", /^line 5: text: it is not a regular expression/);
  assert.match(twice ?? "", /^line 6: id is there twice$/);
  assert.deepEqual(more, []);
});

test("a pattern or quote without its end, or with other flags, is an error, not a text that never matches", () => {
  for (const [rule, reason] of [
    ["block delete text=/all drafts", /^line 1: text: \/all drafts is not a pattern/],
    ["block delete text=/all/g", /^line 1: text: \/all\/g is not a pattern/],
    ["block delete id=/all", /^line 1: id: \/all is not a pattern/],
    ['block delete text="all drafts', /^line 1: text: "all drafts has no closing quote$/],
  ] as const) {
    const read = readPolicy(rule);
    assert.match("mistakes" in read ? (read.mistakes[0] ?? "") : "no mistake", reason);
  }
});

test("a text in quotes matches a whole label in any case, and a pattern matches any part of it", () => {
  const policy = policyOf('block delete text="delete all"\nallow delete text=/draft/i');
  assert.equal(levelFrom(policy, "delete", { ...SEND, labels: ["Delete ALL"] }), "block");
  assert.equal(levelFrom(policy, "delete", { ...SEND, labels: ["Delete all drafts"] }), "allow");
});

test("readAllowed accepts a class alone or for one app, and nothing else", () => {
  const rule = readAllowed("send@com.example.chat");
  assert.ok(typeof rule !== "string");
  assert.equal(levelFrom([rule], "send", SEND), "allow");
  assert.equal(levelFrom([rule], "send", { ...SEND, package: "com.example.chatty" }), null);
  assert.match(String(readAllowed("send@com.example@chat")), /two @/);
  assert.match(String(readAllowed("everything")), /^"everything" is not a class/);
});
