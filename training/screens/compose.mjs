import { BLOCKS } from "./blocks.mjs";
import { drawMap } from "./pictures.mjs";
import { glyph, make, picture, text } from "./plain-kit.mjs";

const PAGE_BLOCKS = {
  heading: 5,
  list: 9,
  cards: 4,
  carousel: 3,
  icons: 3,
  gallery: 2,
  tabs: 2,
  chips: 3,
  search: 2.5,
  form: 2.5,
  choices: 3,
  sliders: 1.5,
  buttons: 4,
  toolbar: 2.5,
  paragraph: 2.5,
  links: 1,
  banner: 2,
  stats: 1.5,
  profile: 1.5,
  actions: 2,
  stepper: 1,
  segmented: 1,
  picker: 0.5,
  calendar: 0.8,
  empty: 0.7,
};
const SCREENS = {
  page: 62,
  chat: 4,
  player: 5,
  game: 6,
  map: 5,
  keypad: 3,
  login: 5,
  launcher: 4,
  photo: 3,
  editor: 3,
};

const fillScreen = (css, kind) => make("div", `position:absolute;inset:0;${css}`, kind);
const at = (css, children) => make("div", `position:absolute;${css}`, undefined, children);

function page(r, t, kit, root, weights = PAGE_BLOCKS) {
  const see = r.chance(0.08);
  if (see) root.append(at("left:0;right:0;top:0;height:38%", [picture(r, "width:100%;height:100%")]));
  if (r.chance(0.88)) root.append(make("div", "position:relative;flex:none", undefined, [kit.appBar({ see })]));
  if (r.chance(0.15)) root.append(kit.tabs(r.int(2, 5), false));
  if (see) root.append(make("div", `flex:none;height:${r.int(90, 180)}px`));
  const inner = make("div", `margin-top:${r.chance(0.4) ? -r.int(0, 160) : 0}px`);
  const content = make("div", "flex:1;min-height:0;overflow:hidden;position:relative", undefined, [inner]);
  root.append(content);
  const limit = content.clientHeight + 220;
  const end = r.chance(0.12) ? limit * r.real(0.2, 0.8) : limit;
  for (let n = 0; n < 40 && inner.offsetHeight < end; n++) inner.append(BLOCKS[r.weighted(weights)](r, t, kit));
  if (r.chance(0.12))
    root.append(
      make("div", `flex:none;border-top:1px solid ${t.line}`, undefined, [
        BLOCKS[r.pick(["buttons", "toolbar", "actions"])](r, t, kit),
      ]),
    );
  if (r.chance(0.1)) {
    const mini = make(
      "div",
      `flex:none;margin:4px ${r.int(0, 10)}px;display:flex;align-items:center;gap:10px;padding:4px 8px;border-radius:${t.radius}px;background:${t.tonal}`,
      "clickable",
      [
        picture(r, "width:40px;height:40px;border-radius:6px;flex:none"),
        text(t, t.words.phrase(1, 3), 14, "flex:1;white-space:nowrap;overflow:hidden"),
        kit.iconButton({ look: "plain" }),
        kit.iconButton({ look: "plain" }),
      ],
    );
    root.append(mini);
  }
  if (r.chance(0.42)) root.append(kit.tabs(r.int(3, 5), true));
  if (r.chance(0.25))
    content.append(
      at(`${t.rtl ? "left" : r.chance(0.8) ? "right" : "left"}:16px;bottom:${r.int(10, 24)}px`, [
        kit.fab(r.chance(0.3) ? t.words.phrase(1, 2) : ""),
      ]),
    );
}

function game(r, t, _kit, root) {
  root.append(fillScreen("").appendChild(picture(r, "position:absolute;inset:0", "")));
  const style = {
    depth: r.int(0, 8),
    radius: r.pick([4, 12, 20, 60]),
    edge: r.int(0, 5),
    font: r.pick(["Noto Serif", "DejaVu Sans", "Noto Sans Display", "Roboto"]),
  };
  const button = (words, w, h) => {
    const hue = r.int(0, 360);
    const e = make(
      "div",
      `display:flex;align-items:center;justify-content:center;gap:8px;width:${w}px;height:${h}px;border-radius:${style.radius}px;background:linear-gradient(hsl(${hue},80%,${r.int(55, 70)}%),hsl(${hue},85%,${r.int(30, 50)}%));border:${style.edge}px solid hsl(${hue},60%,${r.pick([20, 90])}%);box-shadow:0 ${style.depth}px 0 hsl(${hue},80%,22%);color:#fff;font:800 ${Math.min(h * 0.45, 28)}px "${style.font}";text-shadow:0 2px 2px rgba(0,0,0,.6);box-sizing:border-box;white-space:nowrap;overflow:hidden`,
      words ? "button" : "iconButton",
      [words || glyph(r, t, Math.min(w, h) * 0.6)],
    );
    return e;
  };
  const W = root.clientWidth;
  const H = root.clientHeight;
  if (r.chance(0.6))
    root.append(
      at(`left:0;right:0;top:${H * r.real(0.1, 0.2)}px;text-align:center`, [
        text(
          t,
          t.words.phrase(1, 2).toUpperCase(),
          r.int(28, 44),
          `font-weight:900;color:#fff;-webkit-text-stroke:1px #000;font-family:"${style.font}"`,
        ),
      ]),
    );
  const stack = make(
    "div",
    `position:absolute;left:0;right:0;top:${H * r.real(0.3, 0.55)}px;display:flex;flex-direction:${r.chance(0.75) ? "column" : "row"};align-items:center;justify-content:center;gap:${r.int(10, 26)}px`,
  );
  const w = r.int(110, Math.max(120, W * 0.7));
  const h = r.int(40, 76);
  stack.append(...r.times(r.int(1, 4), () => button(r.chance(0.85) ? t.words.phrase(1, 1).toUpperCase() : "", w, h)));
  root.append(stack);
  if (r.chance(0.3)) {
    stack.remove();
    const n = r.int(3, 6);
    const cell = Math.floor((W - 40) / n);
    root.append(
      at(
        `left:20px;top:${H * 0.28}px;display:grid;grid-template-columns:repeat(${n},${cell}px)`,
        r.times(n * r.int(3, n), (i) =>
          make("div", `padding:${r.int(2, 4)}px;box-sizing:border-box;height:${cell}px`, undefined, [
            r.chance(0.5) ? button(String(i + 1), cell - 8, cell - 8) : button("", cell - 8, cell - 8),
          ]),
        ),
      ),
    );
  }
  for (const corner of [
    "left:12px;top:36px",
    "right:12px;top:36px",
    "left:16px;bottom:40px",
    "right:16px;bottom:40px",
  ]) {
    const s = r.int(34, 64);
    if (r.chance(0.5))
      root.append(
        at(
          `${corner};display:flex;gap:10px`,
          r.times(r.int(1, 2), () => button("", s, s)),
        ),
      );
  }
  if (r.chance(0.4))
    root.append(
      at(`left:50%;top:36px;color:#fff;background:rgba(0,0,0,.5);padding:4px 12px;border-radius:20px`, [
        text(t, t.words.number(), 16, "color:#fff"),
      ]),
    );
}

function map(r, t, kit, root) {
  root.append(
    make("div", `position:absolute;inset:0;background:url(${drawMap(r, root.clientWidth, root.clientHeight, t.dark)})`),
  );
  root.append(
    at(`left:0;right:0;top:${r.int(30, 44)}px`, [
      make(
        "div",
        `margin:0 8px;background:${t.surface};border-radius:${t.radius}px;box-shadow:0 2px 6px rgba(0,0,0,.3)`,
        undefined,
        [BLOCKS.search(r, t, kit)],
      ),
      r.chance(0.6) ? BLOCKS.chips(r, t, kit) : null,
    ]),
  );
  root.append(
    at(
      `right:12px;bottom:${r.int(120, 300)}px;display:flex;flex-direction:column;gap:12px`,
      r.times(r.int(1, 4), () => make("div", "", undefined, [kit.fab("")])),
    ),
  );
  for (let i = 0; i < r.int(0, 8); i++) {
    const s = r.int(26, 40);
    root.append(
      make(
        "div",
        `position:absolute;left:${r.int(20, root.clientWidth - 60)}px;top:${r.int(150, root.clientHeight - 200)}px;width:${s}px;height:${s}px;border-radius:50% 50% 50% 0;background:hsl(${r.int(0, 360)},80%,50%);display:flex;align-items:center;justify-content:center;color:#fff`,
        "iconButton",
        [glyph(r, t, s * 0.55)],
      ),
    );
  }
  if (r.chance(0.7)) {
    const sheet = at(
      `left:0;right:0;bottom:0;max-height:45%;overflow:hidden;background:${t.surface};border-radius:${t.radius}px ${t.radius}px 0 0;box-shadow:0 -2px 8px rgba(0,0,0,.3)`,
      [
        BLOCKS[r.pick(["list", "cards", "actions", "profile", "carousel"])](r, t, kit),
        r.chance(0.5) ? BLOCKS.buttons(r, t, kit) : null,
      ],
    );
    root.append(sheet);
  }
}

const SPECIAL = {
  page,
  game,
  map,
  chat(r, t, kit, root) {
    root.append(kit.appBar({ back: true }));
    const content = make(
      "div",
      "flex:1;min-height:0;overflow:hidden;display:flex;flex-direction:column;justify-content:flex-end;gap:6px;padding:6px 0",
    );
    root.append(content);
    content.append(...r.times(r.int(3, 14), () => BLOCKS.message(r, t, kit)));
    const bar = make(
      "div",
      `flex:none;display:flex;align-items:center;gap:6px;padding:6px 8px;border-top:1px solid ${t.line};background:${t.surface}`,
    );
    bar.append(
      ...r.times(r.int(0, 2), () => kit.iconButton({ look: "plain", box: 40 })),
      make("div", "flex:1", undefined, [kit.field(t.words.phrase(1, 2), { lines: 1 })]),
      kit.iconButton({ look: r.chance(0.5) ? "filled" : "plain", box: 44 }),
    );
    root.append(bar);
  },
  player(r, t, kit, root) {
    const dark = r.chance(0.7);
    if (dark)
      root.style.cssText += `;background:linear-gradient(hsl(${r.int(0, 360)},${r.int(5, 60)}%,${r.int(20, 50)}%),hsl(${r.int(0, 360)},30%,${r.int(5, 25)}%));color:#fff`;
    const color = dark ? "#fff" : t.on;
    root.append(kit.appBar({ back: true, see: dark }));
    root.append(
      make(
        "div",
        "flex:1;display:flex;align-items:center;justify-content:center;min-height:0;overflow:hidden",
        undefined,
        [picture(r, `width:${r.int(55, 90)}%;aspect-ratio:1;border-radius:${r.pick([0, 8, 20, 400])}px`)],
      ),
    );
    root.append(
      make(
        "div",
        `padding:8px ${t.pad}px;display:flex;flex-direction:column;align-items:${r.pick(["flex-start", "center"])};gap:4px`,
        undefined,
        [text(t, t.words.phrase(1, 3), 22, "font-weight:600"), text(t, t.words.phrase(1, 3), 14, "opacity:.7")],
      ),
    );
    const icons = (n) =>
      make(
        "div",
        `display:flex;align-items:center;justify-content:${r.pick(["space-around", "space-between"])};padding:6px ${t.pad}px`,
        undefined,
        r.times(n, () => kit.iconButton({ look: "plain", color })),
      );
    if (r.chance(0.6)) root.append(icons(r.int(3, 5)));
    root.append(
      make("div", `padding:8px ${t.pad}px`, undefined, [
        kit.slider(),
        make("div", "display:flex;justify-content:space-between", undefined, [
          text(t, "1:23", 11, "opacity:.7"),
          text(t, "4:05", 11, "opacity:.7"),
        ]),
      ]),
    );
    root.append(
      make(
        "div",
        `display:flex;align-items:center;justify-content:space-between;padding:6px ${t.pad}px 24px`,
        undefined,
        [
          kit.iconButton({ look: "plain", color }),
          kit.iconButton({ look: "plain", size: 32, color }),
          make(
            "div",
            `width:${r.int(56, 76)}px;aspect-ratio:1;border-radius:50%;background:${r.chance(0.5) ? "#fff" : t.accent};color:#222;display:flex;align-items:center;justify-content:center`,
            "iconButton",
            [glyph(r, t, 36)],
          ),
          kit.iconButton({ look: "plain", size: 32, color }),
          kit.iconButton({ look: "plain", color }),
        ],
      ),
    );
  },
  keypad(r, t, kit, root) {
    root.append(
      make(
        "div",
        "flex:1;display:flex;flex-direction:column;justify-content:flex-end;align-items:flex-end;padding:16px",
        undefined,
        [text(t, String(r.int(1, 99999999)), 40)],
      ),
    );
    const columns = r.pick([3, 4]);
    const round = r.chance(0.5);
    const cell = root.clientWidth / columns;
    root.append(
      make(
        "div",
        `display:grid;grid-template-columns:repeat(${columns},1fr);padding-bottom:12px`,
        undefined,
        r.times(columns * r.int(4, 5), (i) => {
          const h = Math.min(cell, 80) * (round ? 0.9 : 0.75);
          return make("div", `display:flex;align-items:center;justify-content:center;height:${h + 8}px`, undefined, [
            make(
              "div",
              `display:flex;align-items:center;justify-content:center;width:${round ? h : cell - 6}px;height:${h}px;border-radius:${round ? 50 : 4}px;font-size:26px;${t.border || round ? `background:${i % columns === columns - 1 ? t.tonal : t.field}` : ""}`,
              "button",
              [columns === 3 && i < 9 ? String(i + 1) : r.pick([..."0123456789+−×÷=%#*C."])],
            ),
          ]);
        }),
      ),
    );
    if (r.chance(0.5))
      root.append(make("div", "display:flex;justify-content:center;padding:8px", undefined, [kit.fab("")]));
  },
  login(r, t, kit, root) {
    const body = make(
      "div",
      `flex:1;display:flex;flex-direction:column;justify-content:${r.pick(["center", "flex-start", "space-evenly"])};gap:${r.int(8, 18)}px;padding:40px ${t.pad + 8}px;align-items:center;text-align:center`,
    );
    if (r.chance(0.3)) root.append(picture(r, "position:absolute;inset:0;z-index:-1", ""));
    body.append(
      r.chance(0.5)
        ? picture(r, `width:${r.int(60, 140)}px;aspect-ratio:1;border-radius:24px`)
        : glyph(r, t, 90, `color:${t.accent}`, "image"),
      text(t, t.words.phrase(1, 3), 24, "font-weight:600"),
    );
    for (let i = 0; i < r.int(1, 3); i++) body.append(kit.field(t.words.phrase(1, 2)));
    if (r.chance(0.5))
      body.append(
        make("div", "display:flex;gap:8px;align-items:center", undefined, [
          kit.checkbox(),
          text(t, t.words.phrase(2, 6), 13),
        ]),
      );
    for (let i = 0; i < r.int(1, 3); i++) body.append(kit.button(t.words.phrase(1, 2), { wide: r.chance(0.8) }));
    if (r.chance(0.6))
      body.append(make("span", `font-size:14px;color:${t.accent}`, "clickable", [t.words.phrase(2, 4)]));
    if (r.chance(0.4))
      body.append(
        make(
          "div",
          "display:flex;gap:16px",
          undefined,
          r.times(r.int(2, 4), () => kit.iconButton({ look: "outlined", box: 48 })),
        ),
      );
    root.append(body);
  },
  launcher(r, t, kit, root) {
    root.append(picture(r, "position:absolute;inset:0;z-index:0", ""));
    root.style.color = "#fff";
    const layer = make(
      "div",
      "position:relative;flex:1;display:flex;flex-direction:column;justify-content:space-between;padding:40px 10px 10px;text-shadow:0 1px 3px #000",
    );
    const columns = r.int(4, 5);
    const size = r.int(44, 62);
    const cells = (n, words) =>
      make(
        "div",
        `display:grid;grid-template-columns:repeat(${columns},1fr);row-gap:${r.int(10, 30)}px`,
        undefined,
        r.times(n, () =>
          make("div", "display:flex;flex-direction:column;align-items:center;gap:5px;overflow:hidden", "clickable", [
            r.chance(0.5)
              ? picture(r, `width:${size}px;height:${size}px;border-radius:${size * 0.28}px`)
              : make(
                  "div",
                  `width:${size}px;height:${size}px;border-radius:${r.pick([50, 50, 14])}px;background:hsl(${r.int(0, 360)},${r.int(0, 80)}%,${r.int(20, 98)}%);color:hsl(${r.int(0, 360)},80%,40%);display:flex;align-items:center;justify-content:center`,
                  "image",
                  [glyph(r, t, size * 0.6)],
                ),
            words ? text(t, t.words.phrase(1, 1), 12, "white-space:nowrap") : null,
          ]),
        ),
      );
    if (r.chance(0.5)) layer.append(BLOCKS.search(r, t, kit));
    layer.append(cells(columns * r.int(1, 5), true), cells(columns, r.chance(0.3)));
    root.append(layer);
  },
  photo(r, t, kit, root) {
    root.style.background = "#000";
    root.style.color = "#fff";
    const h = r.int(40, 100);
    root.append(at(`left:0;right:0;top:${(100 - h) / 2}%;height:${h}%`, [picture(r, "width:100%;height:100%")]));
    if (r.chance(0.8)) root.append(make("div", "position:relative", undefined, [kit.appBar({ see: true })]));
    if (r.chance(0.8))
      root.append(
        at("left:0;right:0;bottom:14px;color:#fff", [
          r.pick([BLOCKS.toolbar, BLOCKS.actions])(r, { ...t, sub: "#eee" }, kit),
        ]),
      );
    if (r.chance(0.4))
      root.append(
        at(
          `right:8px;bottom:${r.int(140, 240)}px;display:flex;flex-direction:column;gap:14px`,
          r.times(r.int(2, 5), () => kit.iconButton({ look: "plain", size: 32 })),
        ),
      );
    if (r.chance(0.3))
      root.append(
        at("left:0;right:0;bottom:90px;display:flex;justify-content:center", [
          make(
            "div",
            "width:70px;height:70px;border-radius:50%;border:5px solid #fff;background:rgba(255,255,255,.4);box-sizing:border-box",
            "iconButton",
          ),
        ]),
      );
  },
  editor(r, t, kit, root) {
    root.append(kit.appBar({ back: true }));
    if (r.chance(0.6)) root.append(BLOCKS.toolbar(r, t, kit));
    root.append(
      make("div", `flex:1;min-height:0;overflow:hidden;padding:12px ${t.pad}px`, "field", [
        make("span", `font-size:16px;color:${t.on}`, undefined, [
          r.chance(0.7) ? r.times(r.int(1, 8), () => t.words.sentence()).join(". ") : t.words.phrase(1, 2),
        ]),
      ]),
    );
    if (r.chance(0.7)) root.append(BLOCKS.toolbar(r, t, kit));
  },
};

function keyboard(r, t) {
  const dark = t.dark || r.chance(0.3);
  const key = dark ? `hsl(220,5%,${r.int(22, 36)}%)` : r.pick(["#fff", "#fcfcfc", "transparent"]);
  const rows = r.pick([
    ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
    ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    ["йцукенгшщзх", "фывапролджэ", "ячсмитьбю"],
    ["123", "456", "789", "*0#"],
  ]);
  const h = r.int(38, 52);
  const face = (grow, child) =>
    make(
      "div",
      `flex:${grow} 1 0;min-width:0;height:${h}px;display:flex;align-items:center;justify-content:center;border-radius:${r.pick([4, 6, 6])}px;background:${key};font-size:${r.int(16, 22)}px`,
      "button",
      [child],
    );
  const big = rows[0].length < 5;
  const out = rows.map((letters, i) =>
    make("div", `display:flex;gap:5px;padding:3px ${!big && i === rows.length - 2 ? 18 : 4}px`, undefined, [
      i === rows.length - 1 && !big ? face(1.4, glyph(r, t, 20)) : null,
      ...[...letters].map((c) => face(1, c)),
      i === rows.length - 1 ? face(1.4, glyph(r, t, 20)) : null,
    ]),
  );
  if (!big)
    out.push(
      make("div", "display:flex;gap:5px;padding:3px 4px 8px", undefined, [
        face(1.5, "?123"),
        face(1, ","),
        face(1, glyph(r, t, 20)),
        face(4.5, "English"),
        face(1, "."),
        face(1.5, glyph(r, t, 22)),
      ]),
    );
  if (r.chance(0.6))
    out.unshift(
      make(
        "div",
        "display:flex;height:40px;align-items:center",
        undefined,
        r.times(3, () =>
          make("div", "flex:1;text-align:center;font-size:15px;overflow:hidden;white-space:nowrap", "button", [
            t.words.phrase(1, 1),
          ]),
        ),
      ),
    );
  return make(
    "div",
    `position:absolute;left:0;right:0;bottom:0;z-index:30;direction:ltr;padding-bottom:${r.pick([4, 44, 44])}px;background:${dark ? `hsl(220,8%,${r.int(8, 18)}%)` : r.pick(["#e8eaed", "#d5d8dd", "#f1f0f4"])};color:${dark ? "#eee" : "#222"}`,
    undefined,
    out,
  );
}

function overlay(r, t, kit, root) {
  const kind = r.weighted({ dialog: 5, sheet: 3, menu: 2.5, snackbar: 1.5, drawer: 1, popover: 0.5 });
  const scrim = () =>
    root.append(
      make("div", `position:absolute;inset:0;z-index:20;background:rgba(0,0,0,${r.real(0.25, 0.75).toFixed(2)})`),
    );
  const box = (css, children) => {
    const e = make(
      "div",
      `position:absolute;z-index:21;overflow:hidden;background:${t.surface};color:${t.on};${css}`,
      undefined,
      children,
    );
    root.append(e);
    return e;
  };
  const W = root.clientWidth;
  if (kind === "dialog") {
    scrim();
    const w = Math.min(W - 2 * r.int(16, 48), 420);
    const e = box(
      `width:${w}px;left:${(W - w) / 2}px;top:${r.int(18, 50)}%;border-radius:${t.radius}px;padding:14px 0;box-shadow:0 6px 20px rgba(0,0,0,.4)`,
      [
        r.chance(0.2)
          ? make("div", `padding:0 ${t.pad}px 8px;display:flex;justify-content:center`, undefined, [
              glyph(r, t, 36, `color:${t.accent}`, "image"),
            ])
          : null,
        r.chance(0.85)
          ? make("div", `padding:4px 22px`, undefined, [text(t, t.words.phrase(1, 4), 20, "font-weight:500")])
          : null,
        r.chance(0.7)
          ? make("div", `padding:6px 22px`, undefined, [text(t, t.words.sentence(), 15, `color:${t.sub}`)])
          : null,
      ],
    );
    if (r.chance(0.4))
      e.append(BLOCKS[r.pick(["form", "choices", "list", "sliders", "picker", "calendar"])](r, t, kit));
    const stack = r.chance(0.35);
    e.append(
      make(
        "div",
        `display:flex;${stack ? "flex-direction:column;" : ""}gap:8px;padding:10px 18px 2px;justify-content:flex-end;${stack && r.chance(0.5) ? "align-items:stretch" : "align-items:flex-end"}`,
        undefined,
        r.times(r.int(1, 3), () =>
          kit.button(t.words.phrase(1, stack ? 3 : 1), {
            look: r.weighted({ text: 5, filled: 2, tonal: 1, outlined: 1 }),
            icon: false,
          }),
        ),
      ),
    );
    e.style.top = `${Math.max(30, (root.clientHeight - e.offsetHeight) * r.real(0.35, 0.6))}px`;
    if (r.chance(0.1))
      root.append(
        make(
          "div",
          `position:absolute;z-index:22;left:0;right:0;display:flex;justify-content:center;top:${e.offsetTop + e.offsetHeight + 16}px;color:#fff`,
          undefined,
          [kit.iconButton({ look: "outlined" })],
        ),
      );
  } else if (kind === "sheet") {
    scrim();
    box(`left:0;right:0;bottom:0;max-height:75%;border-radius:${t.radius}px ${t.radius}px 0 0;padding:8px 0 20px`, [
      r.chance(0.5)
        ? make("div", `width:36px;height:4px;border-radius:4px;background:${t.sub};margin:4px auto 10px`)
        : null,
      ...r.times(r.int(1, 3), () =>
        BLOCKS[r.pick(["list", "list", "icons", "choices", "buttons", "form", "actions", "heading"])](r, t, kit),
      ),
    ]);
  } else if (kind === "menu") {
    const w = r.int(130, 240);
    const x = r.chance(0.7) ? W - w - r.int(2, 20) : r.int(4, W - w);
    box(
      `left:${x}px;top:${r.int(30, 320)}px;width:${w}px;border-radius:${Math.min(t.radius, 16)}px;box-shadow:0 3px 14px rgba(0,0,0,.4);padding:6px 0;border:${t.border ? 1 : 0}px solid ${t.line}`,
      r.times(r.int(2, 7), () =>
        kit.row({
          before: r.chance(0.3) ? glyph(r, t, 20, "", "image") : null,
          title: t.words.phrase(1, 2),
          after: r.chance(0.1) ? [kit.checkbox()] : [],
          height: 44,
        }),
      ),
    );
  } else if (kind === "snackbar") {
    box(
      `left:${r.int(0, 16)}px;right:${r.int(0, 16)}px;bottom:${r.int(0, 100)}px;display:flex;align-items:center;gap:8px;padding:8px 14px;border-radius:${r.int(0, 10)}px;background:${t.dark ? "#ddd" : "#323232"};color:${t.dark ? "#222" : "#fff"}`,
      [
        text(t, t.words.phrase(2, 6), 14, "flex:1"),
        r.chance(0.6) ? kit.button(t.words.phrase(1, 1), { look: "text", icon: false, small: true }) : null,
      ],
    );
  } else if (kind === "drawer") {
    scrim();
    const side = t.rtl ? "right" : "left";
    const e = box(`${side}:0;top:0;bottom:0;width:${r.int(62, 85)}%`, [BLOCKS.profile(r, t, kit)]);
    for (let n = 0; n < 4; n++) e.append(BLOCKS.list(r, t, kit));
  } else {
    box(
      `left:${r.int(10, 60)}px;top:${r.int(80, 400)}px;border-radius:${t.radius}px;display:flex;box-shadow:0 2px 10px rgba(0,0,0,.4);padding:0 6px`,
      r.times(r.int(2, 4), () => kit.button(t.words.phrase(1, 1), { look: "text", small: true, icon: false })),
    );
  }
}

function statusBar(r, t) {
  const light = t.dark || r.chance(0.3);
  return make(
    "div",
    `position:relative;z-index:3;flex:none;height:${r.int(22, 34)}px;display:flex;align-items:center;justify-content:space-between;padding:0 12px;font:500 12px Roboto;direction:ltr;${r.chance(0.3) ? "background:#000;color:#fff" : t.barFilled ? `background:${t.accent};color:${t.onAccent}` : `color:${light && t.dark ? "#fff" : "inherit"}`}`,
    undefined,
    [
      `${r.int(0, 23)}:${String(r.int(10, 59))}`,
      make(
        "span",
        "display:flex;gap:5px",
        undefined,
        r.times(r.int(1, 5), () => glyph(r, t, 14)),
      ),
    ],
  );
}

function systemBar(r, t) {
  if (r.chance(0.5))
    return make(
      "div",
      "flex:none;height:18px;position:relative;z-index:31;display:flex;align-items:center;justify-content:center",
      undefined,
      [make("span", `width:110px;height:4px;border-radius:4px;background:${t.dark ? "#ddd" : "#333"}`)],
    );
  const black = r.chance(0.5);
  return make(
    "div",
    `flex:none;height:${r.int(38, 48)}px;position:relative;z-index:31;display:flex;align-items:center;justify-content:space-around;background:${black ? "#000" : t.bg};color:${black || t.dark ? "#fff" : "#555"};font-size:18px;padding:0 40px;direction:ltr`,
    undefined,
    r
      .pick([
        ["◀", "●", "■"],
        ["❘❘❘", "▢", "‹"],
        ["‹", "○", "□"],
      ])
      .map((c) => make("span", "font:16px DejaVu Sans", undefined, [c])),
  );
}

/** Builds one screen into `root`, which fills the viewport. `name` gives what kind of screen it is. */
export function composeScreen(r, t, kit, root) {
  root.dir = t.rtl ? "rtl" : "ltr";
  root.style.cssText = `position:fixed;inset:0;overflow:hidden;display:flex;flex-direction:column;background:${t.bg};color:${t.on};font-family:"${t.font}","Noto Sans","Noto Sans CJK SC";z-index:0`;
  if (r.chance(0.08)) root.style.background = `linear-gradient(${t.bg},${t.tonal})`;
  const name = r.weighted(SCREENS);
  const above = name === "game" || name === "map" || name === "launcher";
  const bar = r.chance(0.93) ? statusBar(r, t) : null;
  if (bar && !above) root.append(bar);
  SPECIAL[name](r, t, kit, root);
  if (bar && above)
    root.append(Object.assign(bar, { style: `${bar.style.cssText};position:absolute;left:0;right:0;top:0` }));
  if (r.chance(0.85) && !above) root.append(systemBar(r, t));
  if (r.chance(name === "editor" || name === "chat" ? 0.5 : 0.07)) root.append(keyboard(r, t));
  else if (r.chance(name === "page" ? 0.24 : 0.12)) overlay(r, t, kit, root);
  return name;
}
