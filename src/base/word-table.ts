/**
 * The table's value for an untrusted word; undefined if it has none. Indexing the table directly would also find
 * `constructor` and `__proto__`, which every object has.
 */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
