import type { Catalog } from "./catalog.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import type { Event } from "../foundation/events.ts";
import { projectsIn } from "./project.ts";
import type { Project, ProjectFile } from "./project.ts";

export type { ProjectFile };

export interface ProjectFiles {
  read(): Promise<readonly ProjectFile[]>;
  /** Some files may have changed. */
  readonly onDidChange: Event<undefined>;
  /** Reports that a file describes nothing, and why. The other files still count. */
  warn(file: ProjectFile, why: string): void;
}

/** The Strapi projects of a workspace, read when first needed, and after a file changes. */
export class Projects extends ResourceOwner {
  readonly #changed = this.own(new Emitter<undefined>());
  readonly onDidChange = this.#changed.event;
  readonly #files: ProjectFiles;
  #reading: Promise<readonly Project[]> | undefined;

  constructor(files: ProjectFiles) {
    super();
    this.#files = files;
    this.own(
      files.onDidChange(() => {
        this.forget();
        this.#changed.fire(undefined);
      }),
    );
  }

  /** Makes the next call read the files again. */
  forget(): void {
    this.#reading = undefined;
  }

  async all(): Promise<readonly Project[]> {
    this.#reading ??= this.#files.read().then((files) =>
      projectsIn(files, (file, why) => {
        this.#files.warn(file, why);
      }),
    );
    return this.#reading;
  }

  /** The project of a service, by comparing their types; undefined if no project matches. */
  async of(catalog: Catalog): Promise<Project | undefined> {
    const shares = (await this.all()).map((project) => ({
      project,
      share: shareOf(project, catalog),
    }));
    const [best] = shares.filter(({ share }) => share >= half).sort((a, b) => b.share - a.share);
    return best?.project;
  }
}

/** The share of a project's types that a service must have. In development, some types differ. */
const half = 0.5;

function shareOf({ catalog: { targets } }: Project, { targets: there }: Catalog): number {
  const common = [...targets.keys()].filter((uid) => there.has(uid)).length;
  return common / targets.size;
}
