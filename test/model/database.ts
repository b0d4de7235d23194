import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

type Row = Readonly<Record<string, unknown>>;

interface Sqlite {
  prepare(sql: string): { all(): Row[] };
  close(): void;
}

/** What each version of each document holds: by table, documentId, locale and version, each attribute as JSON. */
export type Contents = ReadonlyMap<string, ReadonlyMap<string, string>>;

const project = fileURLToPath(new URL("../cms/", import.meta.url));

/** The content service's database, read beside the service: what it holds, told without row numbers. */
export class Database {
  readonly #sqlite: Sqlite;
  readonly #tableOf = tablesOfTypes();
  readonly #selects: readonly (readonly [table: string, select: string])[];
  readonly #links: readonly Link[];

  constructor(file: string) {
    const require = createRequire(join(project, "package.json"));
    const Sqlite = require("better-sqlite3") as new (path: string, options: object) => Sqlite;
    this.#sqlite = new Sqlite(file, { readonly: true });
    const all = this.#all("SELECT name FROM sqlite_master WHERE type = 'table'");
    // What the service keeps on itself moves when nobody edits: sessions, the last use of a token.
    // What the service keeps on itself moves when nobody edits: sessions, the last use of a token.
    const tables = all
      .map(({ name }) => String(name))
      .filter((name) => !/^(strapi|admin|sqlite)_/.test(name));
    this.#selects = tables.map((name) => [name, this.#select(name)]);
    this.#links = tables.filter((name) => name.endsWith("_lnk")).map((name) => this.#link(name));
  }

  read(): Contents {
    const rows = new Map(this.#selects.map(([name, select]) => [name, this.#all(select)]));
    const told = new Telling(rows, this.#links, this.#tableOf);
    const contents = new Map<string, ReadonlyMap<string, string>>();
    for (const [table, entities] of rows) {
      for (const entity of entities) {
        if ("document_id" in entity)
          contents.set(keyOf(table, entity), told.attributes(table, entity));
      }
    }
    return contents;
  }

  /** The table of a type or component, by its uid. */
  tableOf(uid: string): string {
    return this.#tableOf.get(uid) ?? "";
  }

  close(): void {
    this.#sqlite.close();
  }

  #all(sql: string): Row[] {
    return this.#sqlite.prepare(sql).all();
  }

  /** Numbers that JavaScript would round come as text. */
  #select(table: string): string {
    const columns = this.#all(`PRAGMA table_info("${table}")`);
    const long = columns.filter(({ type }) => type === "bigint").map(({ name }) => String(name));
    const texts = long.map((name) => `, CAST("${name}" AS TEXT) AS "${name}"`).join("");
    return `SELECT *${texts} FROM "${table}"`;
  }

  #link(table: string): Link {
    const keys = this.#all(`PRAGMA foreign_key_list("${table}")`);
    const columns = this.#all(`PRAGMA table_info("${table}")`).map(({ name }) => String(name));
    const [, from = "", to = ""] = columns;
    const at = (column: string) => String(keys.find((key) => key["from"] === column)?.["table"]);
    // Its other order column is the order on the inverse side, which belongs to other documents.
    const order = to.replace(/^inv_/, "").replace(/_id$/, "_ord");
    return { table, from, to, owner: at(from), target: at(to), order };
  }
}

interface Link {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly owner: string;
  readonly target: string;
  readonly order: string;
}

type Part = [name: string, value: unknown];

/** Puts together what belongs to one entity: its columns, components, files and relations. */
class Telling {
  readonly #byId = new Map<string, Map<unknown, Row>>();
  readonly #components = new Map<string, Map<unknown, Row[]>>();
  readonly #files: Map<unknown, Row[]>;
  readonly #relations: readonly { link: Link; byOwner: Map<unknown, Row[]> }[];
  readonly #tableOf: ReadonlyMap<string, string>;

  constructor(
    rows: ReadonlyMap<string, readonly Row[]>,
    links: readonly Link[],
    tableOf: ReadonlyMap<string, string>,
  ) {
    this.#tableOf = tableOf;
    for (const [table, entities] of rows) {
      if (table.endsWith("_cmps"))
        this.#components.set(table, grouped(entities, "entity_id", "order"));
      else this.#byId.set(table, new Map(entities.map((entity) => [entity["id"], entity])));
    }
    const files = (rows.get("files_related_mph") ?? []).map((row) => ({
      ...row,
      owner: `${tableOf.get(String(row["related_type"])) ?? ""} ${String(row["related_id"])}`,
    }));
    this.#files = grouped(files, "owner", "order");
    this.#relations = links.map((link) => ({
      link,
      byOwner: grouped(rows.get(link.table) ?? [], link.from, link.order),
    }));
  }

  attributes(table: string, entity: Row): Map<string, string> {
    return new Map(
      Object.entries(this.#tell(table, entity)).map(([name, value]) => [
        name,
        JSON.stringify(value),
      ]),
    );
  }

  #tell(table: string, entity: Row): Record<string, unknown> {
    const { id, ...columns } = entity;
    const told: Record<string, unknown> = { ...columns };
    const parts = [
      ...this.#partsOf(table, id),
      ...this.#filesOf(table, id),
      ...this.#relationsOf(table, id),
    ];
    for (const [name, value] of parts) {
      told[name] = [...((told[name] as unknown[] | undefined) ?? []), value];
    }
    return told;
  }

  #partsOf(table: string, id: unknown): Part[] {
    const rows = this.#components.get(`${table}_cmps`)?.get(id) ?? [];
    return rows.map(({ component_type: type, cmp_id, field }) => {
      const part = this.#tableOf.get(String(type)) ?? "";
      return [nameOf(field), { type, ...this.#tell(part, this.#entity(part, cmp_id)) }];
    });
  }

  #filesOf(table: string, id: unknown): Part[] {
    const rows = this.#files.get(`${table} ${String(id)}`) ?? [];
    return rows.map(({ field, file_id }) => [
      nameOf(field),
      keyOf("files", this.#entity("files", file_id)),
    ]);
  }

  #relationsOf(table: string, id: unknown): Part[] {
    return this.#relations.flatMap(({ link, byOwner }) => {
      if (link.owner !== table) return [];
      const name = link.table.slice(table.length + 1, -"_lnk".length);
      const rows = byOwner.get(id) ?? [];
      return rows.map((row): Part => [
        name,
        keyOf(link.target, this.#entity(link.target, row[link.to])),
      ]);
    });
  }

  #entity(table: string, id: unknown): Row {
    return this.#byId.get(table)?.get(id) ?? { document_id: `missing ${String(id)}` };
  }
}

function grouped(rows: readonly Row[], by: string, order: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[by]);
    if (group) group.push(row);
    else groups.set(row[by], [row]);
  }
  for (const group of groups.values()) group.sort((a, b) => Number(a[order]) - Number(b[order]));
  return groups;
}

function keyOf(table: string, { document_id, locale, published_at }: Row): string {
  const version = published_at === null ? "draft" : "published";
  return [table, document_id, locale ?? "-", version].map(String).join("/");
}

/** The name of an attribute as a table has it. */
export const nameOf = (attribute: unknown): string =>
  String(attribute).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The table of each type and component, by uid, as the project's own schemas name it. */
function tablesOfTypes(): ReadonlyMap<string, string> {
  const source = join(project, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => file.endsWith(".json"))
      .map((file) => {
        const { collectionName } = JSON.parse(readFileSync(join(source, file), "utf8")) as {
          collectionName: string;
        };
        return [uidOf(file.split(sep)), collectionName];
      }),
  );
}

function uidOf([room = "", first = "", second = ""]: readonly string[]): string {
  return room === "components"
    ? `${first}.${second.replace(".json", "")}`
    : `api::${first}.${first}`;
}

/** Which attributes differ, by document version; only what differs is in it. */
export function differences(before: Contents, after: Contents): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)];
    const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
    const differing = [...names].filter((name) => old?.get(name) !== now?.get(name));
    if (differing.length > 0) found[key] = differing.sort();
  }
  return found;
}
