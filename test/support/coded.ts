import assert from "node:assert/strict";
import { FoveaError } from "../../src/base/errors.js";

/** The coded error with which `work` fails; without one the test fails. */
export async function coded(work: Promise<unknown>): Promise<FoveaError> {
  const error: unknown = await work.then(
    (value) => assert.fail(`no error, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FoveaError, String(error));
  return error;
}
