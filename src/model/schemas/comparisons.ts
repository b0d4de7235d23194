import type { Catalog } from "./catalog.ts";
import type { Catalogs } from "./catalogs.ts";
import type { Connections } from "../connections/connections.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { differencesBetween } from "./differences.ts";
import type { SchemaDifference } from "./differences.ts";
import type { Project, Projects } from "./projects.ts";

export interface ServiceComparison {
  readonly project: Project;
  readonly differences: readonly SchemaDifference[];
}

interface ComparisonsOptions {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
  readonly projects: Projects;
}

/** The differences between the workspace's project and a service, found when either is read. */
export class Comparisons extends ResourceOwner {
  readonly #changed = this.own(new Emitter<string>());
  /** The id of a connection whose comparison has changed. */
  readonly onDidChange = this.#changed.event;
  readonly #options: ComparisonsOptions;
  readonly #comparisons = new Map<string, ServiceComparison>();

  constructor(options: ComparisonsOptions) {
    super();
    this.#options = options;
    const { connections, catalogs, projects } = options;
    this.own(
      catalogs.onDidLearn((connection) => void this.#compare(connection)),
      connections.onDidChange(({ id }) => void this.#compare(id)),
      projects.onDidChange(() => {
        for (const { id } of connections.all) void this.#compare(id);
      }),
    );
  }

  /** Undefined if the service does not expose its schema, or no project in the workspace has it. */
  of(connection: string): ServiceComparison | undefined {
    return this.#comparisons.get(connection);
  }

  async #compare(connection: string): Promise<void> {
    const { connections, catalogs } = this.#options;
    const catalog = connections.get(connection) && catalogs.remembered(connection);
    const comparison = catalog && (await this.#comparisonWith(catalog));
    // A newer catalog was loaded meanwhile, and is compared separately.
    if (catalog && catalogs.remembered(connection) !== catalog) return;
    const hadOne = this.#comparisons.delete(connection);
    if (comparison) this.#comparisons.set(connection, comparison);
    if (comparison ?? hadOne) this.#changed.fire(connection);
  }

  async #comparisonWith(catalog: Catalog): Promise<ServiceComparison | undefined> {
    if (catalog.source !== "service") return undefined;
    const project = await this.#options.projects.of(catalog);
    return project && { project, differences: differencesBetween(project, catalog) };
  }
}
