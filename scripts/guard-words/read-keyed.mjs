// Texts of programs with a file of keys and texts for each language: JSON, JavaScript modules, PHP.

/** `key: 'text'` in a line of its own, and `Messages["KEY"] = "text"`. */
const OF_MODULE = /^\s*(?:\w+(?:\.\w+)*)?\[?["']?([\w.-]+)["']?\]?(?:: | = )(["'`])(.*)\2[,;]?\s*$/gm;
/** `$labels['key'] = 'text';` */
const OF_PHP = /^\$\w+\['([\w.-]+)'\]\s*=\s*(["'])(.*)\2;/gm;

/** The keys and texts of a file, whose path decides the format. */
export function textsByKey(path, text) {
  if (path.endsWith(".json")) return [...leaves(JSON.parse(text))];
  const form = path.endsWith(".inc") ? OF_PHP : OF_MODULE;
  return [...text.matchAll(form)].map(([, key, , words]) => [key, words.replace(/\\(.)/g, "$1")]);
}

/** The texts in nested objects, with their paths of keys. */
export function* leaves(tree, path = "") {
  for (const [key, value] of Object.entries(tree))
    if (key === "@metadata") continue;
    else if (typeof value === "string") yield [`${path}/${key}`, value];
    else if (typeof value === "object" && value) yield* leaves(value, `${path}/${key}`);
}
