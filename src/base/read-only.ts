import { FoveaError } from "./errors.js";

/** For whatever changes a device, before it begins. `what` names it, for example `tap`. Errors: READ_ONLY. */
export function requireActing(what: string, { readOnly }: { readonly readOnly: boolean }): void {
  if (readOnly) throw new FoveaError("READ_ONLY", `${what} acts, and --read-only allows only observing`);
}
