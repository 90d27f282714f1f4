/** How many processes an adb service starts on the device: 0 for one that adbd serves itself (sync, sockets). */
export function deviceProcessesOf(service: string): number {
  const script = /^(?:shell|exec)[^:]*:([\s\S]*)$/.exec(service)?.[1];
  return script === undefined ? 0 : processesOfScript(script);
}

/**
 * How many processes a script of the device's shell starts: the shell and the programs that it names. What those start
 * in turn, nobody here can know.
 */
export function processesOfScript(script: string): number {
  const commands = simpleCommands(script);
  const started = commands.reduce((sum, words) => sum + processesOf(words), 0);
  return commands.length === 1 && commands[0]?.[0] === "exec" ? started : started + 1;
}

// What mksh runs without a process of its own; its printf is toybox's, its echo is built in.
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

/** The words of each simple command; quotes are taken off, expansions are left as they stand. */
function simpleCommands(script: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  for (const token of script.matchAll(TOKEN)) {
    if (token.groups?.["end"] !== undefined) {
      if (words.length > 0) commands.push(words);
      words = [];
    } else if (token.groups?.["word"] !== undefined) words.push(unquote(token.groups["word"]));
  }
  if (words.length > 0) commands.push(words);
  return commands;
}

// A redirection (with its file), an end of a command, or a word of plain and quoted pieces.
const TOKEN =
  /\d*(?:>>?|<)(?:&\d|\s*[^\s;|&<>]+)|(?<end>&&|\|\||[;|&\n(){}])|(?<word>(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s;|&<>'"\\(){}])+)/g;

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) => {
    return single ?? double ?? escaped;
  });
}
