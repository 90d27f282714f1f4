import type { AnyTool } from "../tool-contract/tool.js";

const loaded = new Map<string, AnyTool>();
/** How many calls wait for their tool. */
let waiting = 0;
/** Until the last of them has gone on. */
let turn: Promise<void> = Promise.resolve();

/**
 * One tool, with what it alone needs: all of them take longer to load than the first observation. Calls that wait go on
 * in the order in which they came, each a turn of the event loop behind the one before, as they came in: so actions of
 * one client stay in their order. Errors: where there is no such file.
 */
export async function loadTool(name: string): Promise<AnyTool | undefined> {
  const known = loaded.get(name);
  if (known && waiting === 0) return known;
  waiting += 1;
  const before = turn;
  let goOn = () => {};
  turn = new Promise((resolve) => {
    goOn = resolve;
  });
  try {
    const tool = await load(name);
    await before;
    if (tool) loaded.set(name, tool);
    return tool;
  } finally {
    waiting -= 1;
    setImmediate(goOn);
  }
}

/** `list_apps` is `listApps` in `list-apps.ts`, as all are. */
async function load(name: string): Promise<AnyTool | undefined> {
  const file = name.replaceAll("_", "-");
  const tools: Readonly<Record<string, AnyTool | undefined>> = await import(`../tools/${file}.js`);
  return tools[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}
