import { checksum } from "../toybox/checksum.js";

/** SHA-256 checksums of files. */
export const sha256sum = checksum("sha256sum", "sha256");
