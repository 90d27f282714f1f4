import { checksum } from "../toybox/checksum.js";

export const sha1sum = checksum("sha1sum", "sha1");
