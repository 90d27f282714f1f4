import { across, column, glyph, make, text } from "./elements.mjs";

/** Blocks with controls: choices, text fields and settings. */
export const CONTROL_BLOCKS = {
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
  settings: (r, t, kit) => {
    const kind = r.weighted({ switch: 4, checkbox: 3, radio: 3 });
    const end = r.chance(0.6);
    const touch = r.chance(0.7);
    const height = r.int(38, 72);
    return column(
      "",
      r.times(r.int(2, 5), () =>
        kit.row({
          before: end ? null : kit[kind](),
          title: t.words.phrase(1, 4),
          sub: r.chance(0.35) ? t.words.phrase(2, 8) : "",
          after: end ? [kit[kind]()] : [],
          touch,
          height,
        }),
      ),
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
  month: (r, t) => {
    const h = r.int(40, 110);
    const lines = r.chance(0.4) ? `border:0.5px solid ${t.line};` : "";
    const first = r.int(0, 6);
    const day = (i) => {
      const number = make(
        "span",
        `font-size:13px;padding:3px 0;${i === 15 ? `color:${t.onAccent};background:${t.accent};border-radius:20px;padding:3px 6px` : ""}`,
      );
      number.textContent = String(((i + 31 - first) % 31) + 1);
      const event = r.chance(0.1)
        ? make(
            "span",
            `width:92%;height:12px;border-radius:2px;background:${t.accent2};font-size:9px;overflow:hidden`,
            undefined,
            [t.words.word()],
          )
        : null;
      const faded = i < first || i > first + 30 ? "opacity:.4;" : "";
      return make(
        "div",
        `box-sizing:border-box;height:${h}px;display:flex;flex-direction:column;align-items:center;${faded}${lines}`,
        "clickable",
        [number, event],
      );
    };
    const week = make(
      "div",
      `display:grid;grid-template-columns:repeat(7,1fr);text-align:center;font-size:12px;color:${t.sub}`,
      undefined,
      r.times(7, () => t.words.word().charAt(0).toUpperCase()),
    );
    return make("div", `padding:6px ${r.int(0, 10)}px`, undefined, [
      week,
      make("div", "display:grid;grid-template-columns:repeat(7,1fr)", undefined, r.times(r.pick([35, 42]), day)),
    ]);
  },
  sections: (r, t) => {
    const on = r.int(0, 2);
    return across(
      `gap:${r.int(10, 22)}px;padding:10px ${t.pad}px`,
      r.times(r.int(2, 4), (i) =>
        make(
          "span",
          `font-size:${(i === on ? 21 : 16) * Math.min(t.scale, 1.2)}px;font-weight:${i === on ? 700 : 400};color:${i === on ? t.on : t.sub}`,
          "tab",
          [t.words.phrase(1, 1)],
        ),
      ),
    );
  },
};
