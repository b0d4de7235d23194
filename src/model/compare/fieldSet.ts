import type { AttributeSchema } from "../../client/index.ts";
import { isComponent, type Catalog } from "../schemas/catalog.ts";

export interface FieldOfType {
  /** The uid of the type or component. */
  readonly owner: string;
  readonly name: string;
}

export class FieldSet {
  static readonly none = new FieldSet([]);
  readonly all: readonly FieldOfType[];
  readonly #names = new Map<string, Set<string>>();

  constructor(fields: readonly FieldOfType[]) {
    for (const { owner, name } of fields) {
      this.#names.set(owner, (this.#names.get(owner) ?? new Set()).add(name));
    }
    this.all = [...this.#names].flatMap(([owner, names]) =>
      [...names].map((name) => ({ owner, name })),
    );
  }

  has(owner: string, name: string): boolean {
    return this.#names.get(owner)?.has(name) === true;
  }

  namesIn(owner: string): Iterable<string> {
    return this.#names.get(owner) ?? [];
  }

  /** The fields of the components that an attribute holds, also inside other components. */
  within(attribute: AttributeSchema, catalog: Pick<Catalog, "components">): readonly FieldOfType[] {
    if (this.all.length === 0 || !isComponent(attribute)) return [];
    const used = componentsUsedBy(new Map([["", attribute]]), catalog);
    return this.all.filter(({ owner }) => used.has(owner));
  }

  equals({ all }: FieldSet): boolean {
    return all.length === this.all.length && all.every(({ owner, name }) => this.has(owner, name));
  }
}

/** The components that a type uses, directly or inside other components, by uid. */
export function componentsUsedBy(
  attributes: Iterable<readonly [string, AttributeSchema]>,
  { components }: Pick<Catalog, "components">,
  uids = new Set<string>(),
): ReadonlySet<string> {
  for (const [, attribute] of attributes) {
    if (!isComponent(attribute)) continue;
    for (const uid of [attribute.component ?? [], attribute.components ?? []].flat()) {
      if (uids.has(uid)) continue;
      uids.add(uid);
      componentsUsedBy(components.get(uid) ?? new Map(), { components }, uids);
    }
  }
  return uids;
}
