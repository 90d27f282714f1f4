// Writes the conversation of docs/first-session.md as the server answers now; run it after `npm run build` where an answer is
// worded otherwise than there. test/docs/first-session.test.ts says when.
import { readFileSync, writeFileSync } from "node:fs";

const { FIRST_SESSION_PAGE, firstSession, withSession } = await import("../dist/test/support/first-session.js");
writeFileSync(FIRST_SESSION_PAGE, withSession(readFileSync(FIRST_SESSION_PAGE, "utf8"), await firstSession()));
