import type { ShapeParams } from "../../client/index.ts";
import type { Row } from "../../model/browse/contentList.ts";
import {
  fieldAt,
  fieldsOf,
  unnamedField,
  type MissingField,
} from "../../model/browse/filterFields.ts";
import { shapesFor, type PopulateTree, type Shapes } from "../../model/content/requestShape.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import {
  asJson,
  isArray,
  isObject,
  keyTextOf,
  ownIn,
  pick,
  textIn,
  type Json,
  type JsonObject,
} from "../../model/foundation/json.ts";
import { failed } from "../../model/foundation/outcome.ts";
import { PageReader } from "../../model/reading/pageReader.ts";
import { findUsers } from "../../model/reading/userReader.ts";
import {
  attributeKeyOf,
  attributeOfKey,
  ownKeys,
  ownNameOf,
  type OwnName,
} from "../../model/records/ownKeys.ts";
import { isPolymorphic, isStructured, isUnread } from "../../model/schemas/catalog.ts";
import type { Attributes } from "../../model/schemas/catalog.ts";
import { userTypeOf } from "../../model/schemas/userType.ts";
import { CliError, unwrap } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import { fieldHint } from "../shared/nameHint.ts";
import type { PrintedRecord } from "../shared/table.ts";
import type { ChosenType } from "../shared/typeChoice.ts";

/*
 * The fields of a list: what is known of the document itself, and values of its attributes. A path
 * such as `author.name` leads into a relation, a component or a media file. A path that ends at a
 * relation or a media file has the titles of its targets as its value.
 */

interface ListedField {
  readonly key: string;
  readonly own?: OwnName;
  /** Empty for an own name. */
  readonly path: Path;
  /** The field with the titles of the targets at the end of the path. */
  readonly title?: string;
}

type Path = readonly string[];

/** What the listing knows of a document itself, or of a user. */
type RowFacts = Partial<Readonly<Record<OwnName, Json>>>;

export function rowFactsOf(row: Row, { type }: ChosenType): RowFacts {
  const { id, title } = row;
  if (row.kind === "user") return { id: Number(id), title };
  if (row.kind === "file") return { documentId: id, title };
  const { updatedAt, locale, state = null } = row;
  return {
    ...{ documentId: id, title, updatedAt },
    ...(type?.draftAndPublish && { status: state }),
    ...(locale !== undefined && { locale }),
  };
}

/** The fields to list, with the id first. */
function fieldsIn(text: string, chosen: ChosenType): readonly ListedField[] {
  const keys = text.split(",").map((key) => key.trim());
  if (keys.includes("")) {
    throw new CliError("--fields has an empty name. Put names with $ between single quotes.");
  }
  const id = chosen.type ? "documentId" : "id";
  return [...new Set([ownKeys[id], ...keys])].map((key) => toField(key, chosen));
}

function toField(key: string, chosen: ChosenType): ListedField {
  const { collection, catalog } = chosen;
  const attributes = attributesOf(chosen);
  const own = ownNameOf(key, attributes);
  if (own && ownNamesOf(chosen).includes(own)) return { key, own, path: [] };
  const path = pathOf(key, attributes);
  const [name = "", ...innerNames] = path;
  if (innerNames.length === 0 && plainNamesIn(attributes).includes(name)) return { key, path };
  const fields = fieldsOf(collection.type, catalog);
  const unknown: MissingField = { code: "no-field", path: [key], known: namesOf(chosen) };
  const [missing, field] = own ? failed(unknown) : fieldAt(path, fields);
  // Fields that are inferred from documents may be incomplete.
  const isInferred = catalog.source === "inferred";
  if (missing) {
    if (isInferred) return { key, path };
    const hint = fieldHint(missing.path.length > 1 ? missing : unknown);
    throw new CliError(`--fields: ${collection.type} has no field ${key}. ${hint}`);
  }
  if (field.type === "media") return { key, path, title: "name" };
  if (field.kind !== "entity") return { key, path };
  const target = catalog.targets.get(field.target ?? "");
  if (!target) {
    if (isInferred) return { key, path };
    const hint = fieldHint(unnamedField(path, field));
    throw new CliError(`--fields: ${key} needs one of its fields. ${hint}`);
  }
  const { titleField = "documentId" } = target;
  return { key, path, title: field.inside().has(titleField) ? titleField : "documentId" };
}

/** The attribute that a key names, and the names inside it. The name of an attribute may have dots. */
function pathOf(key: string, attributes: Attributes): Path {
  const names = key.split(".");
  const prefixes = names.map((_, at) => names.slice(0, names.length - at));
  const isAttribute = (prefix: Path) => attributes.has(attributeOfKey(prefix.join(".")));
  const prefix = prefixes.find(isAttribute) ?? names.slice(0, 1);
  return [attributeOfKey(prefix.join(".")), ...names.slice(prefix.length)];
}

const attributesOf = ({ type, catalog }: ChosenType): Attributes =>
  (type ?? userTypeOf(catalog, {})).attributes;

/** The attributes with a value of their own. */
const plainNamesIn = (attributes: Attributes): readonly string[] =>
  [...attributes].flatMap(([name, attribute]) =>
    isStructured(attribute) || isUnread(attribute) ? [] : [name],
  );

const ownNamesOf = ({ type }: ChosenType): readonly OwnName[] => [
  type ? "documentId" : "id",
  ...(["title", "createdAt", "updatedAt"] as const),
  ...(type?.draftAndPublish ? (["status"] as const) : []),
  ...(type?.localized ? (["locale"] as const) : []),
];

/** The keys of all fields. */
function namesOf(chosen: ChosenType): readonly string[] {
  const { collection, catalog } = chosen;
  const attributes = attributesOf(chosen);
  const entities = [...fieldsOf(collection.type, catalog)].flatMap(([name, { kind }]) => {
    const attribute = attributes.get(name);
    return kind === "entity" && attribute && !isPolymorphic(attribute) ? [name] : [];
  });
  return [
    ...[...plainNamesIn(attributes), ...entities].map(attributeKeyOf),
    ...ownNamesOf(chosen).map((name) => ownKeys[name]),
  ];
}

/** Reads the fields of listed documents: one request for all rows of a page. */
export class FieldReader {
  readonly #context: CliContext;
  readonly #chosen: ChosenType;
  readonly #fields: readonly ListedField[];
  readonly #unread = new Set<string>();

  /** Throws a CliError for a field that can't be listed. `names` are separated by commas. */
  constructor(context: CliContext, chosen: ChosenType, names: string) {
    this.#context = context;
    this.#chosen = chosen;
    this.#fields = fieldsIn(names, chosen);
  }

  get keys(): readonly string[] {
    return this.#fields.map(({ key }) => key);
  }

  /** The keys of the fields that the service left out, as it does without a permission. */
  get unread(): readonly string[] {
    return [...this.#unread];
  }

  async records(listedRows: readonly Row[]): Promise<readonly PrintedRecord[]> {
    if (listedRows.length === 0) return [];
    const rows = this.#chosen.type
      ? await this.#readDocuments(listedRows)
      : await this.#readUsers(listedRows);
    const id = this.#chosen.type ? "documentId" : "id";
    const rowsById = new Map(rows.map((row) => [keyTextOf(row[id]), row]));
    return listedRows.map((listed) => {
      const row = rowsById.get(listed.id);
      const facts: RowFacts = { ...rowFactsOf(listed, this.#chosen), ...pick(row ?? {}, times) };
      return Object.fromEntries(
        this.#fields.map((field) => [
          field.key,
          field.own ? facts[field.own] : row && this.#valueOf(field, row),
        ]),
      );
    });
  }

  #valueOf({ key, path, title }: ListedField, row: JsonObject): Json | undefined {
    const value = valueAt(row, path, title);
    if (value === undefined && this.#chosen.catalog.source !== "inferred") this.#unread.add(key);
    const isList = isArray(value) && (path.length > 1 || title !== undefined);
    return isList && !this.#context.output.isJson ? value.map(cellOf).join(", ") : value;
  }

  async #readDocuments(listedRows: readonly Row[]): Promise<readonly JsonObject[]> {
    const { model, process } = this.#context;
    const { type } = this.#chosen;
    if (!type) return [];
    const service = { ...(await model.readService()), type };
    const locales = listedRows.flatMap((row) =>
      row.kind === "document" ? (row.locale ?? []) : [],
    );
    const [first, ...others] = shapesFor(service, { names: this.#plainNames });
    const populate = service.catalog.source === "inferred" ? first.populate : this.#populate;
    const shapes: Shapes = [{ ...first, ...(populate && { populate }) }, ...others];
    const query = { status: "draft", locales: [...new Set(locales)], shapes } as const;
    const reader = new PageReader(service, query, { signal: process.signal });
    return unwrap(await reader.byIds(listedRows.map(({ id }) => id)));
  }

  async #readUsers(listedRows: readonly Row[]): Promise<readonly JsonObject[]> {
    const { model, process } = this.#context;
    const filters = { id: { $in: listedRows.map(({ id }) => Number(id)) } };
    const query = { filters, fields: this.#plainNames, populate: this.#populate };
    const { signal } = process;
    return unwrap(await findUsers(await model.readService(), query, { signal })).map(asJson);
  }

  /** The attributes of the document itself. */
  get #plainNames(): readonly string[] {
    return this.#fields.flatMap(({ own, path, title }) => {
      if (own) return times.filter((name) => name === own);
      return path.length === 1 && title === undefined ? path : [];
    });
  }

  get #populate(): PopulateTree {
    const paths = this.#fields.flatMap(({ path, title }) =>
      title === undefined ? [path] : [[...path, title]],
    );
    return shapeOf(paths).populate;
  }
}

const times = ["createdAt", "updatedAt"];

/** The parameters that request the values at paths. All fields are requested if no path ends here. */
function shapeOf(paths: readonly Path[]): Pick<ShapeParams, "fields"> & {
  readonly populate: PopulateTree;
} {
  const fields = paths.flatMap((path) => (path.length === 1 ? path : []));
  const innerPaths = paths.filter((path) => path.length > 1);
  const groups = groupedBy(innerPaths, ([name = ""]) => name);
  const populate: PopulateTree = Object.fromEntries(
    [...groups].map(([name, group]) => [name, shapeOf(group.map((path) => path.slice(1)))]),
  );
  return { ...(fields.length > 0 && { fields }), populate };
}

/**
 * The value at a path, or the titles there. A path through a list has a list of values. Undefined if
 * the service left out what the path names.
 */
function valueAt(value: Json | undefined, path: Path, title?: string): Json | undefined {
  const [name, ...innerNames] = path;
  if (value === undefined || value === null) return value;
  if (isArray(value) && (name ?? title) !== undefined) {
    const values = value.map((entry) => valueAt(entry, path, title));
    const isUnread = values.length > 0 && values.every((inner) => inner === undefined);
    return isUnread ? undefined : values.flatMap((inner) => inner ?? []);
  }
  if (name !== undefined) {
    return isObject(value) ? valueAt(ownIn(value, name), innerNames, title) : null;
  }
  if (title === undefined || !isObject(value)) return value;
  return textIn(value, title) || textIn(value, "documentId");
}

const cellOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
