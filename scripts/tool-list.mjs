// Writes dist/src/tool-list.json, the answer to `tools/list`, from the tools. A server reads this file at its start and
// loads the tools later. Every build runs this script.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const { makeToolList } = await import("../dist/src/server/make-tool-list.js");
writeFileSync(join(import.meta.dirname, "../dist/src/tool-list.json"), `${JSON.stringify(makeToolList())}\n`);
