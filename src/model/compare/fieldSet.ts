import type { AttributeSchema } from "../../client/index.ts";
import { componentsUsedBy, isComponent, type Catalog } from "../schemas/catalog.ts";

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
