import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, type TestContext, test } from "node:test";

type Hook = () => void | Promise<void>;

/** The functions of node:test for tests that need programs of the host. */
export interface NeedyTests {
  readonly test: (name: string, run: (context: TestContext) => void | Promise<void>) => void;
  readonly before: (run: Hook) => void;
  readonly after: (run: Hook) => void;
}

/**
 * Tests that need programs of the host. If a program is missing, each test is skipped with a reason; with
 * FOVEA_TEST_ALL (as in CI) it runs and fails.
 */
export function needsPrograms(...programs: readonly string[]): NeedyTests {
  const skip = skipWithout(...programs);
  return {
    test: (name, run) => void test(name, { skip }, run),
    before: (run) => void (skip || before(run)),
    after: (run) => void (skip || after(run)),
  };
}

/** The `skip` option of such tests and suites. */
export function skipWithout(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isInstalled(program));
  return missing.length > 0 && !process.env["FOVEA_TEST_ALL"] ? `not installed: ${missing.join(", ")}` : false;
}

function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
