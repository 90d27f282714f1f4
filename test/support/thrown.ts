import assert from "node:assert/strict";
import { FoveaError } from "../../src/base/errors.js";

/** The coded error that `work` throws; without one the test fails. */
export function thrown(work: () => unknown): FoveaError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof FoveaError, String(error));
    return error;
  }
  return assert.fail("no error");
}
