import { lookUp } from "./word-table.js";

/** Words for problems in a YAML text, by the parser's codes. */
const WORDS: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias (*name) has an anchor or a tag of its own",
  BAD_ALIAS: "an anchor (&name) or an alias (*name) has no name, or names something that does not exist",
  BAD_COLLECTION_TYPE: "a tag does not fit the value after it",
  BAD_DIRECTIVE: "a line that begins with % is not a directive of YAML",
  BAD_DQ_ESCAPE: "a backslash in double quotes is followed by something that it cannot escape",
  BAD_INDENT: "the indentation differs from that of the lines before",
  BAD_PROP_ORDER: "an anchor or a tag has to come after the mark, not before it",
  BAD_SCALAR_START: "a value begins with a character that needs quotes around the value",
  BLOCK_AS_IMPLICIT_KEY: "a list or a map was found in the line of a key, where a single value was expected",
  BLOCK_IN_FLOW: "a list or a map of several lines is inside brackets",
  DUPLICATE_KEY: "a key occurs twice in one map",
  KEY_OVER_1024_CHARS: "a key is longer than 1,024 characters",
  MISSING_CHAR: "a comma, a colon, a dash or a space is missing",
  MULTILINE_IMPLICIT_KEY: "a key goes over several lines, or a colon is missing after it",
  MULTIPLE_ANCHORS: "a value has two anchors",
  MULTIPLE_DOCS: "there are several documents where one was expected",
  MULTIPLE_TAGS: "a value has two tags",
  NON_STRING_KEY: "a key is not a text",
  RESOURCE_EXHAUSTION: "it is nested too deep, or repeats too much by aliases",
  TAB_AS_INDENT: "a line is indented by a tab: use spaces",
  TAG_RESOLVE_FAILED: "a value begins with ! and is not of a known type: put it in quotes if it is a text",
  UNEXPECTED_TOKEN: "YAML does not allow what is written here: there may be a bracket, a comma or a mark too many",
};

/** A problem as the YAML parser reports it. */
export interface YamlProblem {
  readonly code: string;
  readonly message: string;
}

/** The problem in our own words. */
export function yamlWords({ code, message }: YamlProblem): string {
  if (code === "MISSING_CHAR" && message.includes("quote")) return "a quote is not closed";
  if (code === "MISSING_CHAR" && message.startsWith("Implicit")) return "a colon is missing after a key";
  if (code === "MISSING_CHAR" && message.startsWith("Comments")) return "a space is missing before a #";
  if (code === "BAD_INDENT" && message.includes("end with a"))
    return "a bracket is not closed, or the lines within it are not indented";
  return lookUp(WORDS, code) ?? "it is not YAML";
}
