import type { AttributeSchema } from "../../../client/index.ts";
import { singleId } from "../../foundation/address.ts";
import { valueIn, pathText, type Json, type JsonObject } from "../../foundation/json.ts";
import { asJson, isArray, isObject, keyTextOf, nested, textIn } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { titleOf } from "../../documents/snapshotReader.ts";
import { isUnsearchable } from "../../find/inboundRelations.ts";
import { readLocalizations } from "../../reading/documentReader.ts";
import { readFirst } from "../../reading/lookup.ts";
import type { ReadOptions, ReadResult } from "../../reading/readOptions.ts";
import { findFirstUsers } from "../../reading/userReader.ts";
import { isList, isUsers, localeFieldOf, type ContentType } from "../../schemas/catalog.ts";
import type { Service } from "../../schemas/catalogs.ts";
import { localeOfTarget, localizationOf } from "../../reading/readRequests.ts";
import type { VersionName } from "../../content/publicationStatus.ts";
import type { OtherChange } from "../../journal/journalEntry.ts";

/** A relation on its owning side, and the localization of its targets that is asked about. */
export interface RelationTo {
  readonly type: ContentType;
  readonly names: readonly string[];
  readonly attribute: AttributeSchema;
  readonly target: ContentType;
  /** Undefined if the target is not localized. */
  readonly locale: string | undefined;
}

/** A localization of a document in one version, with all targets of one of its relations. */
export interface RelationRow {
  /** The document and its locale. */
  readonly key: string;
  readonly row: JsonObject;
  /** The documentIds of the targets in the locale that is asked about. */
  readonly targets: readonly string[];
}

export interface RelationRows {
  readonly rows: readonly RelationRow[];
  /** The last key that was read; undefined if the list is complete. */
  readonly end: string | undefined;
  /** Whether the service can't search the relation, or the client has no permission for it. */
  readonly isHidden: boolean;
}

const maxDocumentsPerRelation = 1000;

export const noRows: RelationRows = { rows: [], end: undefined, isHidden: false };

export type RowQuery = { readonly version: VersionName } & (
  | { readonly targets: readonly string[] }
  | { readonly ids: readonly string[] }
);

export async function readRelationRows(
  service: Service,
  relation: RelationTo,
  query: RowQuery,
  options: ReadOptions,
): ReadResult<RelationRows> {
  const [failure, list] = await requestRows(service, relation, query, options);
  if (failure)
    return isUnsearchable(failure) ? done({ ...noRows, isHidden: true }) : failed(failure);
  const { names, target, locale } = relation;
  const rows = list.rows.map((row) => {
    const rowLocale = textIn(row, "locale") || undefined;
    const isAsked = (value: JsonObject) =>
      !target.localized ||
      (textIn(value, "locale") || localeOfTarget(target, rowLocale, service)) === locale;
    const ids = valuesAt(row, names)
      .filter(isAsked)
      .map((value) => textIn(value, "documentId"));
    return { key: localizationOf(row), row, targets: [...new Set(ids)] };
  });
  // A single type is not searched, and a target may be in another locale.
  const matches = (row: RelationRow) =>
    !("targets" in query) || row.targets.some((id) => query.targets.includes(id));
  return done({
    rows: rows.filter(matches),
    end: list.isTruncated ? rows.at(-1)?.key : undefined,
    isHidden: false,
  });
}

async function requestRows(
  service: Service,
  { type, names, target, locale }: RelationTo,
  query: RowQuery,
  options: ReadOptions,
): ReadResult<{ readonly rows: readonly JsonObject[]; readonly isTruncated: boolean }> {
  if (type.kind === "single") {
    const which = { status: query.version, locale: type.localized ? locale : null };
    const typed = { ...service, type };
    const [failure, rows] = await readLocalizations(typed, { id: singleId }, which, options);
    return failure ? failed(failure) : done({ rows, isTruncated: false });
  }
  const list = {
    filters:
      "ids" in query
        ? { documentId: { $in: query.ids } }
        : nested(names, { documentId: { $in: query.targets } }),
    fields: [type.titleField ?? "documentId", ...localeFieldOf(type)],
    populate: populateOf(names, ["documentId", ...localeFieldOf(target)]),
    sort: ["documentId:asc", "id:asc"],
  };
  if (isUsers(type)) {
    const [failure, users] = await findFirstUsers(service, maxDocumentsPerRelation, list, options);
    return failure ? failed(failure) : done({ ...users, rows: users.rows.map(asJson) });
  }
  const version = { status: query.version, ...(type.localized && { locale: locale ?? "*" }) };
  const first = { count: maxDocumentsPerRelation, params: { ...list, ...version } };
  return readFirst({ ...service, type }, first, options);
}

const populateOf = ([name = "", ...below]: readonly string[], fields: string[]): JsonObject => ({
  [name]: below.length > 0 ? { populate: populateOf(below, fields) } : { fields },
});

function valuesAt(value: Json, names: readonly string[]): JsonObject[] {
  if (isArray(value)) return value.flatMap((item) => valuesAt(item, names));
  if (!isObject(value)) return [];
  const [name, ...below] = names;
  return name === undefined ? [value] : valuesAt(valueIn(value, name), below);
}

/** The id of a row in the address of its document. */
export function idIn(row: JsonObject, type: ContentType): string {
  if (type.kind === "single") return singleId;
  return (isUsers(type) ? keyTextOf(row["id"]) : undefined) ?? textIn(row, "documentId");
}

export function changesOfRow(
  { row, targets: before }: RelationRow,
  { type, names, attribute }: RelationTo,
  version: VersionName,
  lostTargets: readonly string[],
  gainedTargets: readonly string[] = [],
): OtherChange[] {
  const unchangedTargets = before.filter(
    (id) => !lostTargets.includes(id) && !gainedTargets.includes(id),
  );
  const after =
    gainedTargets.length > 0 && !isList(attribute)
      ? gainedTargets
      : [...unchangedTargets, ...gainedTargets];
  const change = (target: string, kind: OtherChange["change"]): OtherChange => ({
    type: type.name,
    documentId: idIn(row, type),
    title: titleOf(row, type),
    path: pathText(names),
    ...(type.localized && { locale: textIn(row, "locale") }),
    version: type.draftAndPublish ? version : "published",
    change: kind,
    target,
    before,
    after,
  });
  return [
    ...gainedTargets.map((target) => change(target, "gets")),
    ...lostTargets.map((target) => change(target, "loses")),
  ];
}
