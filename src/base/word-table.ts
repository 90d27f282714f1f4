/**
 * What a table says of a word from outside; undefined if it has no line for it. Every object knows `constructor` and
 * `__proto__` besides: a table that is indexed by itself gives functions for them.
 */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
