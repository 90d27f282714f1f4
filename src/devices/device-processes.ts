/** How many processes an adb service starts on the device: 0 for one that adbd serves itself (sync, sockets). */
export function deviceProcessesOf(service: string): number {
  const script = /^(?:shell|exec)[^:]*:([\s\S]*)$/.exec(service)?.[1];
  return script === undefined ? 0 : processesOfScript(script);
}

/**
 * How many processes a script in the device's shell starts: the shell and the programs that the script names. Processes
 * that those start themselves are unknown here.
 */
export function processesOfScript(script: string): number {
  const commands = simpleCommands(script);
  const started = commands.reduce((sum, { words }) => sum + processesOf(words), 0);
  return isReplaced(commands) ? started : started + 1;
}

/** Whether the script ends with `exec PROGRAM`, which replaces the shell's own process. */
function isReplaced(commands: readonly SimpleCommand[]): boolean {
  const last = commands.at(-1);
  return last?.words[0] === "exec" && last.words.length > 1 && /^(?:;|\n|&&|\|\|)?$/.test(last.after);
}

// Commands that mksh runs without a process; `printf` is not among them (it is toybox's), `echo` is.
const BUILTINS: ReadonlySet<string> = new Set(
  ": . [ [[ break builtin cd command continue echo eval exit export false kill print pwd read return set shift test trap true ulimit umask unset wait".split(
    " ",
  ),
);

/** `case $(`, ` in PATTERN)`, `esac`: parts of a case statement, whose patterns begin with an asterisk. */
const OF_CASE = /^(?:case|in|esac|\*.*)$/s;

function processesOf(words: readonly string[]): number {
  const [first, ...rest] = words;
  if (first === "exec") return rest.length === 0 ? 0 : 1 + Number(rest[0] === "timeout");
  if (first === undefined || BUILTINS.has(first) || OF_CASE.test(first)) return 0;
  return first === "timeout" ? 2 : 1;
}

interface SimpleCommand {
  /** The words without quotes; expansions are not replaced. */
  readonly words: string[];
  /** The operator or bracket before it; empty for the first command. */
  readonly after: string;
}

function simpleCommands(script: string): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [{ words: [], after: "" }];
  for (const token of script.matchAll(TOKEN)) {
    const { end, word } = token.groups ?? {};
    if (end !== undefined) commands.push({ words: [], after: end });
    else if (word !== undefined) commands.at(-1)?.words.push(unquote(word));
  }
  return commands.filter(({ words }) => words.length > 0);
}

// A redirection (with its file), the end of a command, or a word of plain and quoted pieces.
const TOKEN =
  /\d*(?:>>?|<)(?:&\d|\s*[^\s;|&<>]+)|(?<end>&&|\|\||[;|&\n(){}])|(?<word>(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s;|&<>'"\\(){}])+)/g;

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) => {
    return single ?? double ?? escaped;
  });
}
