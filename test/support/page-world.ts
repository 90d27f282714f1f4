import fc from "fast-check";

/*
 * An app with known identities: a page with a toolbar, tabs with a form, a list and a grid of pictures, dialogs over
 * it, another app, the keyboard, rotation and a dark theme. Each part has its own name, `truth`, which no observation
 * shows.
 */

export interface Thing {
  readonly truth: string;
  readonly kind: "icon" | "button" | "text" | "field" | "tab";
  readonly words: string;
  readonly id: string | null;
  /** The picture that it shows; null if none. */
  readonly picture: number | null;
}

export interface Row {
  readonly truth: string;
  readonly title: string;
  readonly detail: string;
  readonly isChecked: boolean;
}

export interface PageWorld {
  /** The number of the page's start. */
  readonly life: number;
  /** The dialog over the page; null if there is none. */
  readonly dialog: number | null;
  readonly dialogs: number;
  readonly isElsewhere: boolean;
  readonly isLandscape: boolean;
  readonly isDark: boolean;
  readonly hasKeyboard: boolean;
  /** Whether a picture is taken with the tree. */
  readonly isPictured: boolean;
  readonly isSelecting: boolean;
  readonly hasIds: boolean;
  readonly unread: number;
  readonly tools: readonly Thing[];
  readonly selectionTools: readonly Thing[];
  readonly tab: number;
  readonly form: readonly Thing[];
  readonly rows: readonly Row[];
  readonly cells: readonly Thing[];
  /** The scroll offset of each tab, in pixels. */
  readonly scrolled: readonly number[];
  readonly made: number;
}

export const TABS = ["form", "list", "grid"] as const;
export const ROW_HEIGHT = 160;
export const CELL_SIZE = 240;

type StepOf = (world: PageWorld, where: number, amount: number) => PageWorld;

/** The possible steps between two observations. */
export const STEPS = {
  nothing: (world) => world,
  openDialog: (world) => ({ ...world, dialog: world.dialogs, dialogs: world.dialogs + 1, hasKeyboard: false }),
  closeDialog: (world) => ({ ...world, dialog: null }),
  leave: (world) => ({ ...world, isElsewhere: true, hasKeyboard: false }),
  comeBack: (world) => ({ ...world, isElsewhere: false }),
  restart: (world) => ({ ...world, life: world.life + 1, isElsewhere: false, dialog: null }),
  keyboardUp: (world) => ({ ...world, hasKeyboard: true }),
  keyboardDown: (world) => ({ ...world, hasKeyboard: false }),
  rotate: (world) => ({ ...world, isLandscape: !world.isLandscape, hasKeyboard: false }),
  theme: (world) => ({ ...world, isDark: !world.isDark }),
  scrollOn: (world, _, amount) => scrolledBy(world, amount),
  scrollBack: (world, _, amount) => scrolledBy(world, -amount),
  scrollToTop: (world) => scrolledBy(world, -100_000),
  switchTab: (world, where) => ({ ...world, tab: where % TABS.length, hasKeyboard: false }),
  select: (world) => ({ ...world, isSelecting: true }),
  deselect: (world) => ({ ...world, isSelecting: false }),
  count: (world) => ({ ...world, unread: world.unread + 1 }),
  check: (world, where) => changeRow(world, where, (row) => ({ ...row, isChecked: !row.isChecked })),
  rename: (world, where) =>
    changeRow({ ...world, made: world.made + 1 }, where, (row) => ({ ...row, title: `Product N${world.made}` })),
  insertRow: (world, where) => insertRow(world, where, newRow(world.made, false)),
  insertAd: (world, where) =>
    isBesideAd(world, inSight(world, where)) ? world : insertRow(world, where, newRow(world.made, true)),
  removeRow: (world, where) => {
    const at = inSight(world, where);
    const isOneOfTwo = [at - 1, at + 1].some((one) => world.rows[one]?.title === AD);
    return world.rows[at]?.title === AD && isOneOfTwo ? world : { ...world, rows: world.rows.toSpliced(at, 1) };
  },
  moveRow: (world, where) => {
    const from = inSight(world, where);
    const row = world.rows[from];
    if (!row || row.title === AD) return world;
    return { ...world, rows: world.rows.toSpliced(from, 1).toSpliced(inSight(world, where + 2), 0, row) };
  },
  addTool: (world, where) => ({
    ...world,
    made: world.made + 1,
    tools: world.tools.toSpliced(where % (world.tools.length + 1), 0, newIcon(world.made, world.made)),
  }),
  removeTool: (world, where) => ({
    ...world,
    tools: world.tools.toSpliced(where % Math.max(1, world.tools.length), 1),
  }),
  removeCell: (world, where) => ({ ...world, cells: world.cells.toSpliced(where % world.cells.length, 1) }),
  insertCell: (world, where) => ({
    ...world,
    made: world.made + 1,
    cells: world.cells.toSpliced(where % world.cells.length, 0, newIcon(world.made, world.made)),
  }),
} satisfies Record<string, StepOf>;

export type Step = keyof typeof STEPS;

/**
 * Whether a step may only happen with pictures: it may put an icon in the place of another, and icons can only be
 * distinguished by their pictures.
 */
function needsPictures(step: Step, { tab }: PageWorld): boolean {
  if (step.startsWith("scroll")) return tab === 2;
  return /^(?:select|deselect|theme|.*Tool|.*Cell)$/.test(step);
}

function newIcon(number: number, picture: number): Thing {
  return { truth: `icon ${number}`, kind: "icon", words: "", id: null, picture };
}

const AD = "Advertisement";

/** Whether the row is next to an ad: among several adjacent ads a new or removed one is not identifiable. */
function isBesideAd({ rows }: PageWorld, at: number): boolean {
  return [at - 1, at, at + 1].some((one) => rows[one]?.title === AD);
}

function newRow(number: number, isAd: boolean): Row {
  const words = isAd ? { title: AD, detail: "free" } : { title: `Product ${number}`, detail: `${number % 3} €` };
  return { truth: `row ${number}`, ...words, isChecked: false };
}

function changeRow(world: PageWorld, where: number, change: (row: Row) => Row): PageWorld {
  const at = inSight(world, where);
  return { ...world, rows: world.rows.map((row, place) => (place === at ? change(row) : row)) };
}

function insertRow(world: PageWorld, where: number, row: Row): PageWorld {
  return { ...world, made: world.made + 1, rows: world.rows.toSpliced(inSight(world, where), 0, row) };
}

/** The index of a visible row, so that rows are only added or removed in sight. */
function inSight(world: PageWorld, where: number): number {
  const first = Math.ceil((world.scrolled[1] ?? 0) / ROW_HEIGHT);
  const visible = Math.max(1, Math.floor(bodyHeight(world) / ROW_HEIGHT));
  return Math.min(Math.max(0, world.rows.length - 1), first + (where % visible));
}

/** The height between the toolbar and the tabs or the keyboard. */
export function bodyHeight({ isLandscape, hasKeyboard }: PageWorld): number {
  const height = isLandscape ? 900 : 1900;
  return height - 150 - (hasKeyboard ? Math.round(height * 0.4) : 100);
}

export function columnsOf({ isLandscape }: PageWorld): number {
  return isLandscape ? 8 : 4;
}

function contentHeight(world: PageWorld): number {
  if (world.tab === 0) return world.form.length * 130;
  if (world.tab === 1) return world.rows.length * ROW_HEIGHT;
  return Math.ceil(world.cells.length / columnsOf(world)) * CELL_SIZE;
}

function scrolledBy(world: PageWorld, amount: number): PageWorld {
  const most = Math.max(0, contentHeight(world) - bodyHeight(world));
  const to = Math.max(0, Math.min(most, (world.scrolled[world.tab] ?? 0) + amount));
  return { ...world, scrolled: world.scrolled.with(world.tab, to) };
}

/** Whether a step is possible in this world: for example, a page under a dialog cannot be scrolled. */
function isPossible(step: Step, world: PageWorld): boolean {
  if (step === "nothing") return true;
  if (world.isElsewhere) return step === "comeBack" || step === "restart";
  if (world.dialog !== null) return step === "closeDialog" || step === "rotate" || step === "leave";
  if (step === "closeDialog" || step === "comeBack") return false;
  if (step.endsWith("Row") || step === "insertAd" || step === "rename" || step === "check") return world.tab === 1;
  if (step.endsWith("Cell") && world.tab !== 2) return false;
  if (step.endsWith("Tool") && world.isSelecting) return false;
  return world.isPictured || !needsPictures(step, world);
}

const anyWorld: fc.Arbitrary<PageWorld> = fc
  .record({
    hasIds: fc.boolean(),
    isPictured: fc.nat(4).map((die) => die > 0),
    tools: fc.integer({ min: 0, max: 4 }),
    twins: fc.nat(3),
    fields: fc.integer({ min: 3, max: 9 }),
    rows: fc.array(fc.nat(5), { minLength: 6, maxLength: 24, size: "max" }),
    cells: fc.integer({ min: 6, max: 30 }),
    tab: fc.nat(2),
  })
  .map(({ hasIds, isPictured, tools, twins, fields, rows, cells, tab }) => ({
    life: 0,
    dialog: null,
    dialogs: 1,
    isElsewhere: false,
    isLandscape: false,
    isDark: false,
    hasKeyboard: false,
    isPictured,
    isSelecting: false,
    hasIds,
    unread: 0,
    tools: upTo(tools, (at) => newIcon(at, at === 1 && twins === 0 ? 0 : at)),
    selectionTools: upTo(tools, (at) => newIcon(100 + at, 100 + at)),
    tab,
    form: upTo(fields, (at) => fieldsAt(at, hasIds)).flat(),
    rows: rows.map((die, at) => newRow(at, die === 0)),
    cells: upTo(cells, (at) => newIcon(200 + at, 200 + (twins === 1 && at % 7 === 3 ? 0 : at))),
    scrolled: [0, 0, 0],
    made: 1_000,
  }));

function upTo<Item>(count: number, itemAt: (at: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, at) => itemAt(at));
}

function fieldsAt(at: number, hasIds: boolean): readonly Thing[] {
  const id = hasIds ? `field_${at}` : null;
  const label: Thing = { truth: `label ${at}`, kind: "text", words: `Field ${at}`, id: null, picture: null };
  if (at % 4 === 3) return [{ truth: `save ${at}`, kind: "button", words: `Save ${at}`, id, picture: null }];
  return [label, { truth: `field ${at}`, kind: "field", words: "", id, picture: null }];
}

export interface Moment {
  /** The step before it; null for the first moment. */
  readonly step: Step | null;
  readonly world: PageWorld;
}

/** The worlds at the observations of a session, in order. */
export const anyHistory: fc.Arbitrary<readonly Moment[]> = fc
  .record({
    world: anyWorld,
    steps: fc.array(
      fc.record({
        step: fc.constantFrom<Step>(...(Object.keys(STEPS) as Step[])),
        where: fc.nat(30),
        amount: fc.constantFrom(160, 320, 400, 480, 777, 1_000),
        isPictured: fc.nat(5).map((die) => die > 0),
      }),
      { minLength: 12, maxLength: 40, size: "max" },
    ),
  })
  .map(({ world: first, steps }) => {
    const moments: Moment[] = [{ step: null, world: first }];
    let world = first;
    for (const { step, where, amount, isPictured } of steps) {
      if (!isPossible(step, world)) continue;
      const then: StepOf = STEPS[step];
      // A step that needs a picture before it also needs one after it.
      if (first.isPictured && !needsPictures(step, world)) world = { ...world, isPictured };
      world = then(world, where, amount);
      moments.push({ step, world: scrolledBy(world, 0) });
      if (moments.length === 7) break;
    }
    return moments;
  });
