import * as vscode from "vscode";
import { ask, choose } from "../../host/prompts.ts";
import type { Choice } from "../../host/multiStep.ts";
import { escapeIcons } from "../../host/words/words.ts";
import type { Json } from "../../model/foundation/json.ts";
import { isDate, isMoment, isTime } from "../../model/foundation/dates.ts";
import { currentOf, fieldLabel } from "./writing.ts";
import type { DocumentField } from "./writing.ts";

type Answer = () => Json | Promise<Json>;

/** A value of an enumeration, a boolean, a date or a time. */
export async function chooseValue(field: DocumentField): Promise<Json> {
  const { required } = field.place.attribute;
  const current = currentOf(field);
  const none: Choice<Answer> = { label: vscode.l10n.t("None"), value: () => null };
  const choices = [...choicesFor(field, current), ...(required === true ? [] : [none])];
  const title = vscode.l10n.t("Choose a Value for {0}", fieldLabel(field));
  const answer = await choose(choices, { title });
  return answer();
}

function choicesFor(field: DocumentField, current: Json): Choice<Answer>[] {
  const { type, enum: values = [] } = field.place.attribute;
  if (type === "enumeration") return values.map((value) => fixed(value, current));
  if (type === "boolean") return [true, false].map((value) => fixed(value, current));
  return datesFor(field, current);
}

const fixed = (value: string | boolean, current: Json): Choice<Answer> => ({
  label: escapeIcons(String(value)),
  ...(value === current && { description: vscode.l10n.t("Current value") }),
  value: () => value,
});

function datesFor(field: DocumentField, current: Json): Choice<Answer>[] {
  const now = nowAs(field.place.attribute.type);
  const label =
    field.place.attribute.type === "date" ? vscode.l10n.t("Today") : vscode.l10n.t("Now");
  const kept: Choice<Answer>[] =
    current === null || current === ""
      ? []
      : [
          {
            label: vscode.l10n.t("Keep"),
            description: typeof current === "string" ? current : JSON.stringify(current),
            value: () => {
              throw new vscode.CancellationError();
            },
          },
        ];
  return [
    { label, description: now, value: () => now },
    ...kept,
    { label: vscode.l10n.t("Enter a Value…"), value: () => typed(field, current ?? now) },
  ];
}

const typed = (field: DocumentField, value: Json): Promise<string> => {
  const { type } = field.place.attribute;
  return ask({
    title: vscode.l10n.t("Enter a Value for {0}", fieldLabel(field)),
    value: typeof value === "string" ? value : "",
    placeHolder: nowAs(type),
    validateInput: (text) =>
      isValid(type, text) ? undefined : vscode.l10n.t("Enter a value such as {0}", nowAs(type)),
  });
};

function isValid(type: string, text: string): boolean {
  if (type === "date") return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text);
  return type === "time" ? isTime(text) : isMoment(text);
}

/** In the person's time zone, where the type has none of its own. */
function nowAs(type: string): string {
  const now = new Date();
  if (type !== "date" && type !== "time") return now.toISOString();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  return type === "date" ? local.slice(0, 10) : `${local.slice(11, 16)}:00.000`;
}
