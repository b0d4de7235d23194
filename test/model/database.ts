import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { DatabaseAccess } from "../services/databaseServer.ts";
import { keyOf, Telling } from "./telling.ts";
import type { Link, Row } from "./telling.ts";

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

  constructor(access: DatabaseAccess) {
    if (access.kind !== "sqlite") throw new Error("Only SQLite can be compared so far.");
    const require = createRequire(import.meta.url);
    const Sqlite = require(join(project, "node_modules/better-sqlite3")) as new (
      path: string,
      options: object,
    ) => Sqlite;
    this.#sqlite = new Sqlite(access.file, { readonly: true });
    const all = this.#all("SELECT name FROM sqlite_master WHERE type = 'table'");
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

/** The table of each type and component, by uid, as the project's own schemas name it; and of users. */
function tablesOfTypes(): ReadonlyMap<string, string> {
  const source = join(project, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const own = files
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const { collectionName } = JSON.parse(readFileSync(join(source, file), "utf8")) as {
        collectionName: string;
      };
      return [uidOf(file.split(sep)), collectionName] as const;
    });
  return new Map([...own, ["plugin::users-permissions.user", "up_users"]]);
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
