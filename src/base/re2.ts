// What linear-pattern.ts loads when the first pattern is met, and not before: it takes 3 MB.
export { RE2JS } from "re2js";
