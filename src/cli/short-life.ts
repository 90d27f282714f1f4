import { setFlagsFromString } from "node:v8";

/** Commands that are one call, and over with its answer. */
const ONE_CALL: ReadonlySet<string> = new Set([
  ...["devices", "observe", "find", "tap", "swipe", "type", "press", "open", "install", "clear", "uninstall"],
  ...["act", "batch", "verify", "wait"],
]);

/**
 * For a process that is over in a second, what pays in longer ones only costs: the space of young objects stays as
 * small as it begins, since 16 MB of new memory cost more than looking a few times for what is still in use; code that
 * runs often is compiled by the quick optimizing compiler alone, since the thorough one takes 5 MB and pays off in
 * seconds; and schemas are read as they are, since compiling one takes as long as reading with it ten times.
 */
export async function expectShortLife(command: string | undefined): Promise<void> {
  if (command === undefined || !ONE_CALL.has(command)) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--no-opt");
  const { readSchemasAsTheyAre } = await import("./schemas-as-they-are.js");
  readSchemasAsTheyAre();
}
