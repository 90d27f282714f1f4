import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const modules = join(HERE, "node_modules");

/** Icon fonts with open licences: the style sheet with the names of glyphs, the font, and whether it is held out. */
const ICON_FONTS = [
  {
    family: "mdi",
    css: "@mdi/font/css/materialdesignicons.css",
    font: "@mdi/font/fonts/materialdesignicons-webfont.woff2",
    group: "train",
  },
  {
    family: "tabler",
    css: "@tabler/icons-webfont/dist/tabler-icons.css",
    font: "@tabler/icons-webfont/dist/fonts/tabler-icons.woff2",
    group: "train",
  },
  {
    family: "tabler-filled",
    css: "@tabler/icons-webfont/dist/tabler-icons-filled.css",
    font: "@tabler/icons-webfont/dist/fonts/tabler-icons-filled.woff2",
    group: "train",
  },
  {
    family: "bi",
    css: "bootstrap-icons/font/bootstrap-icons.css",
    font: "bootstrap-icons/font/fonts/bootstrap-icons.woff2",
    group: "held",
  },
];
const MATERIAL = ["material-icons", "material-icons-outlined", "material-icons-round", "material-icons-sharp"];

export const TRAIN_KITS = ["plain", "ionic", "material-web", "mui", "framework7"];
export const HELD_KITS = ["vuetify", "onsen"];

function readIcons() {
  const out = { train: [], held: [] };
  for (const { family, css, group } of ICON_FONTS) {
    const found = [
      ...readFileSync(join(modules, css), "utf8").matchAll(/::?before\s*\{\s*content:\s*"\\([0-9a-fA-F]{4,5})"/g),
    ];
    out[group].push({
      family,
      held: group === "held",
      codes: [...new Set(found.map((m) => Number.parseInt(m[1], 16)))],
    });
  }
  const points = [
    ...readFileSync(join(modules, "material-icons/css/_codepoints.scss"), "utf8").matchAll(
      /\b(e[0-9a-f]{3}|f[0-9a-f]{3,4})\b/g,
    ),
  ].map((m) => Number.parseInt(m[1], 16));
  for (const family of MATERIAL) out.train.push({ family, codes: points });
  return out;
}

function fontFaces() {
  const face = (family, path) => `@font-face{font-family:"${family}";src:url(/node_modules/${path}) format("woff2")}`;
  return [
    ...ICON_FONTS.map(({ family, font }) => face(family, font)),
    ...MATERIAL.map((family) => face(family, `material-icons/iconfont/${family}.woff2`)),
    ...["400", "500", "700"].map(
      (w) =>
        `@font-face{font-family:Roboto;font-weight:${w};src:url(/node_modules/@fontsource/roboto/files/roboto-latin-${w}-normal.woff2)}`,
    ),
    ...["400", "700"].map(
      (w) =>
        `@font-face{font-family:"Open Sans";font-weight:${w};src:url(/node_modules/@fontsource/open-sans/files/open-sans-latin-${w}-normal.woff2)}`,
    ),
  ].join("\n");
}

/** Writes `build/KIT.{js,css,html}` for each kit. */
export async function bundle(kits) {
  const out = join(HERE, "build");
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "icons.json"), JSON.stringify(readIcons()));
  writeFileSync(join(out, "fonts.css"), fontFaces());
  await build({
    entryPoints: kits.map((kit) => join(HERE, "kits", `${kit}.mjs`)),
    outdir: out,
    bundle: true,
    format: "iife",
    minify: true,
    target: "es2022",
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env": "{}",
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    loader: { ".woff": "empty", ".woff2": "empty", ".ttf": "empty", ".eot": "empty", ".svg": "empty" },
    logLevel: "error",
  });
  for (const kit of kits) {
    const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="stylesheet" href="/build/${kit}.css"><link rel="stylesheet" href="/build/fonts.css"><style>*{pointer-events:auto!important;transition:none!important;animation:none!important;caret-color:transparent}body{margin:0;overflow:hidden}</style><body class="md"><script src="/build/${kit}.js"></script>`;
    writeFileSync(join(out, `${kit}.html`), page);
  }
}
