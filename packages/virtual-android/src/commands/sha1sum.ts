import { checksum } from "../toybox/checksum.js";

/** SHA-1 checksums of files. */
export const sha1sum = checksum("sha1sum", "sha1");
