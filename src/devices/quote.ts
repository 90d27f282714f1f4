import { FoveaError } from "../base/errors.js";

/**
 * Quotes one argument for the device's shell: the program on the device gets exactly the characters of `value` (as
 * UTF-8). This is the only quoting function of the project. Errors: SHELL_UNQUOTABLE for NUL and lone surrogates, which
 * an argument cannot contain.
 */
export function quote(value: string): string {
  if (value.includes("\0")) throw unquotable(value, "a NUL character", value.indexOf("\0"));
  const lone = loneSurrogateAt(value);
  if (lone >= 0) throw unquotable(value, "a lone surrogate", lone);
  if (PLAIN.test(value)) return value;
  // Between single quotes no character is special in mksh, toybox sh and dash; a single quote itself is put outside.
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/**
 * An argument vector as one shell command; the program's name is also quoted if the shell would read it as something
 * else.
 */
export function quoteArgv(argv: readonly [string, ...string[]]): string {
  const [name, ...args] = argv;
  const command = SHELL_WORDS.has(name) ? `'${name}'` : quote(name);
  return [command, ...args.map(quote)].join(" ");
}

// Without `=` (an assignment), `~` (home), `%` (jobs), and the characters of globs and braces.
const PLAIN = /^[A-Za-z0-9_./:@,+-]+$/;

/**
 * Reserved words, and the aliases that mksh defines (`alias` in R59): without quotes the shell does not run them as
 * programs.
 */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  (
    "if then else elif fi for while until do done case esac in select function time coproc " +
    "autoload functions hash history integer local login nameref nohup r type stop suspend source"
  ).split(" "),
);

function loneSurrogateAt(value: string): number {
  return value.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
}

function unquotable(value: string, what: string, at: number): FoveaError {
  return new FoveaError(
    "SHELL_UNQUOTABLE",
    `${JSON.stringify(value.slice(0, 80))} holds ${what} at position ${at}, which the device's shell cannot take`,
  );
}
