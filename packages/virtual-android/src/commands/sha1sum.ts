import { checksum } from "../toybox/checksum.js";

/** Digests. */
export const sha1sum = checksum("sha1sum", "sha1");
