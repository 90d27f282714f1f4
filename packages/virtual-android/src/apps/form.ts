import { FieldModel } from "../ui/field.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, row, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import { dropDown, editText } from "../ui/widgets/inputs.js";
import { scrollView } from "../ui/widgets/lists.js";
import { alert } from "../ui/widgets/overlays.js";
import { checkBox, radioButton } from "../ui/widgets/toggles.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";
import { datePicker } from "./date-picker.js";
import { fieldsScreen } from "./fields.js";
import { formWord } from "./form-words.js";

const PACKAGE = "com.fovea.form";
const COUNTRIES = ["Germany", "France", "Japan", "Brazil", "Kenya"] as const;
const PLANS = ["Free", "Plus", "Team"] as const;

/** A sign-up form with every kind of input; the input is checked when the form is sent. */
export function formApp(): App {
  return {
    packageName: PACKAGE,
    label: "Sign up",
    icon: { symbol: "edit", color: 0xff2f9e58 },
    activities: [
      { className: `${PACKAGE}.FormActivity`, isLauncher: true, open: formScreen },
      { className: `${PACKAGE}.DoneActivity`, isExported: false, open: doneScreen },
      { className: `${PACKAGE}.FieldsActivity`, open: fieldsScreen },
    ],
  };
}

interface FormState {
  readonly name: FieldModel;
  readonly email: FieldModel;
  readonly password: FieldModel;
  readonly age: FieldModel;
  readonly about: FieldModel;
  country: string;
  plan: string;
  birthday: string;
  hasAgreed: boolean;
  errors: ReadonlyMap<string, string>;
}

function formScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  const state: FormState = {
    name: new FieldModel({ action: "next", maxLength: 60 }),
    email: new FieldModel({ kind: "email", action: "next" }),
    password: new FieldModel({ kind: "password", action: "next" }),
    age: new FieldModel({ kind: "number", maxLength: 3 }),
    about: new FieldModel({ kind: "multiline", maxLength: 500 }),
    country: "Germany",
    plan: "Free",
    birthday: "Not set",
    hasAgreed: false,
    errors: new Map(),
  };
  return {
    content: () =>
      page({ title: formWord(host, "Create account") }, [
        scrollView([...inputs(host, state), ...choices(host, state), ...ending(host, state)], scroll, {
          id: "form_scroll",
          padding: { x: 20, top: 4, bottom: 24 },
          gap: 14,
        }),
      ]),
  };
}

function inputs(host: ActivityHost, state: FormState): readonly View[] {
  const { errors } = state;
  return [
    editText({
      id: "name",
      field: state.name,
      caption: formWord(host, "Full name"),
      hint: "Given and family name",
      error: errors.get("name"),
    }),
    editText({
      id: "email",
      field: state.email,
      caption: "E-mail",
      hint: "name@example.com",
      error: errors.get("email"),
    }),
    editText({
      id: "password",
      field: state.password,
      caption: formWord(host, "Password"),
      hint: "At least 8 characters",
      error: errors.get("password"),
    }),
    row(
      [
        column(
          [
            editText({
              id: "age",
              field: state.age,
              caption: formWord(host, "Age"),
              hint: "0–150",
              error: errors.get("age"),
            }),
          ],
          { weight: 1 },
        ),
        column(
          [
            caption(formWord(host, "Country")),
            dropDown(state.country, () => chooseCountry(host, state), { id: "country" }),
          ],
          { weight: 1.6, gap: 4 },
        ),
      ],
      { width: "fill", gap: 14, align: "start" },
    ),
  ];
}

function choices(host: ActivityHost, state: FormState): readonly View[] {
  const plans = PLANS.map((plan) =>
    radioButton(plan, {
      id: `plan_${plan.toLowerCase()}`,
      isOn: state.plan === plan,
      onClick: () => {
        state.plan = plan;
      },
    }),
  );
  return [
    column([caption("Plan"), row(plans, { className: "android.widget.RadioGroup", id: "plan" })], { width: "fill" }),
    column(
      [
        caption(formWord(host, "Birthday")),
        button(state.birthday, () => pickDate(host, state), {
          id: "birthday",
          kind: "outlined",
          radius: 8,
          height: 48,
          width: "fill",
        }),
      ],
      { width: "fill", gap: 4 },
    ),
    editText({ id: "about", field: state.about, caption: "About you", hint: "A few words (optional)" }),
  ];
}

function ending(host: ActivityHost, state: FormState): readonly View[] {
  const terms = checkBox(formWord(host, "I agree to the terms"), {
    id: "terms",
    isOn: state.hasAgreed,
    onClick: () => {
      state.hasAgreed = !state.hasAgreed;
    },
  });
  const complaint = state.errors.get("terms");
  const below = complaint === undefined ? [] : [text(complaint, { id: "terms_error", size: 12, color: "error" })];
  return [
    column([terms, ...below], { width: "fill" }),
    row(
      [
        button(formWord(host, "Reset"), () => reset(state), {
          id: "reset",
          kind: "outlined",
          weight: 1,
          height: 48,
          radius: 24,
        }),
        button(formWord(host, "Create account"), () => submit(host, state), {
          id: "submit",
          weight: 2,
          height: 48,
          radius: 24,
        }),
      ],
      { width: "fill", gap: 12 },
    ),
  ];
}

function caption(words: string): View {
  return text(words, { size: 12, color: "textSoft", bold: "medium" });
}

function chooseCountry(host: ActivityHost, state: FormState): void {
  host.menu(
    "country",
    COUNTRIES.map((country) => ({
      title: country,
      onClick: () => {
        state.country = country;
      },
    })),
  );
}

function pickDate(host: ActivityHost, state: FormState): void {
  host.dialog({
    content: datePicker(new Date(host.wallMs()), (date) => {
      state.birthday = date;
    }),
  });
}

function reset(state: FormState): void {
  for (const field of [state.name, state.email, state.password, state.age, state.about]) field.setText("");
  Object.assign(state, { country: "Germany", plan: "Free", birthday: "Not set", hasAgreed: false, errors: new Map() });
}

function submit(host: ActivityHost, state: FormState): void {
  const errors = check(state);
  state.errors = errors;
  if (errors.size > 0) {
    host.toast("Please correct the marked fields");
    return;
  }
  host.hideKeyboard();
  host.start({
    component: `${PACKAGE}/.DoneActivity`,
    extras: new Map([
      ["name", state.name.text],
      ["plan", state.plan],
    ]),
  });
}

function check(state: FormState): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  if (state.name.text.trim() === "") errors.set("name", "Enter your name");
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(state.email.text)) errors.set("email", "Enter a valid e-mail address");
  if (state.password.text.length < 8) errors.set("password", "Use at least 8 characters");
  if (state.age.text !== "" && Number(state.age.text) > 150) errors.set("age", "Too old");
  if (!state.hasAgreed) errors.set("terms", "Agree to the terms to go on");
  return errors;
}

function doneScreen(host: ActivityHost, intent: Parameters<App["activities"][number]["open"]>[1]): Screen {
  const name = intent.extras?.get("name") ?? "";
  const plan = intent.extras?.get("plan") ?? "";
  const confirmDelete = () =>
    host.dialog({
      content: (close) =>
        alert({
          title: "Delete account?",
          message: "This cannot be undone.",
          buttons: [
            { title: "Cancel", role: "negative", onClick: close },
            { title: "Delete", role: "positive", onClick: () => host.finish("deleted") },
          ],
        }),
    });
  return {
    content: () =>
      page({ title: "Welcome", onBack: () => host.finish() }, [
        column(
          [
            text(`Welcome, ${name}!`, { id: "welcome", size: 26, width: "fill", textAlign: "center" }),
            text(`Your plan: ${plan}`, { id: "plan_line", size: 16, color: "textSoft" }),
            button("Delete account", confirmDelete, { id: "delete", kind: "text" }),
          ],
          { width: "fill", weight: 1, align: "center", justify: "center", gap: 16, padding: 24 },
        ),
      ]),
  };
}
