// Loaded by linear-pattern.ts when the first pattern is used, not before: it takes 3 MB.
export { RE2JS } from "re2js";
