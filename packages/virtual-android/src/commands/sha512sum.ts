import { checksum } from "../toybox/checksum.js";

/** Digests. */
export const sha512sum = checksum("sha512sum", "sha512");
