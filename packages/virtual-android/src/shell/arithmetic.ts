/** The expression cannot be evaluated. `message` is mksh's text. */
export class ArithmeticError extends Error {}

/** The shell's variables for expressions. */
export interface ArithmeticVariables {
  /** The text of the variable; undefined if it is not set. */
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

type Operator = (left: number, right: number) => number;

/** mksh computes with 32 bits and wraps around, on all devices. */
const OPERATORS: Readonly<Record<string, { readonly level: number; readonly apply: Operator }>> = {
  "||": { level: 1, apply: (a, b) => Number(a !== 0 || b !== 0) },
  "&&": { level: 2, apply: (a, b) => Number(a !== 0 && b !== 0) },
  "|": { level: 3, apply: (a, b) => a | b },
  "^": { level: 4, apply: (a, b) => a ^ b },
  "&": { level: 5, apply: (a, b) => a & b },
  "==": { level: 6, apply: (a, b) => Number(a === b) },
  "!=": { level: 6, apply: (a, b) => Number(a !== b) },
  "<=": { level: 7, apply: (a, b) => Number(a <= b) },
  ">=": { level: 7, apply: (a, b) => Number(a >= b) },
  "<": { level: 7, apply: (a, b) => Number(a < b) },
  ">": { level: 7, apply: (a, b) => Number(a > b) },
  "<<": { level: 8, apply: (a, b) => a << b },
  ">>": { level: 8, apply: (a, b) => a >> b },
  "+": { level: 9, apply: (a, b) => (a + b) | 0 },
  "-": { level: 9, apply: (a, b) => (a - b) | 0 },
  "*": { level: 10, apply: Math.imul },
  "/": { level: 10, apply: (a, b) => Math.trunc(a / b) | 0 },
  "%": { level: 10, apply: (a, b) => (a % b) | 0 },
};

const TOKEN =
  /\s*(?:(\d+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|\d+)|([A-Za-z_]\w*)|(<<=|>>=|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^=!<>]=|[-+*/%&|^<>=!~?:,()]))/y;

/** The deepest nesting of variables whose text is an expression. */
const DEEPEST = 100;

/** Evaluates a C-like expression. Errors: ArithmeticError. */
export function evaluateArithmetic(expression: string, variables: ArithmeticVariables, depth = 0): number {
  if (expression.trim() === "") return 0;
  const parser = new ArithmeticParser(expression, variables, depth);
  const value = parser.comma();
  parser.expectEnd();
  return value;
}

interface Token {
  readonly kind: "number" | "name" | "operator" | "end";
  readonly text: string;
}

class ArithmeticParser {
  readonly #text: string;
  readonly #variables: ArithmeticVariables;
  readonly #depth: number;
  #at = 0;
  #token: Token;
  /** Above 0 the value is not used: nothing is assigned, and a division by zero is not an error. */
  #skipping = 0;

  constructor(text: string, variables: ArithmeticVariables, depth: number) {
    this.#text = text;
    this.#variables = variables;
    this.#depth = depth;
    this.#token = this.#next();
  }

  comma(): number {
    let value = this.#assignment();
    while (this.#take(",")) value = this.#assignment();
    return value;
  }

  expectEnd(): void {
    if (this.#token.kind !== "end") this.#unexpected();
  }

  #assignment(): number {
    if (this.#token.kind !== "name") return this.#conditional();
    const { text: name } = this.#token;
    const before = { at: this.#at, token: this.#token };
    this.#token = this.#next();
    const operator = this.#token.text;
    const isAssignment = this.#token.kind === "operator" && /^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator);
    if (!isAssignment) {
      this.#at = before.at;
      this.#token = before.token;
      return this.#conditional();
    }
    this.#token = this.#next();
    const right = this.#assignment();
    const value = operator === "=" ? right : this.#apply(operator.slice(0, -1), this.#valueOf(name), right);
    return this.#store(name, value);
  }

  #conditional(): number {
    const condition = this.#binary(1);
    if (!this.#take("?")) return condition;
    const first = this.#skippingIf(condition === 0, () => this.#assignment());
    if (!this.#take(":")) this.#unexpected();
    const second = this.#skippingIf(condition !== 0, () => this.#assignment());
    return condition === 0 ? second : first;
  }

  #binary(lowest: number): number {
    let left = this.#unary();
    for (;;) {
      const operator = this.#token.kind === "operator" ? this.#token.text : "";
      const level = OPERATORS[operator]?.level ?? 0;
      if (level < lowest) return left;
      this.#token = this.#next();
      const isDecided = (operator === "&&" && left === 0) || (operator === "||" && left !== 0);
      const right = this.#skippingIf(isDecided, () => this.#binary(level + 1));
      left = this.#apply(operator, left, right);
    }
  }

  #unary(): number {
    for (const sign of ["++", "--"] as const) if (this.#take(sign)) return this.#step(sign, "before");
    if (this.#take("+")) return this.#unary();
    if (this.#take("-")) return -this.#unary() | 0;
    if (this.#take("!")) return Number(this.#unary() === 0);
    if (this.#take("~")) return ~this.#unary();
    return this.#primary();
  }

  #primary(): number {
    const { kind, text } = this.#token;
    if (this.#take("(")) {
      const value = this.comma();
      if (!this.#take(")")) this.#unexpected();
      return value;
    }
    if (kind === "number") {
      this.#token = this.#next();
      return numberOf(text);
    }
    if (kind !== "name") this.#unexpected();
    const following = this.#peekText();
    if (following === "++" || following === "--") return this.#step(following, "after");
    this.#token = this.#next();
    return this.#valueOf(text);
  }

  /** `++x`, `x--`: the current token is the name. */
  #step(sign: "++" | "--", place: "before" | "after"): number {
    if (this.#token.kind !== "name") this.#unexpected();
    const name = this.#token.text;
    this.#token = this.#next();
    if (place === "after") this.#token = this.#next();
    const before = this.#valueOf(name);
    const after = this.#store(name, this.#apply(sign === "++" ? "+" : "-", before, 1));
    return place === "before" ? after : before;
  }

  #apply(operator: string, left: number, right: number): number {
    if ((operator === "/" || operator === "%") && right === 0) {
      if (this.#skipping > 0) return 0;
      throw new ArithmeticError(`${this.#text}: zero divisor`);
    }
    return OPERATORS[operator]?.apply(left, right) ?? 0;
  }

  #valueOf(name: string): number {
    const text = this.#variables.get(name);
    if (text === undefined || text.trim() === "") return 0;
    if (/^\s*-?\d+\s*$/.test(text)) return numberOf(text.trim());
    if (this.#depth >= DEEPEST) throw new ArithmeticError(`${this.#text}: recursive variable`);
    return evaluateArithmetic(text, this.#variables, this.#depth + 1);
  }

  #store(name: string, value: number): number {
    if (this.#skipping === 0) this.#variables.set(name, String(value));
    return value;
  }

  #skippingIf(condition: boolean, work: () => number): number {
    this.#skipping += Number(condition);
    const value = work();
    this.#skipping -= Number(condition);
    return value;
  }

  #take(text: string): boolean {
    if (this.#token.kind !== "operator" || this.#token.text !== text) return false;
    this.#token = this.#next();
    return true;
  }

  #peekText(): string {
    const at = this.#at;
    const { text } = this.#next();
    this.#at = at;
    return text;
  }

  #next(): Token {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) return this.#endToken();
    this.#at = TOKEN.lastIndex;
    const [, number, name, operator] = found;
    if (number !== undefined) return { kind: "number", text: number };
    return name === undefined ? { kind: "operator", text: operator ?? "" } : { kind: "name", text: name };
  }

  #endToken(): Token {
    const rest = this.#text.slice(this.#at).trim();
    if (rest === "") return { kind: "end", text: "end of expression" };
    throw new ArithmeticError(`${this.#text}: unexpected '${rest[0]}'`);
  }

  #unexpected(): never {
    throw new ArithmeticError(`${this.#text}: unexpected '${this.#token.text}'`);
  }
}

/** A decimal number (leading zeros allowed), 0x…, or BASE#DIGITS; wraps around at 32 bits. */
function numberOf(text: string): number {
  const [base, digits] = text.split("#");
  if (digits !== undefined) return Number.parseInt(digits, Number(base)) | 0;
  if (/^0[xX]/.test(text)) return Number.parseInt(text.slice(2), 16) | 0;
  return Number(BigInt.asIntN(32, BigInt(text)));
}
