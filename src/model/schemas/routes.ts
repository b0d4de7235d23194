import type { Catalog, RouteRecord, RouteRecords } from "./catalog.ts";

/** A route that reads documents of a type: one by its documentId, or a list of them. */
export type Route = "one" | "list";

/** What a service's reads use of this. */
export interface RouteKnowledge {
  /** Undefined where it has to be found out, for the first time or again. */
  decides(route: Route, uid: string): boolean | undefined;
  learn(route: Route, uid: string, decides: boolean): void;
}

/** How long a route is not asked again, in milliseconds: the project behind it may be changed at any time. */
const trusted = 24 * 60 * 60 * 1_000;

/** What was found of the routes of each connection. */
export class Routes {
  readonly #found = new Map<string, Map<string, RouteRecord>>();

  /** A catalog that says for which types the route of one document decides by itself. */
  of(connection: string, catalog: Catalog): Catalog {
    const decided = new Set(
      [...(this.#found.get(connection) ?? [])].flatMap(([key, { decides }]) =>
        decides && key.startsWith(prefixOf("one")) ? key.slice(prefixOf("one").length) : [],
      ),
    );
    const { decided: before, ...rest } = catalog;
    if (decided.size === 0) return before ? rest : catalog;
    return { ...rest, decided };
  }

  decides(connection: string, route: Route, uid: string): boolean | undefined {
    const found = this.#found.get(connection)?.get(prefixOf(route) + uid);
    return found && Date.now() - found.at < trusted ? found.decides : undefined;
  }

  /** Whether that says something else than was known. */
  learn(connection: string, route: Route, { uid, decides }: RouteFinding): boolean {
    const key = prefixOf(route) + uid;
    const known = this.#found.get(connection) ?? new Map<string, RouteRecord>();
    const isNew = (known.get(key)?.decides ?? false) !== decides;
    this.#found.set(connection, known.set(key, { decides, at: Date.now() }));
    return isNew;
  }

  /** What an earlier window has found, unless this one has found something already. */
  restore(connection: string, routes: RouteRecords = {}): void {
    if (!this.#found.has(connection)) this.#found.set(connection, new Map(Object.entries(routes)));
  }

  /** To be kept for the next window. */
  all(connection: string): RouteRecords {
    return Object.fromEntries(this.#found.get(connection) ?? []);
  }

  forget(connection: string): void {
    this.#found.delete(connection);
  }
}

interface RouteFinding {
  readonly uid: string;
  readonly decides: boolean;
}

const prefixOf = (route: Route): string => `${route} `;
