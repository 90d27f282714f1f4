import { checksum } from "../toybox/checksum.js";

/** Digests. */
export const sha256sum = checksum("sha256sum", "sha256");
