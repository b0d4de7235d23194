import type { Catalog, ContentType, RouteRecords, UnknownKey } from "./catalog.ts";
import { isUndetermined, mergeKeys, noKeys, withHidden } from "./hiddenAttributes.ts";
import type { ConfirmedKeys } from "./hiddenAttributes.ts";
import { withoutKeys } from "./unknownKeys.ts";

/** What the answers of a service have taught about its catalog, until that is invalidated. */
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

/** A route that reads documents of a type: one by its documentId, or a list. */
export type Route = "one" | "list";

/** The service's code can change at any time. */
const findingLifetimeMs = 24 * 60 * 60 * 1_000;

export class Routes {
  readonly #records = new Map<string, RouteRecords[string]>();
  readonly #onLearn: (isNew: boolean) => void;

  /** `onLearn` is called after each finding, with whether it changes what was known. */
  constructor(onLearn: (isNew: boolean) => void) {
    this.#onLearn = onLearn;
  }

  /** The catalog with the uids of types whose `one` route ignores what a request asks for. */
  of(catalog: Catalog): Catalog {
    const decided = new Set(
      [...this.#records].flatMap(([key, { decides }]) => {
        const [route, uid = ""] = key.split(" ");
        return decides && route === "one" ? uid : [];
      }),
    );
    const { decided: earlierDecided, ...baseCatalog } = catalog;
    if (decided.size === 0) return earlierDecided ? baseCatalog : catalog;
    return { ...baseCatalog, decided };
  }

  /** Whether the route ignores what a request asks for; undefined if unknown or outdated. */
  decides(route: Route, uid: string): boolean | undefined {
    const record = this.#records.get(`${route} ${uid}`);
    return record && Date.now() - record.at < findingLifetimeMs ? record.decides : undefined;
  }

  learn(route: Route, uid: string, decides: boolean): void {
    const key = `${route} ${uid}`;
    const isNew = (this.#records.get(key)?.decides ?? false) !== decides;
    this.#records.set(key, { decides, at: Date.now() });
    this.#onLearn(isNew);
  }

  /** Restores the findings of an earlier window, unless this window has its own. */
  restore(routes: RouteRecords): void {
    if (this.#records.size > 0) return;
    for (const [key, record] of Object.entries(routes)) this.#records.set(key, record);
  }

  get all(): RouteRecords {
    return Object.fromEntries(this.#records);
  }

  forget(): void {
    this.#records.clear();
  }
}
