import * as vscode from "vscode";
import { Guidance } from "../../host/shared/commandFailure.ts";
import { describeFilterFlaw } from "../../texts/browse/filterWords.ts";
import { operatorWord, valueWords } from "../../texts/browse/listQueryWords.ts";
import type { OfferedOperator } from "../../texts/browse/listQueryWords.ts";
import { ask, choose, search, pickMany } from "../../host/shared/prompts.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import type { Choice } from "../../host/shared/stepInput.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { comparingFlaws, type FilterFlaw } from "../../model/browse/filterFlaws.ts";
import type { Condition } from "../../model/browse/filterConditions.ts";
import { filterFieldPaths } from "../../model/browse/filterFields.ts";
import type {
  FilterFieldKind,
  FilterFieldPath,
  FilterField,
  FilterFields,
} from "../../model/browse/filterFields.ts";
import { isOfKind, isPresence, type Operator } from "../../model/browse/filterOperators.ts";
import { isArray, type Json, type JsonObject } from "../../model/foundation/json.ts";
import { typeWord } from "../../texts/schemas/attributeTypeWords.ts";
import type { RecentFilter } from "../../host/browse/collectionState.ts";
import type { Candidate } from "../../model/find/targetSearch.ts";
import type { Truncated } from "../../model/reading/readOptions.ts";

/** The path of a field; undefined where the user wants to write JSON instead. */
export function chooseField({
  title,
  fields,
}: ListQueryRow): Promise<readonly string[] | undefined> {
  const fieldPaths = filterFieldPaths(fields);
  const kind = vscode.QuickPickItemKind.Separator;
  const choices = fieldPaths.flatMap((field, at) => {
    const { path } = field;
    const [label = ""] = path;
    const choice = { label: path.join("."), description: fieldKindWord(field), value: path };
    const former = fieldPaths[at - 1]?.path ?? [];
    const isSameGroup = former.length > 1 && former[0] === label;
    // The fields of each component, relation and file are listed under its name.
    return path.length === 1 || isSameGroup ? [choice] : [{ label, kind, value: path }, choice];
  });
  const asJson = {
    label: vscode.l10n.t("Write as JSON…"),
    iconPath: new vscode.ThemeIcon("json"),
    value: undefined,
  };
  const placeholder = vscode.l10n.t("Choose a field");
  return choose<readonly string[] | undefined>([...choices, asJson], { title, placeholder });
}

export async function askCondition(
  path: readonly string[],
  filtered: ListQueryRow,
  currentCondition?: Condition,
): Promise<Condition> {
  const fields = filterFieldPaths(filtered.fields);
  const fieldAt = (fieldPath: readonly string[]) =>
    fields.find((candidate) => candidate.path.join() === fieldPath.join());
  const relation = path.at(-1) === "documentId" ? fieldAt(path.slice(0, -1)) : undefined;
  if (relation?.target !== undefined) return askCondition(relation.path, filtered);
  const field = fieldAt(path);
  if (!field)
    throw new Guidance(
      vscode.l10n.t("The field {field} no longer exists.", { field: path.join(".") }),
    );
  const title = `${filtered.title}: ${path.join(".")}`;
  const offer = await choose(conditionChoices(field), { title });
  if (offer === "document") return askDocument(field, filtered, title);
  const value =
    offer.value ?? (await askOperand(title, offer.operator, field, currentCondition?.value));
  return { path, operator: offer.operator, value };
}

async function askDocument(
  { path, target = "" }: FilterFieldPath,
  { search: find, titles }: ListQueryRow,
  title: string,
): Promise<Condition> {
  const placeholder = vscode.l10n.t("Type to search the service");
  const chosen = await search({ title, placeholder }, async (text) => {
    const { rows, isTruncated } = await find(target, text);
    const choices = rows.map((candidate) => ({
      label: candidate.title || untitled(),
      description: ago(candidate.updatedAt),
      value: candidate,
    }));
    return { rows: choices, isTruncated };
  });
  const value = chosen.documentId;
  if (chosen.title) titles[value] = chosen.title;
  return { path: [...path, "documentId"], operator: "$eq", value };
}

/** The user is asked for the value where a choice has none. */
function conditionChoices({
  kind,
  target,
}: FilterFieldPath): Choice<
  { readonly operator: OfferedOperator; readonly value?: Json } | "document"
>[] {
  const flags = kind === "flag" ? [true, false] : [];
  const isDocument = vscode.l10n.t({ message: "is…", comment: ["Operator in a list"] });
  return [
    ...(target === undefined ? [] : [{ label: isDocument, value: "document" } as const]),
    ...flags.map((value) => ({
      label: value ? vscode.l10n.t("is true") : vscode.l10n.t("is false"),
      value: { operator: "$eq", value } as const,
    })),
    ...offered[kind].map((operator) => ({
      label: operatorWord(operator),
      description: operator,
      value: { operator, ...(isPresence(operator) && { value: true }) },
    })),
  ];
}

const ordered = [
  ...(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"] as const),
  ...(["$between", "$null", "$notNull"] as const),
] as const;

const offered: Readonly<Record<FilterFieldKind, readonly OfferedOperator[]>> = {
  text: [
    ...(["$containsi", "$notContainsi", "$eq", "$ne", "$startsWithi", "$endsWithi"] as const),
    ...(["$in", "$null", "$notNull"] as const),
  ],
  choice: ["$eq", "$ne", "$in", "$notIn", "$null", "$notNull"],
  number: ordered,
  whole: ordered,
  flag: ["$null", "$notNull"],
  date: ordered,
  time: ordered,
  moment: ordered,
  json: ["$containsi", "$notContainsi", "$null", "$notNull"],
  entity: ["$notNull", "$null"],
};

/** The user may edit the current value. */
async function askOperand(
  title: string,
  operator: OfferedOperator,
  field: FilterFieldPath,
  currentValue: Json | undefined,
): Promise<Json> {
  if (field.kind === "choice") {
    const choices = field.choices.map((value) => ({ label: value, value }));
    if (operator !== "$in" && operator !== "$notIn") return choose(choices, { title });
    const currentValues = isArray(currentValue) ? currentValue : [];
    return pickMany(
      choices.map((choice) => ({ ...choice, picked: currentValues.includes(choice.value) })),
      { title, placeholder: operatorWord(operator) },
    );
  }
  const askFor = async (comparison: Operator, prompt: string, value: Json | undefined) => {
    const valueOf = (text: string): Json =>
      comparison === "$in" ? parts(text) : valueOfKind(text.trim(), field.kind);
    const text = await ask({
      ...{ title, prompt: promptOf(prompt, field.kind) },
      value: value === undefined ? "" : valueWords(value),
      validateInput: (typed) =>
        comparingFlaws({ [comparison]: valueOf(typed) }, field, field.path).map((flaw) =>
          describeTyped({ ...flaw, path: field.path }),
        )[0],
    });
    return valueOf(text);
  };
  const [first, second] = isArray(currentValue) ? currentValue : [currentValue];
  if (operator === "$in")
    return askFor("$in", vscode.l10n.t("is one of (values separated by commas)"), currentValue);
  if (operator !== "$between") return askFor(operator, operatorWord(operator), first);
  return [
    await askFor("$gte", vscode.l10n.t("From"), first),
    await askFor("$lte", vscode.l10n.t("To"), second),
  ];
}

/** The message names the field without the operator, which the input box shows. */
const describeTyped = (flaw: FilterFlaw): string =>
  flaw.code === "empty"
    ? vscode.l10n.t("Enter a value. An empty value matches everything.")
    : describeFilterFlaw(flaw);

/** The operator, with the form of the values that the service reads. */
function promptOf(operator: string, kind: FilterFieldKind): string {
  switch (kind) {
    case "date":
      return vscode.l10n.t("{operator} (a date, such as 2026-03-01)", { operator });
    case "time":
      return vscode.l10n.t("{operator} (a time, such as 10:30:00)", { operator });
    case "moment":
      return vscode.l10n.t("{operator} (a date and time, such as 2026-03-01T10:30:00Z)", {
        operator,
      });
    default:
      return operator;
  }
}

const valueOfKind = (text: string, kind: FilterFieldKind): Json =>
  kind === "number" && isOfKind(text, kind) ? Number(text) : text;

const parts = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export interface ListQueryRow {
  readonly title: string;
  readonly collection: string;
  /** The filters that the collection was last limited to, newest first. */
  readonly recent: readonly RecentFilter[];
  /** The titles of the documents that filters name, by documentId. Chosen ones are added. */
  readonly titles: Record<string, string>;
  /** Searches the documents that a relation to a type, named by its uid, may point to. */
  readonly search: (target: string, text: string) => Promise<Truncated<Candidate>>;
  readonly fields: FilterFields;
  /** Whether these are all fields. */
  readonly isWhole: boolean;
}

/** The action of a row in the filter's list; its result is the new filter. */
export interface ListQueryStep {
  readonly change: () => Promise<JsonObject | undefined>;
  readonly press?: (button: vscode.QuickInputButton) => Promise<JsonObject | undefined>;
}

export const fieldKindWord = ({ type, choices, isList }: FilterField): string =>
  choices.length > 0
    ? vscode.l10n.t("Enumeration: {values}", { values: choices.join(", ") })
    : typeWord(type, isList);
