import { FieldModel } from "../ui/field.js";
import { ScrollModel } from "../ui/scroll.js";
import { column } from "../ui/widgets/basic.js";
import { editText } from "../ui/widgets/inputs.js";
import { scrollView } from "../ui/widgets/lists.js";
import type { ActivityHost, Screen } from "./app.js";
import { page } from "./builder.js";

/** Fields that change typed text: they correct, format, shorten or hide it, or move the focus. */
export function fieldsScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  const fields = {
    note: new FieldModel({ corrections: { teh: "the", recieve: "receive", dont: "don't" } }),
    phone: new FieldModel({ kind: "phone", format: asPhoneNumber }),
    code: new FieldModel({ format: (text) => text.toUpperCase() }),
    short: new FieldModel({ maxLength: 8 }),
    pin: new FieldModel({ format: (text) => "\u2022".repeat(text.length) }),
    digits: new FieldModel({ kind: "number" }),
    first: new FieldModel({
      maxLength: 4,
      onChange: (text) => {
        if (text.length === 4) host.leaveField();
      },
    }),
  };
  return {
    content: () =>
      page({ title: "Fields" }, [
        scrollView(
          [
            column(
              Object.entries(fields).map(([id, field]) => editText({ id, field, hint: `A ${id}` })),
              { width: "fill", gap: 8 },
            ),
          ],
          scroll,
          { id: "fields_scroll", padding: { x: 20, y: 12 } },
        ),
      ]),
  };
}

/** Formats seven digits as 555-0123, as Android's phone number formatter does. */
function asPhoneNumber(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}
