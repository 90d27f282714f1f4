import { createHash, randomBytes } from "node:crypto";

/** A random name of 192 bits, which nobody can guess. */
export function newLeaseName(): string {
  return `lease:${randomBytes(24).toString("base64url")}`;
}

/** The hash that the fabric stores instead of a name; the name cannot be found from it. */
export function hashOfName(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
