// Writes dist/src/tool-list.json, what `tools/list` shows, made of the tools: a server reads it and loads the tools later.
// Every build does.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const { makeToolList } = await import("../dist/src/server/make-tool-list.js");
writeFileSync(join(import.meta.dirname, "../dist/src/tool-list.json"), `${JSON.stringify(makeToolList())}\n`);
