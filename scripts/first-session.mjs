// Writes the conversation of docs/first-session.md with the server's present answers. Run it after `npm run build`
// if an answer differs from the page; test/docs/first-session.test.ts fails in that case.
import { readFileSync, writeFileSync } from "node:fs";

const { FIRST_SESSION_PAGE, firstSession, withSession } = await import("../dist/test/support/first-session.js");
writeFileSync(FIRST_SESSION_PAGE, withSession(readFileSync(FIRST_SESSION_PAGE, "utf8"), await firstSession()));
