// Reads the texts of Mozilla's language packs: Fluent (`id = text`; attribute lines start with blanks and a dot) and
// properties (`key=text`).

/** Name → text; texts of several lines are left out. */
export function textsOfFluent(source) {
  const texts = new Map();
  let message = "";
  for (const line of source.split("\n")) {
    const [, id, text] = /^([a-z][\w-]*)\s*=\s*(.*)$/i.exec(line) ?? [];
    const [, attribute, of] = /^\s+\.([a-z-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (id !== undefined) {
      message = id;
      if (text !== "") texts.set(id, text);
    } else if (attribute !== undefined && attribute !== "accesskey" && of !== "")
      texts.set(`${message}.${attribute}`, of);
  }
  return texts;
}

/** Name → text. */
export function textsOfProperties(source) {
  const pairs = source.split("\n").map((line) => /^([\w.-]+)\s*=\s*(.*)$/.exec(line));
  return new Map(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}
