import { checksum } from "../toybox/checksum.js";

/** SHA-512 checksums of files. */
export const sha512sum = checksum("sha512sum", "sha512");
