import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder, which is removed when it is disposed of. */
export function tempFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fovea-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
