import { across, column, glyph, make, picture, text } from "./elements.mjs";

/** Blocks with content to view and to open. */
export const CONTENT_BLOCKS = {
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
