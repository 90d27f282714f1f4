// The words of scripts/guard-words/words.json as the program reads them: a line for each concept,
// `name<tab>words|words`, without languages and sources, spelled as `fold` of src/guard/words.ts spells them.

export function phrasesOf(words) {
  const lines = Object.entries(words).map(([name, languages]) => {
    const phrases = Object.values(languages).flatMap(Object.keys).map(folded);
    return `${name}\t${[...new Set(phrases)].sort().join("|")}`;
  });
  return `${lines.join("\n")}\n`;
}

function folded(words) {
  return words
    .replace(/[\u064b-\u0652\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي")
    .replace(/[’']/g, " ")
    .replace(/ +/g, " ")
    .trim();
}
