import type { Catalog, RouteRecord, RouteRecords } from "./catalog.ts";

/** A route that reads documents of a type: one by its documentId, or a list. */
export type Route = "one" | "list";

/** The known facts about routes that reads use. */
export interface RouteKnowledge {
  /**
   * Whether the route ignores what a request asks for; undefined if it must be checked, or checked
   * again.
   */
  decides(route: Route, uid: string): boolean | undefined;
  learn(route: Route, uid: string, decides: boolean): void;
}

/** How long a finding is valid, in milliseconds. The service's code can change at any time. */
const trusted = 24 * 60 * 60 * 1_000;

/** The findings about the routes of each connection. */
export class Routes {
  readonly #found = new Map<string, Map<string, RouteRecord>>();

  /** The catalog with the uids of types whose `one` route ignores what a request asks for. */
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

  /** Records a finding. Returns whether it changes what was known. */
  learn(connection: string, route: Route, { uid, decides }: RouteFinding): boolean {
    const key = prefixOf(route) + uid;
    const known = this.#found.get(connection) ?? new Map<string, RouteRecord>();
    const isNew = (known.get(key)?.decides ?? false) !== decides;
    this.#found.set(connection, known.set(key, { decides, at: Date.now() }));
    return isNew;
  }

  /** Restores the findings of an earlier window, unless this window has its own. */
  restore(connection: string, routes: RouteRecords = {}): void {
    if (!this.#found.has(connection)) this.#found.set(connection, new Map(Object.entries(routes)));
  }

  /** All findings, to save them for the next window. */
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
