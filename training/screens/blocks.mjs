import { glyph, make, picture, text } from "./plain-kit.mjs";

const column = (css, children) => make("div", `display:flex;flex-direction:column;${css}`, undefined, children);
const across = (css, children) => make("div", `display:flex;align-items:center;${css}`, undefined, children);

function leading(r, t) {
  const kind = r.weighted({ none: 3, icon: 5, avatar: 2, thumb: 2, disc: 2, number: 0.7 });
  const size = r.int(36, 60);
  if (kind === "icon") return glyph(r, t, r.int(20, 28), `color:${r.chance(0.4) ? t.accent : t.sub}`, "image");
  if (kind === "avatar") return picture(r, `width:${size}px;height:${size}px;border-radius:50%;flex:none`);
  if (kind === "thumb")
    return picture(
      r,
      `width:${size * r.real(1, 1.5)}px;height:${size}px;border-radius:${r.pick([0, 4, 8])}px;flex:none`,
    );
  if (kind === "disc")
    return make(
      "div",
      `flex:none;width:${size * 0.8}px;height:${size * 0.8}px;border-radius:${r.pick([50, 50, 10])}px;background:hsl(${r.int(0, 360)},60%,${r.int(35, 70)}%);color:#fff;display:flex;align-items:center;justify-content:center`,
      "image",
      [r.chance(0.5) ? glyph(r, t, 20) : t.words.word().charAt(0)],
    );
  if (kind === "number") return text(t, String(r.int(1, 30)), 16, `color:${t.sub};width:24px`);
  return null;
}

function trailing(r, t, kit, kind) {
  if (kind === "switch") return [kit.switch()];
  if (kind === "checkbox") return [kit.checkbox()];
  if (kind === "radio") return [kit.radio()];
  if (kind === "chevron") return [glyph(r, t, 20, `color:${t.sub}`, "image")];
  if (kind === "value") return [text(t, t.words.number(), 13, `color:${t.sub};white-space:nowrap`)];
  if (kind === "icons")
    return r.times(r.int(1, 2), () =>
      kit.iconButton({ look: "plain", box: r.pick([32, 40, 44]), size: r.pick([18, 20, 24]), color: t.sub }),
    );
  if (kind === "button")
    return [
      kit.button(t.words.phrase(1, 1), { small: true, icon: false, look: r.pick(["filled", "outlined", "tonal"]) }),
    ];
  return [];
}

const TRAILING = { none: 3, switch: 3, checkbox: 1.3, radio: 1, chevron: 2, value: 2, icons: 2.5, button: 1.5 };

/** Pieces of a page, top to bottom. Each takes (r, t, kit) and gives one element of the page's width. */
export const BLOCKS = {
  heading: (r, t) =>
    across(`justify-content:space-between;padding:${r.int(10, 20)}px ${t.pad}px ${r.int(2, 8)}px`, [
      text(
        t,
        t.words.phrase(1, 3),
        r.pick([13, 14, 18, 20, 24]),
        `font-weight:${r.pick([500, 700])};${r.chance(0.3) ? `color:${t.accent}` : ""}`,
      ),
      r.chance(0.4)
        ? make("span", `font-size:13px;color:${t.accent}`, "clickable", [t.words.phrase(1, 1), " ›"])
        : null,
    ]),
  list: (r, t, kit) => {
    const mixed = r.chance(0.35);
    let kind = r.weighted(TRAILING);
    const height = r.int(44, 84);
    const subtitles = r.chance(0.6);
    const lead = r.chance(0.75);
    const touch = r.chance(0.92);
    const rows = r.times(r.int(2, 7), () => {
      if (mixed) kind = r.weighted(TRAILING);
      return kit.row({
        before: lead ? leading(r, t) : null,
        title: t.words.phrase(1, 4),
        sub: subtitles && r.chance(0.85) ? t.words.phrase(2, 9) : "",
        after: trailing(r, t, kit, kind),
        touch,
        height,
      });
    });
    if (!t.grouped) return column("", rows);
    if (r.chance(0.5)) return kit.card(rows, false, `margin:${r.int(4, 10)}px ${t.pad}px`);
    return column(
      `gap:${r.int(4, 12)}px;padding:6px ${t.pad}px`,
      rows.map((row) => {
        row.style.borderRadius = `${t.radius}px`;
        row.style.background = t.surface;
        row.style.boxShadow = t.shadow;
        return row;
      }),
    );
  },
  cards: (r, t, kit) =>
    column(
      `gap:${r.int(6, 16)}px;padding:6px ${t.pad}px`,
      r.times(r.int(1, 3), () => {
        const wide = r.chance(0.6) ? picture(r, `height:${r.int(80, 190)}px;width:100%`) : null;
        const body = column("gap:4px;padding:12px;align-items:flex-start", [
          text(t, t.words.phrase(1, 4), 18, "font-weight:500"),
          r.chance(0.8) ? text(t, t.words.sentence(), 14, `color:${t.sub}`) : null,
          r.chance(0.5)
            ? across(
                "gap:8px;width:100%",
                r.times(r.int(1, 2), () => kit.button(t.words.phrase(1, 1), { small: r.chance(0.5) })),
              )
            : r.chance(0.5)
              ? across(
                  "gap:4px;width:100%",
                  r.times(r.int(2, 4), () => kit.iconButton({ look: "plain" })),
                )
              : null,
        ]);
        return kit.card([wide, body], r.chance(0.6));
      }),
    ),
  carousel: (r, t, kit) => {
    const w = r.int(90, 200);
    const h = w * r.real(0.6, 1.4);
    return across(
      `gap:${r.int(6, 14)}px;padding:8px 0 8px ${t.pad}px;overflow:hidden;align-items:flex-start`,
      r.times(r.int(3, 6), () =>
        make(
          "div",
          `flex:none;width:${w}px;display:flex;flex-direction:column;gap:4px;align-items:flex-start`,
          "clickable",
          [
            make("div", "position:relative;width:100%", undefined, [
              picture(r, `width:100%;height:${h}px;border-radius:${t.radius}px`),
              r.chance(0.25)
                ? make("div", "position:absolute;right:4px;bottom:4px;color:#fff", undefined, [
                    kit.iconButton({ look: "plain", box: 32, size: 24 }),
                  ])
                : null,
            ]),
            r.chance(0.8) ? text(t, t.words.phrase(1, 4), 13) : null,
            r.chance(0.3) ? text(t, t.words.number(), 12, `color:${t.sub}`) : null,
          ],
        ),
      ),
    );
  },
  icons: (r, t) => {
    const columns = r.int(3, 5);
    const size = r.int(36, 60);
    const look = r.pick(["disc", "disc", "plain", "picture", "square"]);
    return make(
      "div",
      `display:grid;grid-template-columns:repeat(${columns},1fr);gap:${r.int(6, 18)}px 4px;padding:10px ${t.pad}px`,
      undefined,
      r.times(columns * r.int(1, 3) - r.int(0, 1), () =>
        make("div", "display:flex;flex-direction:column;align-items:center;gap:5px;overflow:hidden", "clickable", [
          look === "picture"
            ? picture(r, `width:${size}px;height:${size}px;border-radius:${r.pick([50, 12, 16])}px`)
            : make(
                "div",
                `width:${size}px;height:${size}px;border-radius:${look === "disc" ? 50 : 12}px;display:flex;align-items:center;justify-content:center;${look === "plain" ? `color:${t.accent}` : `background:${r.chance(0.5) ? t.tonal : `hsl(${r.int(0, 360)},65%,55%)`};color:${t.on}`}`,
                "image",
                [glyph(r, t, size * 0.55)],
              ),
          text(t, t.words.phrase(1, 1), 12, "white-space:nowrap"),
        ]),
      ),
    );
  },
  gallery: (r, t) => {
    const columns = r.int(2, 4);
    const gap = r.int(1, 12);
    const words = r.chance(0.4);
    return make(
      "div",
      `display:grid;grid-template-columns:repeat(${columns},1fr);gap:${gap}px;padding:${gap}px`,
      undefined,
      r.times(columns * r.int(1, 3), () =>
        make("div", "overflow:hidden", "clickable", [
          picture(
            r,
            `width:100%;height:${Math.floor((360 / columns) * r.real(0.7, 1.1))}px;border-radius:${gap > 5 ? t.radius : 0}px`,
          ),
          words ? text(t, t.words.phrase(1, 5), 13) : null,
        ]),
      ),
    );
  },
  tabs: (r, _t, kit) => kit.tabs(r.int(2, 6), false),
  chips: (r, t, kit) =>
    across(
      `gap:${r.int(6, 10)}px;padding:8px ${t.pad}px;${r.chance(0.4) ? "flex-wrap:wrap" : "overflow:hidden"}`,
      r.times(r.int(3, 8), () => kit.chip(t.words.phrase(1, 2))),
    ),
  search: (r, t, kit) => {
    if (r.chance(0.3))
      return make("div", `padding:8px ${t.pad}px`, undefined, [
        kit.field(t.words.phrase(1, 2), { value: "", lines: 1 }),
      ]);
    const h = r.int(34, 56);
    return across(`padding:8px ${t.pad}px;gap:4px`, [
      make(
        "div",
        `flex:1;box-sizing:border-box;display:flex;align-items:center;gap:8px;height:${h}px;padding:0 14px;border-radius:${r.pick([99, 99, t.radius, 4])}px;background:${t.field};color:${t.sub};font-size:15px;${t.border ? `border:1px solid ${t.line}` : ""}`,
        "field",
        [glyph(r, t, 20), t.words.phrase(1, 2)],
      ),
      ...r.times(r.int(0, 1), () => kit.iconButton({ look: "plain" })),
    ]);
  },
  form: (r, t, kit) =>
    column(
      `gap:${r.int(8, 20)}px;padding:10px ${t.pad}px`,
      r.times(r.int(2, 4), () =>
        column("gap:4px;align-items:flex-start;width:100%", [
          r.chance(0.3) ? text(t, t.words.phrase(1, 2), 13, `color:${t.sub}`) : null,
          kit.field(t.words.phrase(1, 3)),
          r.chance(0.15) ? text(t, t.words.phrase(2, 5), 12, "color:#d33") : null,
        ]),
      ),
    ),
  choices: (r, t, kit) => {
    const kind = r.pick(["checkbox", "radio", "switch"]);
    const line = r.chance(0.3);
    const options = r.times(r.int(2, 5), () =>
      across(
        `gap:10px;${line ? "" : `min-height:${r.int(32, 48)}px;`}${kind === "switch" && !line ? "justify-content:space-between;" : ""}`,
        kind === "switch"
          ? [text(t, t.words.phrase(1, line ? 1 : 3), 15), kit.switch()]
          : [kit[kind](), text(t, t.words.phrase(1, line ? 1 : 5), 15)],
      ),
    );
    return make(
      "div",
      `display:flex;flex-direction:${line ? "row" : "column"};flex-wrap:wrap;gap:${line ? 18 : 2}px;padding:8px ${t.pad}px`,
      undefined,
      options,
    );
  },
  sliders: (r, t, kit) =>
    column(
      `gap:${r.int(8, 16)}px;padding:10px ${t.pad}px`,
      r.times(r.int(1, 3), () =>
        r.chance(0.5)
          ? column("gap:8px;align-items:stretch", [
              across("justify-content:space-between", [
                text(t, t.words.phrase(1, 2), 14),
                text(t, t.words.number(), 13, `color:${t.sub}`),
              ]),
              kit.slider(),
            ])
          : across("gap:12px", [
              glyph(r, t, 22, `color:${t.sub}`, "image"),
              make("div", "flex:1", undefined, [kit.slider()]),
              r.chance(0.4) ? glyph(r, t, 22, `color:${t.sub}`, "image") : null,
            ]),
      ),
    ),
  buttons: (r, t, kit) => {
    const stack = r.chance(0.45);
    return make(
      "div",
      `display:flex;${stack ? "flex-direction:column;align-items:stretch" : `justify-content:${r.pick(["center", "flex-end", "space-between", "flex-start"])};flex-wrap:wrap`};gap:${r.int(8, 16)}px;padding:10px ${t.pad}px`,
      undefined,
      r.times(r.int(1, 3), () => kit.button(t.words.phrase(1, 2), { wide: stack })),
    );
  },
  toolbar: (r, t, kit) =>
    across(
      `gap:${r.int(0, 10)}px;justify-content:${r.pick(["space-around", "space-between", "flex-start", "center"])};padding:4px ${t.pad}px;${r.chance(0.3) ? `background:${t.field}` : ""}`,
      r.times(r.int(3, 7), () =>
        kit.iconButton({ look: r.chance(0.8) ? "plain" : undefined, box: r.pick([32, 36, 40, 44]) }),
      ),
    ),
  paragraph: (r, t) =>
    column(
      `gap:8px;padding:8px ${t.pad}px;align-items:flex-start`,
      r.times(r.int(1, 4), () =>
        text(
          t,
          r.times(r.int(1, 4), () => t.words.sentence()).join(". "),
          r.pick([13, 14, 16]),
          r.chance(0.5) ? `color:${t.sub}` : "",
        ),
      ),
    ),
  links: (r, t) => {
    const p = column(
      `padding:8px ${t.pad}px;gap:${r.int(8, 18)}px;align-items:flex-start`,
      r.times(r.int(2, 5), () =>
        make(
          "span",
          `color:${r.chance(0.7) ? t.accent : t.on};font-size:${15 * t.scale}px;${r.chance(0.5) ? "text-decoration:underline" : ""}`,
          "clickable",
          [t.words.phrase(1, 5)],
        ),
      ),
    );
    return p;
  },
  banner: (r, t, kit) => {
    const e = picture(
      r,
      `margin:8px ${t.pad}px;height:${r.int(80, 170)}px;border-radius:${t.radius}px;display:flex;flex-direction:column;justify-content:center;align-items:flex-start;gap:8px;padding:14px;color:#fff`,
      "clickable",
    );
    if (r.chance(0.6)) e.append(text(t, t.words.phrase(1, 4), 20, "font-weight:700"));
    if (r.chance(0.4)) e.append(kit.button(t.words.phrase(1, 1), { small: true }));
    return e;
  },
  stats: (r, t, kit) => {
    const columns = r.int(2, 4);
    const touch = r.chance(0.5);
    return make(
      "div",
      `display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px;padding:8px ${t.pad}px`,
      undefined,
      r.times(columns, () =>
        kit.card(
          [
            column("align-items:center;gap:2px;padding:12px 4px", [
              text(t, t.words.number(), 18, `font-weight:700;color:${t.accent}`),
              text(t, t.words.phrase(1, 1), 12, `color:${t.sub}`),
            ]),
          ],
          touch,
        ),
      ),
    );
  },
  profile: (r, t, kit) =>
    across(`gap:14px;padding:14px ${t.pad}px`, [
      picture(
        r,
        `width:${r.int(50, 90)}px;aspect-ratio:1;border-radius:50%;flex:none`,
        r.chance(0.5) ? "clickable" : "image",
      ),
      column("flex:1;gap:3px;align-items:flex-start;min-width:0", [
        text(t, t.words.phrase(1, 2), 18, "font-weight:600"),
        text(t, t.words.phrase(2, 4), 13, `color:${t.sub}`),
      ]),
      r.chance(0.5) ? kit.button(t.words.phrase(1, 1), { small: true }) : null,
    ]),
  actions: (r, t) =>
    across(
      `justify-content:space-around;padding:8px ${t.pad}px`,
      r.times(r.int(2, 5), () =>
        make(
          "div",
          `display:flex;${r.chance(0.5) ? "flex-direction:column;" : ""}align-items:center;gap:5px;padding:6px;color:${t.sub};font-size:12px`,
          "clickable",
          [glyph(r, t, r.int(20, 26)), r.chance(0.5) ? t.words.number() : t.words.phrase(1, 1)],
        ),
      ),
    ),
  calendar: (r, t) =>
    make(
      "div",
      `display:grid;grid-template-columns:repeat(7,1fr);padding:8px ${t.pad}px;text-align:center`,
      undefined,
      r.times(r.pick([28, 35]), (i) =>
        make(
          "div",
          `height:${r.chance(0.5) ? 40 : 40}px;display:flex;align-items:center;justify-content:center;font-size:14px;${i === 12 ? `background:${t.accent};color:${t.onAccent};border-radius:50%;` : ""}`,
          "clickable",
          [String((i % 31) + 1)],
        ),
      ),
    ),
  stepper: (r, t, kit) =>
    across(`gap:12px;padding:8px ${t.pad}px;justify-content:space-between`, [
      text(t, t.words.phrase(1, 2), 15),
      across("gap:10px", [
        kit.iconButton({ box: 36, look: "outlined" }),
        text(t, String(r.int(0, 20)), 16),
        kit.iconButton({ box: 36, look: "outlined" }),
      ]),
    ]),
  segmented: (r, t) => {
    const n = r.int(2, 4);
    const on = r.int(0, n - 1);
    return make(
      "div",
      `display:flex;margin:8px ${t.pad}px;border:1px solid ${t.accent};border-radius:${t.buttonRadius}px;overflow:hidden;height:${r.int(30, 42)}px`,
      undefined,
      r.times(n, (i) =>
        make(
          "div",
          `flex:1;display:flex;align-items:center;justify-content:center;font-size:14px;overflow:hidden;white-space:nowrap;${i === on ? `background:${t.accent};color:${t.onAccent}` : `color:${t.accent}`}`,
          "tab",
          [t.words.phrase(1, 1)],
        ),
      ),
    );
  },
  picker: (r, t) =>
    make(
      "div",
      `display:flex;justify-content:space-around;padding:10px ${t.pad}px`,
      undefined,
      r.times(r.int(2, 3), () =>
        column(
          "gap:10px;align-items:center",
          r.times(5, (i) =>
            make(
              "span",
              `font-size:${(i === 2 ? 20 : 15) * t.scale}px;color:${i === 2 ? t.accent : t.sub};padding:2px 10px`,
              "clickable",
              [String(r.int(0, 59)).padStart(2, "0")],
            ),
          ),
        ),
      ),
    ),
  empty: (r, t, kit) =>
    column(
      `align-items:center;justify-content:center;gap:12px;padding:${r.int(30, 120)}px ${t.pad}px;text-align:center`,
      [
        r.chance(0.6)
          ? glyph(r, t, r.int(60, 130), `color:${t.accent}`, "image")
          : picture(r, `width:${r.int(90, 180)}px;aspect-ratio:1;border-radius:20px`),
        text(t, t.words.phrase(2, 5), 18),
        r.chance(0.6) ? text(t, t.words.sentence(), 14, `color:${t.sub}`) : null,
        r.chance(0.6) ? kit.button(t.words.phrase(1, 2)) : null,
      ],
    ),
  message: (r, t) => {
    const mine = r.chance(0.5);
    return make(
      "div",
      `display:flex;gap:8px;align-items:flex-end;padding:3px ${t.pad}px;${mine ? "flex-direction:row-reverse" : ""}`,
      undefined,
      [
        mine ? null : picture(r, "width:32px;height:32px;border-radius:50%;flex:none"),
        make(
          "div",
          `max-width:70%;padding:8px 12px;border-radius:${t.radius}px;background:${mine ? t.tonal : t.surface};border:1px solid ${t.line}`,
          undefined,
          [text(t, t.words.phrase(1, 12), 15)],
        ),
      ],
    );
  },
};
