// The icon sets: the folder of the drawings of each, and the plain words in its file names.
import { readdirSync } from "node:fs";
import { join } from "node:path";

const here = (path) => join(import.meta.dirname, "node_modules", path);

/** Sets are for training unless `use` is given: `tune` is for temperature and threshold, `test` only for measuring. */
export const SETS = [
  set("material", "@material-design-icons/svg", (file) => file.replace(/^.*\//, "")),
  set("mdi", "@mdi/svg/svg"),
  set("tabler", "@tabler/icons/icons", (file) => file.replace(/^.*\//, "")),
  set("lucide", "lucide-static/icons"),
  set("phosphor", "@phosphor-icons/core/assets", (file) =>
    /^(regular|bold|fill|light|duotone)\//.test(file) ? file.replace(/^.*\//, "") : null,
  ),
  set(
    "fluent",
    "@fluentui/svg-icons/icons",
    (file) => /^([a-z_0-9]+?)_24_(regular|filled)\.svg$/.exec(file)?.[1] ?? null,
  ),
  set("heroicons", "heroicons/24", (file) => file.replace(/^.*\//, "")),
  set("feather", "feather-icons/dist/icons"),
  set("remix", "remixicon/icons", (file) => file.replace(/^.*\//, "")),
  set("iconoir", "iconoir/icons", (file) => file.replace(/^.*\//, "")),
  set("boxicons", "boxicons/svg", (file) => file.replace(/^.*\/bxs?l?-/, "")),
  set("ant", "@ant-design/icons-svg/inline-svg", (file) =>
    file.startsWith("twotone") ? null : file.replace(/^.*\//, ""),
  ),
  set("octicons", "@primer/octicons/build/svg", (file) => /^(.*)-24\.svg$/.exec(file)?.[1] ?? null),
  set("eva", "eva-icons", (file) => (/^(fill|outline)\/svg\//.test(file) ? file.replace(/^.*\//, "") : null)),
  { ...set("bootstrap", "bootstrap-icons/icons"), use: "tune" },
  { ...set("ionicons", "ionicons/dist/svg"), use: "test" },
  {
    ...set("carbon", "@carbon/icons/svg", (file) => (file.startsWith("32/") ? file.replace(/^.*\//, "") : null)),
    use: "test",
  },
];

function set(name, folder, wordsOf = (file) => file) {
  return { name, folder, wordsOf, use: "train" };
}

/** Words for the style of an icon, not for its meaning. */
const STYLES = new Set(
  "fill filled outline outlined solid regular bold light thin duotone line sharp round rounded rounded1 baseline twotone".split(
    " ",
  ),
);

/** Every icon of a set: `{ set, use, key, path }`, where `key` is its name in small letters with hyphens. */
export function iconsOf({ name, folder, wordsOf, use }) {
  const files = readdirSync(here(folder), { recursive: true }).map(String).sort();
  return files.flatMap((file) => {
    if (!file.endsWith(".svg")) return [];
    const words = wordsOf(file);
    return words === null ? [] : [{ set: name, use, key: keyOf(words), path: join(here(folder), file) }];
  });
}

function keyOf(words) {
  const parts = words
    .replace(/\.svg$/, "")
    .toLowerCase()
    .split(/[-_\s]+/);
  const isLetter = ["text", "type", "format", "letter"].includes(parts[0]); // "text-bold" is its own icon
  return parts.filter((part, at) => at === 0 || (isLetter && part === "bold") || !STYLES.has(part)).join("-");
}
