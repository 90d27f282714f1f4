import type { AnyTool } from "../tool-contract/tool.js";

const loaded = new Map<string, AnyTool>();
/** How many calls wait for the code of their tool. */
let waiting = 0;
/** Resolves when the last waiting call has continued. */
let turn: Promise<void> = Promise.resolve();

/**
 * Loads the code of one tool: loading all tools takes longer than the first observation. Waiting calls continue in the
 * order in which they came, each one turn of the event loop after the call before, so that the actions of one client
 * keep their order. Errors: those of `import` for an unknown name.
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

/** The tool `list_apps` is the export `listApps` of `list-apps.ts`, and so on. */
async function load(name: string): Promise<AnyTool | undefined> {
  const file = name.replaceAll("_", "-");
  const tools: Readonly<Record<string, AnyTool | undefined>> = await import(`../tools/${file}.js`);
  return tools[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}
