import type { Catalogs } from "./catalogs.ts";
import type { Connections } from "../connect/connections.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { differencesBetween, type SchemaDifference } from "./schemaDifferences.ts";
import type { Project, Projects } from "./projects.ts";

export interface ServiceComparison {
  readonly project: Project;
  readonly differences: readonly SchemaDifference[];
}

/** The differences between the workspace's project and a service, found when either is read. */
export class ProjectComparisons extends ResourceOwner {
  readonly #changed = this.own(new Emitter<string>());
  /** The id of a connection whose comparison has changed. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #catalogs: Catalogs;
  readonly #projects: Projects;
  readonly #comparisons = new Map<string, ServiceComparison>();

  constructor(connections: Connections, catalogs: Catalogs, projects: Projects) {
    super();
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#projects = projects;
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
    const isConnected = this.#connections.get(connection) !== undefined;
    const catalog = isConnected ? this.#catalogs.remembered(connection) : undefined;
    const project = catalog?.source === "service" ? await this.#projects.of(catalog) : undefined;
    // A newer catalog was loaded meanwhile, and is compared separately.
    if (catalog && this.#catalogs.remembered(connection) !== catalog) return;
    const hadComparison = this.#comparisons.delete(connection);
    if (catalog && project) {
      const differences = differencesBetween(project, catalog);
      this.#comparisons.set(connection, { project, differences });
    }
    if (project ?? hadComparison) this.#changed.fire(connection);
  }
}
