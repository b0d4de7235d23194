import type { AttributeSchema } from "../../src/client/index.ts";
import type { Catalog } from "../../src/model/schemas/catalog.ts";
import type { Json } from "../../src/model/foundation/json.ts";
import { isExclusive } from "../model/anyDocument.ts";
import { nameOf } from "../model/databaseEntities.ts";
import type { Version, Whole } from "./whole.ts";

const fileUid = "plugin::upload.file";

/** Finds targets for relations and media attributes in the database, so that no route needs to list them. */
export class Supply {
  readonly #whole: Whole;
  readonly #catalog: Catalog;
  readonly #given = new Set<string>();
  #number = 0;

  constructor(whole: Whole, catalog: Catalog) {
    this.#whole = whole;
    this.#catalog = catalog;
  }

  /** A new number for each call. */
  number(): number {
    this.#number += 1;
    return this.#number;
  }

  /** The documentId of a target that the value doesn't contain and that is published in this locale. */
  other(
    [name, attribute]: readonly [string, AttributeSchema],
    value: Json,
    { documentId: ownId, locale, key }: Version,
  ): string | undefined {
    if (attribute.type !== "media" && attribute.type !== "relation") return undefined;
    const uid = attribute.type === "media" ? fileUid : (attribute.target ?? "");
    const { localized, draftAndPublish } = this.#catalog.targets.get(uid) ?? {};
    const usedTargets =
      JSON.stringify(value) + (isExclusive(attribute) ? this.#pointedTo(name, key) : "");
    const free = this.#whole
      .versions(uid)
      .filter(({ version }) => !draftAndPublish || version === "published")
      .filter((target) => !localized || target.locale === locale)
      .map(({ documentId }) => documentId)
      .filter((id) => id !== ownId && !usedTargets.includes(id) && !this.#given.has(id));
    const chosen = free[this.#number % free.length];
    if (chosen !== undefined && isExclusive(attribute)) this.#given.add(chosen);
    return chosen;
  }

  /** The targets that all documents of a table have in an attribute. */
  #pointedTo(name: string, key: string): string {
    const [table = ""] = key.split("/");
    return [...this.#whole.contents]
      .filter(([other]) => other.startsWith(`${table}/`))
      .map(([, attributes]) => attributes.get(nameOf(name)) ?? "")
      .join();
  }
}
