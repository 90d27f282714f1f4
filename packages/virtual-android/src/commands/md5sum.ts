import { checksum } from "../toybox/checksum.js";

/** Digests. */
export const md5sum = checksum("md5sum", "md5");
