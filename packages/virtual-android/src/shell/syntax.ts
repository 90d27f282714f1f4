/** A part of a word. `isQuoted`: no splitting and no globbing. */
export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly isQuoted: boolean }
  /** An unquoted `~` at the start. */
  | { readonly kind: "home" }
  | ParameterPart
  | { readonly kind: "command"; readonly commands: List; readonly isQuoted: boolean }
  | { readonly kind: "arithmetic"; readonly expression: Word; readonly isQuoted: boolean }
  /** An invalid `${…}`: an error when the shell reaches it. */
  | { readonly kind: "bad"; readonly text: string };

/** `$name` or `${name…}`. */
export interface ParameterPart {
  readonly kind: "parameter";
  /** A variable, digits, or one of `@ * # ? - $ ! 0`. */
  readonly name: string;
  /** The operator after the name, for example `:-`, `##` or `//`; "length" for `${#name}`; null for none. */
  readonly operator: string | null;
  /** The operand of the operator; for `:` the offset, for a replacement the pattern. */
  readonly word: Word;
  /** The length for `:`, or the replacement. */
  readonly secondWord: Word | null;
  readonly isQuoted: boolean;
}

/** One word before expansion. */
export type Word = readonly WordPart[];

/** `NAME=value` or `NAME+=value`. */
export interface Assignment {
  readonly name: string;
  readonly isAppending: boolean;
  readonly value: Word;
}

/** One redirection. */
export interface Redirect {
  /** Null for the operator's default descriptor. */
  readonly descriptor: number | null;
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "<<" | "<<-" | "<<<" | "&>";
  /** The path, the descriptor or the string; for a here-document the body. */
  readonly target: Word;
}

/** A command of assignments, words and redirections. */
export interface SimpleCommand {
  readonly kind: "simple";
  readonly line: number;
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

/** One branch of `case`. */
export interface CaseItem {
  readonly patterns: readonly Word[];
  readonly body: List;
  /** `;&`: continues with the body of the next item. */
  readonly fallsThrough: boolean;
}

/** A compound command without its redirections. */
export type CompoundBody =
  | { readonly kind: "group"; readonly body: List }
  | { readonly kind: "subshell"; readonly body: List }
  | { readonly kind: "if"; readonly branches: readonly IfBranch[]; readonly otherwise: List | null }
  | { readonly kind: "while"; readonly isUntil: boolean; readonly condition: List; readonly body: List }
  /** `words` is null for a loop over the positional parameters. */
  | { readonly kind: "for"; readonly name: string; readonly words: readonly Word[] | null; readonly body: List }
  | { readonly kind: "case"; readonly subject: Word; readonly items: readonly CaseItem[] }
  | { readonly kind: "arithmetic"; readonly expression: Word }
  | { readonly kind: "condition"; readonly words: readonly Word[] };

/** A command that contains other commands, or an expression. */
export type CompoundCommand = CompoundBody & { readonly redirects: readonly Redirect[]; readonly line: number };

/** `if` or `elif` with its `then`. */
export interface IfBranch {
  readonly condition: List;
  readonly body: List;
}

/** `name() body` */
export interface FunctionDefinition {
  readonly kind: "function";
  readonly name: string;
  readonly body: Command;
}

/** One stage of a pipeline. */
export type Command = SimpleCommand | CompoundCommand | FunctionDefinition;

/** Commands joined by `|`. */
export interface Pipeline {
  /** `time`: prints the elapsed time on stderr. */
  readonly isTimed: boolean;
  readonly isNegated: boolean;
  readonly commands: readonly Command[];
}

/** Pipelines joined by `&&` and `||`. */
export interface AndOr {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: "&&" | "||"; readonly pipeline: Pipeline }[];
  readonly isBackground: boolean;
}

/** Commands one after another. */
export type List = readonly AndOr[];
