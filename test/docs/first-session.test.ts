import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FIRST_SESSION_PAGE, firstSession, sessionOf } from "../support/first-session.js";

/** Which numbers refs and observations get depends on how often the screen was read in between. */
function withoutNumbers(session: string): string {
  return session.replaceAll(/\b([eo])\d+\b/g, "$1N");
}

test("docs/first-session.md shows the exact answers that an agent gets", async () => {
  const page = sessionOf(readFileSync(FIRST_SESSION_PAGE, "utf8"));
  assert.equal(withoutNumbers(page), withoutNumbers(await firstSession()), "node scripts/first-session.mjs writes it");
});
