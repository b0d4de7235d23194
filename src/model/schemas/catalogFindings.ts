import type { Catalog, ContentType, UnknownKey } from "./catalog.ts";
import { isUndetermined, mergeKeys, noKeys, withHidden } from "./hiddenAttributes.ts";
import type { ConfirmedKeys } from "./hiddenAttributes.ts";
import { Routes } from "./routes.ts";
import { withoutKeys } from "./unknownKeys.ts";

/**
 * What the answers of a connection's service have taught about its catalog, beside its schema. The
 * findings are forgotten when the catalog is invalidated.
 */
export class CatalogFindings {
  readonly routes: Routes;
  /** The keys that the workspace's schema has and the service does not. */
  #unknown: readonly UnknownKey[] = [];
  /** The keys that answers contain and the schema lacks. */
  #confirmed = noKeys;
  /** The uids of the types whose hidden attributes an answer has shown. */
  readonly #revealed = new Set<string>();

  constructor(routes: Routes) {
    this.routes = routes;
  }

  /** A catalog with everything that answers have taught. */
  of(catalog: Catalog): Catalog {
    const unknown = catalog.source === "workspace" ? this.#unknown : [];
    return this.routes.of(withoutKeys(withHidden(catalog, this.#confirmed), unknown));
  }

  addUnknown(key: UnknownKey): void {
    this.#unknown = [...this.#unknown, key];
  }

  addKeys(confirmed: ConfirmedKeys): void {
    this.#confirmed = mergeKeys(this.#confirmed, confirmed);
  }

  /** Whether an answer has shown all attributes of a type, and none of them was empty. */
  isRevealed({ uid, attributes }: ContentType): boolean {
    return this.#revealed.has(uid) && ![...attributes.values()].some(isUndetermined);
  }

  setRevealed({ uid }: ContentType): void {
    this.#revealed.add(uid);
  }

  forget(): void {
    this.#unknown = [];
    this.routes.forget();
    this.forgetHidden();
  }

  /** The service may have lost the keys that its schema lacks. */
  forgetHidden(): void {
    this.#confirmed = noKeys;
    this.#revealed.clear();
  }
}
