import type { Row } from "../services/databaseReader.ts";

/** A join table of relations, seen from the owning side. */
export interface Link {
  readonly table: string;
  /** The attribute of the owner. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly owner: string;
  readonly target: string;
  /** The column with the order on the owning side. The order on the inverse side belongs to other documents. */
  readonly order: string | undefined;
}

/** The tables that hold the parts of an entity. */
export interface Places {
  /** The table of each type and component, by uid. */
  readonly tableOf: ReadonlyMap<string, string>;
  /** The table that joins an entity to its components, by the entity's table. The service shortens long names. */
  readonly components: ReadonlyMap<string, string>;
  readonly links: readonly Link[];
}

type Part = [name: string, value: unknown];

/** The relations of an attribute, by the id of their owner. */
interface Relations {
  readonly name: string;
  readonly link: Link;
  readonly byOwner: ReadonlyMap<unknown, readonly Row[]>;
}

/** Collects the columns, components, files and relations of an entity. */
export class DatabaseEntities {
  readonly #byId = new Map<string, Map<unknown, Row>>();
  readonly #components = new Map<string, Map<unknown, Row[]>>();
  readonly #files: Map<unknown, Row[]>;
  /** The relations of each table's entities. */
  readonly #relations = new Map<string, readonly Relations[]>();
  readonly #tableOf: ReadonlyMap<string, string>;

  constructor(rows: ReadonlyMap<string, readonly Row[]>, { tableOf, components, links }: Places) {
    this.#tableOf = tableOf;
    for (const [table, entities] of rows) {
      this.#byId.set(table, new Map(entities.map((entity) => [entity["id"], entity])));
    }
    for (const [owner, table] of components) {
      this.#components.set(owner, grouped(rows.get(table) ?? [], "entity_id", "order"));
    }
    const files = (rows.get("files_related_mph") ?? []).map((row) => ({
      ...row,
      owner: `${tableOf.get(String(row["related_type"])) ?? ""} ${String(row["related_id"])}`,
    }));
    this.#files = grouped(files, "owner", "order");
    for (const link of links) {
      const byOwner = grouped(rows.get(link.table) ?? [], link.from, link.order);
      const others = this.#relations.get(link.owner) ?? [];
      this.#relations.set(link.owner, [...others, { name: nameOf(link.name), link, byOwner }]);
    }
  }

  attributes(table: string, entity: Row): Map<string, string> {
    const attributes = new Map<string, string>();
    for (const [name, value] of Object.entries(this.#contentOf(table, entity))) {
      if (value !== undefined) attributes.set(name, JSON.stringify(value));
    }
    return attributes;
  }

  #contentOf(table: string, entity: Row): Record<string, unknown> {
    const { id } = entity;
    const parts = [
      ...this.#partsOf(table, id),
      ...this.#filesOf(table, id),
      ...this.#relationsOf(table, id),
    ];
    // The order matters only within an attribute.
    parts.sort(([name], [other]) => (name < other ? -1 : Number(name > other)));
    const values = new Map<string, unknown[]>();
    for (const [name, value] of parts) {
      const earlier = values.get(name);
      if (earlier) earlier.push(value);
      else values.set(name, [value]);
    }
    const content: Record<string, unknown> = { ...entity, id: undefined };
    for (const [name, attribute] of values) content[name] = attribute;
    return content;
  }

  #partsOf(table: string, id: unknown): Part[] {
    const rows = this.#components.get(table)?.get(id) ?? [];
    return rows.map(({ component_type: type, cmp_id, field }) => {
      const part = this.#tableOf.get(String(type)) ?? "";
      return [nameOf(field), { type, ...this.#contentOf(part, this.#entity(part, cmp_id)) }];
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
    return (this.#relations.get(table) ?? []).flatMap(({ name, link, byOwner }) =>
      (byOwner.get(id) ?? []).map((row): Part => [
        name,
        keyOf(link.target, this.#entity(link.target, row[link.to])),
      ]),
    );
  }

  #entity(table: string, id: unknown): Row {
    return this.#byId.get(table)?.get(id) ?? { document_id: `missing ${String(id)}` };
  }
}

function grouped(rows: readonly Row[], by: string, order: string | undefined): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[by]);
    if (group) group.push(row);
    else groups.set(row[by], [row]);
  }
  if (order === undefined) return groups;
  for (const group of groups.values()) group.sort((a, b) => Number(a[order]) - Number(b[order]));
  return groups;
}

/** A key for a document version. It stays the same when the service creates the rows again. */
export function keyOf(table: string, { document_id, locale, published_at }: Row): string {
  const version = published_at === null ? "draft" : "published";
  return [table, document_id, locale ?? "-", version].map(String).join("/");
}

/** The column name of an attribute. */
export const nameOf = (attribute: unknown): string =>
  String(attribute)
    .replace(/^\$|\]$/g, "")
    .replace(/[ .[]/g, "_")
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
