import { readFileSync } from "node:fs";
import { decodeText } from "../../src/observe/parse/text.js";
import { droidBotTree } from "./droidbot.js";
import { writeDump } from "./ui-tree.js";

/** A dump of uiautomator's, or a DroidBot state (JSON) as uiautomator would have written it. */
export function readTree(path: string): string {
  if (!path.endsWith(".json")) return decodeText(readFileSync(path));
  const tree = droidBotTree(readFileSync(path, "utf8"));
  return writeDump([tree], { singleQuotes: false, beyondAscii: "raw", pretty: false });
}
