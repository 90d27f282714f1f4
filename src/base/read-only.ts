import { FoveaError } from "./errors.js";

/** Called before anything changes a device. `what` names the action, for example `tap`. Errors: READ_ONLY. */
export function requireActing(what: string, { readOnly }: { readonly readOnly: boolean }): void {
  if (readOnly) throw new FoveaError("READ_ONLY", `${what} acts, and --read-only allows only observing`);
}
