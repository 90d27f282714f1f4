// A reporter of node:test that gives the files in which a test failed, one in each line, as paths of compiled tests.
import { relative } from "node:path";

// biome-ignore lint/style/noDefaultExport: node:test takes the default export of a reporter.
export default async function* failedFiles(events) {
  const told = new Set();
  for await (const { type, data } of events) {
    if (type !== "test:fail") continue;
    // A file that ends before its tests do fails by its own name.
    const path = relative(process.cwd(), data.file ?? data.name);
    const file = path.replace(/^test\b/, "dist/test").replace(/ts$/, "js");
    if (told.has(file)) continue;
    told.add(file);
    yield `${file}\n`;
  }
}
