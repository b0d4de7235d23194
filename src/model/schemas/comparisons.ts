import type { Catalog } from "./catalog.ts";
import type { Catalogs } from "./catalogs.ts";
import type { Connections } from "../connections/connections.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable } from "../foundation/events.ts";
import { differencesBetween } from "./differences.ts";
import type { SchemaDifference } from "./differences.ts";
import type { Project } from "./project.ts";
import type { Projects } from "./projects.ts";

/** A service, and the project in the workspace that it is made of. */
export interface Comparison {
  readonly project: Project;
  readonly differences: readonly SchemaDifference[];
}

interface ComparisonsOptions {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
  readonly projects: Projects;
}

/** Where the workspace's project and a service differ: looked at whenever one of the two is read. */
export class Comparisons implements Disposable {
  readonly #changed = new Emitter<string>();
  /** The id of a connection whose comparison says something else now. */
  readonly onDidChange = this.#changed.event;
  readonly #options: ComparisonsOptions;
  readonly #known = new Map<string, Comparison>();
  readonly #listening: readonly Disposable[];

  constructor(parts: ComparisonsOptions) {
    this.#options = parts;
    const { connections, catalogs, projects } = parts;
    this.#listening = [
      catalogs.onDidLearn((connection) => void this.#compare(connection)),
      connections.onDidChange(({ id }) => void this.#compare(id)),
      projects.onDidChange(() => {
        for (const { id } of connections.all) void this.#compare(id);
      }),
    ];
  }

  /** Undefined where the service told nothing, or no project in the workspace is its own. */
  of(connection: string): Comparison | undefined {
    return this.#known.get(connection);
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#changed.dispose();
  }

  async #compare(connection: string): Promise<void> {
    const { connections, catalogs } = this.#options;
    const catalog = connections.get(connection) && catalogs.remembered(connection);
    const comparison = catalog && (await this.#comparisonWith(catalog));
    // A newer one has come meanwhile, and is compared by itself.
    if (catalog && catalogs.remembered(connection) !== catalog) return;
    const hadOne = this.#known.delete(connection);
    if (comparison) this.#known.set(connection, comparison);
    if (comparison ?? hadOne) this.#changed.fire(connection);
  }

  async #comparisonWith(catalog: Catalog): Promise<Comparison | undefined> {
    if (catalog.source !== "service") return undefined;
    const project = await this.#options.projects.of(catalog);
    return project && { project, differences: differencesBetween(project, catalog) };
  }
}
