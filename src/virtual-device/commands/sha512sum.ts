import { checksum } from "../toybox/checksum.js";

export const sha512sum = checksum("sha512sum", "sha512");
