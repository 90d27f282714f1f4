import { Readable, Writable } from "node:stream";
import { OPTIONS } from "../base/config.js";
import {
  type Command,
  type CommandCall,
  noneOf,
  type OwnFlags,
  readCommandLine,
  requirePositional,
} from "./command.js";
import type { Program } from "./command-entry.js";
import { EXIT, printText } from "./output.js";
import type { Terminal } from "./terminal.js";

const USAGE = `fovea completion bash|zsh|fish: prints the completion script for a shell

  bash  in ~/.bashrc: source <(fovea completion bash)
  zsh   in ~/.zshrc, below compinit: source <(fovea completion zsh)
  fish  fovea completion fish > ~/.config/fish/completions/fovea.fish`;

/** One command with its own flags. */
interface Described {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly string[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Described[]) => string>> = { bash, zsh, fish };

/** Prints the completion script for a shell, made from the tables that the commands themselves use. */
export function completion(program: Program): Command {
  return async (call) => {
    const { terminal, positionals, flags } = readCommandLine(call, { help: { type: "boolean" } }, 1);
    if (flags["help"]) {
      printText(terminal, USAGE);
      return EXIT.done;
    }
    const name = requirePositional(positionals, 0, "the shell (bash, zsh or fish)");
    const script = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
    if (!script) throw noneOf(name, Object.keys(SHELLS));
    printText(terminal, script(await describeAll(program, call)));
    return EXIT.done;
  };
}

async function describeAll(program: Program, call: CommandCall): Promise<readonly Described[]> {
  return await Promise.all(
    Object.entries(program.commands).map(async ([name, { about, load }]) => ({
      name,
      about,
      flags: await flagsOf(await load(program), call),
    })),
  );
}

/** The flags that a command reads besides the shared options; the command does nothing else. */
async function flagsOf(command: Command, { worded }: CommandCall): Promise<readonly string[]> {
  let own: OwnFlags = {};
  const onFlags = (flags: OwnFlags) => {
    own = flags;
  };
  await command({ words: [], terminal: NO_TERMINAL, worded, onFlags }, new AbortController().signal).catch(() => {});
  return Object.keys(own).map((flag) => `--${flag}`);
}

/** A terminal without input that discards all output. */
const NO_TERMINAL: Terminal = {
  input: Readable.from([]),
  output: new Writable({ write: (_chunk, _encoding, done) => done() }),
  errors: new Writable({ write: (_chunk, _encoding, done) => done() }),
  isInteractive: false,
  isPiped: false,
  env: {},
};

const SHARED = OPTIONS.map(({ flag }) => flag);

function bash(commands: readonly Described[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) own="${flags.join(" ")}" ;;`);
  return `# Completion of fovea for bash.
_fovea() {
  local word=\${COMP_WORDS[COMP_CWORD]} command="" own="" at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case " ${commands.map(({ name }) => name).join(" ")} " in
      *" \${COMP_WORDS[at]} "*) command=\${COMP_WORDS[at]}; break ;;
    esac
  done
  case "$command" in
${cases.join("\n")}
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$own ${SHARED.join(" ")}" -- "$word")
  elif [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word")
  fi
}
complete -o default -F _fovea fovea`;
}

function zsh(commands: readonly Described[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) own=(${flags.join(" ")}) ;;`);
  const names = commands.map(({ name, about }) => `    ${quoted(`${name}:${about.replaceAll(":", "\\:")}`)}`);
  return `#compdef fovea
# Completion of fovea for zsh.
_fovea() {
  local -a commands own shared
  local word
  commands=(
${names.join("\n")}
  )
  shared=(${SHARED.join(" ")})
  for word in \${words[2,CURRENT-1]}; do
    case $word in
${cases.join("\n")}
    *) continue ;;
    esac
    if [[ $PREFIX == -* ]]; then compadd -- $own $shared; else _files; fi
    return
  done
  if [[ $PREFIX == -* ]]; then compadd -- $shared; else _describe command commands; fi
}
compdef _fovea fovea`;
}

function fish(commands: readonly Described[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, about, flags }) => [
    `complete -c fovea -f -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${quoted(about)}`,
    ...flags.map((flag) => `complete -c fovea -n "__fish_seen_subcommand_from ${name}" -l ${flag.slice(2)}`),
  ]);
  const shared = OPTIONS.map(
    ({ flag, type }) => `complete -c fovea -l ${flag.slice(2)}${type === "boolean" ? "" : " -r"}`,
  );
  return ["# Completion of fovea for fish.", ...lines, ...shared].join("\n");
}

/** Quotes for zsh and fish: in single quotes only these two characters have a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
