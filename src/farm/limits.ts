import { FoveaError } from "../base/errors.js";
import type { AcquireOptions, DeviceFacts, HostInfo } from "./fabric.js";
import type { Need } from "./need.js";
import { asNeed } from "./needs.js";

/** The form of host and tenant names, which are parts of file names and of NATS subjects. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
const LEASE_NAME = /^lease:[A-Za-z0-9_-]{32}$/;
const MOST_PHONES = 100;

/** Errors: INVALID_ARGUMENT. */
export function checkHost(host: HostInfo, devices: readonly DeviceFacts[]): void {
  checkName("a host", host.id);
  for (const tenant of host.tenants ?? []) checkName("a tenant", tenant);
  for (const field of ["serial", "hardwareSerial"] as const) {
    const values = devices.map((device) => device[field]);
    const twice = values.find((value, index) => value === "" || values.indexOf(value) !== index);
    if (twice !== undefined)
      throw wrong(`the ${field} "${twice}" of host ${host.id} is empty or belongs to two phones`);
  }
}

/** Errors: INVALID_ARGUMENT. */
export function checkAcquire(needs: readonly (readonly Need[])[], options: AcquireOptions): void {
  if (needs.length < 1 || needs.length > MOST_PHONES) throw wrong(`1 to ${MOST_PHONES} phones can be acquired at once`);
  for (const need of needs.flat()) asNeed(need);
  checkRange("ttlMs", options.ttlMs, 1_000, 86_400_000);
  checkRange("waitMs", options.waitMs, 0, 3_600_000);
  checkName("a tenant", options.tenant);
}

/** Errors: INVALID_ARGUMENT, which does not repeat the given text: it may be a mistyped secret. */
export function checkLeaseName(name: string): void {
  if (!LEASE_NAME.test(name)) throw wrong("a lease is named `lease:` and 32 characters");
}

/** Errors: INVALID_ARGUMENT. */
export function checkName(what: string, name: string): void {
  if (!NAME.test(name)) throw wrong(`"${name.slice(0, 70)}" cannot name ${what}: letters, digits, - and _, 63 at most`);
}

/** Errors: INVALID_ARGUMENT. */
export function checkRange(what: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw wrong(`${what} is a whole number from ${least} to ${most}, and was ${value}`);
  }
}

function wrong(message: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", message, { hint: "Correct the value, and repeat the call." });
}
