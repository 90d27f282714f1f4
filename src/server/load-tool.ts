import type { AnyTool } from "../tool-contract/tool.js";

/**
 * One tool, with what it alone needs: all of them take longer to load than the first observation. `list_apps` is
 * `listApps` in `list-apps.ts`, as all are. Errors: where there is no such file.
 */
export async function loadTool(name: string): Promise<AnyTool | undefined> {
  const file = name.replaceAll("_", "-");
  const tools: Readonly<Record<string, AnyTool | undefined>> = await import(`../tools/${file}.js`);
  return tools[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}
