import { createHash, randomBytes } from "node:crypto";

/** An unguessable name: 192 random bits. */
export function newLeaseName(): string {
  return `lease:${randomBytes(24).toString("base64url")}`;
}

/** What the fabric keeps of a name, by which nobody can find the name. */
export function hashOfName(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
