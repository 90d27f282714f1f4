/** How many processes an adb service starts on the device: 0 for one that adbd serves itself (sync, sockets). */
export function deviceProcessesOf(service: string): number {
  const script = /^(?:shell|exec)[^:]*:([\s\S]*)$/.exec(service)?.[1];
  return script === undefined ? 0 : processesOfScript(script);
}

/**
 * How many processes a script of the device's shell starts: the shell and the programs that it names. What those start
 * one after another, nobody here can know.
 */
export function processesOfScript(script: string): number {
  const commands = simpleCommands(script);
  const started = commands.reduce((sum, { words }) => sum + processesOf(words), 0);
  return isReplaced(commands) ? started : started + 1;
}

/** The last thing that the shell itself does is `exec PROGRAM`: the program takes its place. */
function isReplaced(commands: readonly SimpleCommand[]): boolean {
  const last = commands.at(-1);
  return last?.words[0] === "exec" && last.words.length > 1 && /^(?:;|\n|&&|\|\|)?$/.test(last.after);
}

// What mksh runs without its own process; its printf is toybox's, its echo is built in.
const BUILTINS: ReadonlySet<string> = new Set(
  ": . [ [[ break builtin cd command continue echo eval exit export false kill print pwd read return set shift test trap true ulimit umask unset wait".split(
    " ",
  ),
);

/** `case $(`, ` in PATTERN)`, `esac`: parts of a choice, the patterns of which begin with an asterisk. */
const OF_CASE = /^(?:case|in|esac|\*.*)$/s;

function processesOf(words: readonly string[]): number {
  const [first, ...rest] = words;
  if (first === "exec") return rest.length === 0 ? 0 : 1 + Number(rest[0] === "timeout");
  if (first === undefined || BUILTINS.has(first) || OF_CASE.test(first)) return 0;
  return first === "timeout" ? 2 : 1;
}

interface SimpleCommand {
  /** Quotes are taken off, expansions are left as they stand. */
  readonly words: string[];
  /** The operator or bracket before it; empty for the first one. */
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

// A redirection (with its file), an end of a command, or a word of plain and quoted pieces.
const TOKEN =
  /\d*(?:>>?|<)(?:&\d|\s*[^\s;|&<>]+)|(?<end>&&|\|\||[;|&\n(){}])|(?<word>(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s;|&<>'"\\(){}])+)/g;

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) => {
    return single ?? double ?? escaped;
  });
}
