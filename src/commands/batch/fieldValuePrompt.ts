import * as vscode from "vscode";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { describeFinding } from "../../texts/shared/validationWords.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { ask, choose } from "../../host/shared/prompts.ts";
import { typeWord } from "../../texts/schemas/attributeTypeWords.ts";
import {
  isInverse,
  isPolymorphic,
  isList,
  isUnread,
  isShared,
  isFullyKnown,
} from "../../model/schemas/catalog.ts";
import type { Attributes } from "../../model/schemas/catalog.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { isRouteDecided } from "../../model/content/unreadAttributes.ts";
import { fromText } from "../../model/content/documentText.ts";
import { valueIn, type Json } from "../../model/foundation/json.ts";
import { done, failed, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { isExclusive } from "../../model/writing/otherDocuments/takeovers.ts";
import { isConversion } from "../../model/foundation/valueProblem.ts";
import { validate } from "../../model/edit/validation.ts";

interface Field {
  readonly name: string;
  readonly attribute: Attributes extends ReadonlyMap<string, infer Schema> ? Schema : never;
}

type FieldValue = Field & { readonly value: Json };

export async function askFieldValue(service: TypedService, given?: string): Promise<FieldValue> {
  const { type, catalog } = service;
  const title = vscode.l10n.t("Set Field");
  // Fields that are fully known and may have the same value in several documents.
  const settableFields = [...type.attributes].filter(
    ([name, attribute]) =>
      (given === undefined || name === given) &&
      ![isUnread, isInverse, isPolymorphic, isExclusive].some((is) => is(attribute)) &&
      isFullyKnown(attribute, catalog) &&
      !isRouteDecided(attribute, { type, catalog }),
  );
  if (settableFields.length === 0)
    throw new Guidance(vscode.l10n.t("Set Field can't set this field. Edit it in the document."));
  const fields = settableFields.map(([name, attribute]) => ({
    label: name,
    description: typeWord(attribute.type, isList(attribute)),
    value: { name, attribute },
  }));
  const field = await choose(fields, { title, matchOnDescription: true });
  return { ...field, value: await askValue(field, service) };
}

async function askValue(field: Field, service: TypedService): Promise<Json> {
  const { type, enum: values = [] } = field.attribute;
  const title = vscode.l10n.t("New Value of {field}", { field: field.name });
  if (type === "boolean") return chooseValue([true, false], title);
  if (type === "enumeration") return chooseValue(values, title);
  const typedText = await ask({
    title,
    prompt: plainTypes.has(type)
      ? vscode.l10n.t("Leave empty for no value")
      : vscode.l10n.t("Enter JSON, or leave empty for no value"),
    validateInput: async (text) => {
      const [invalid, value] = toValue(text, field);
      if (invalid) return vscode.l10n.t("The value is not valid JSON.");
      const findings = await validate({ [field.name]: value }, service, undefined);
      const errorFinding = findings.find(
        ({ severity, path }) => severity === "error" && path[0] === field.name,
      );
      return errorFinding && describeFinding(errorFinding);
    },
  });
  return must(toValue(typedText, field));
}

function chooseValue(values: readonly Json[], title: string): Promise<Json> {
  const none = { label: vscode.l10n.t("No Value"), value: null };
  const choices = values.map((value): { label: string; value: Json } => ({
    label: typeof value === "string" ? value : JSON.stringify(value),
    value,
  }));
  return choose<Json>([...choices, none], { title });
}

/** Types whose values are typed as plain text; all others are typed as JSON. */
const plainTypes = new Set<string>([
  ...["string", "text", "richtext", "email", "uid"],
  ...["date", "time", "datetime", "timestamp", "biginteger"],
]);

/** Reads a typed value with the same rules as the text of a document. */
function toValue(typedText: string, { name, attribute }: Field): Outcome<Json, Failure> {
  if (typedText === "") return done(null);
  if (plainTypes.has(attribute.type)) return done(typedText);
  const [failure, content] = fromText(`{${JSON.stringify(name)}: ${typedText}}`);
  return failure ? failed(failure) : done(valueIn(content, name));
}

export async function sideEffectWords(
  { name, attribute, value }: FieldValue,
  service: TypedService,
): Promise<string[]> {
  const { type } = service;
  const findings = await validate({ [name]: value }, service, undefined);
  return nonEmpty(
    ...findings.filter(isConversion).map(describeFinding),
    isShared(attribute, type) &&
      vscode.l10n.t("This field is shared across locales. The change applies to all locales."),
    !type.draftAndPublish &&
      vscode.l10n.t("This collection has no drafts. Saving publishes immediately."),
  );
}
