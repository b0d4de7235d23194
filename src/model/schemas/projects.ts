import type { Catalog } from "./catalog.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable, Event } from "../foundation/events.ts";
import { projectsIn } from "./project.ts";
import type { Project, ProjectFile } from "./project.ts";

export type { ProjectFile };

/** The files of a workspace that may describe types and components. */
export interface ProjectFiles {
  read(): Promise<readonly ProjectFile[]>;
  /** Some may say something else now. */
  readonly onDidChange: Event<undefined>;
  /** A file describes nothing, for this reason; the others still count. */
  warn(file: ProjectFile, why: string): void;
}

/** The Strapi projects of a workspace: read when first needed, and when a file has changed. */
export class Projects implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #files: ProjectFiles;
  readonly #listening: Disposable;
  #reading: Promise<readonly Project[]> | undefined;

  constructor(files: ProjectFiles) {
    this.#files = files;
    this.#listening = files.onDidChange(() => {
      this.forget();
      this.#changed.fire(undefined);
    });
  }

  /** Reads the files anew when they are next needed. */
  forget(): void {
    this.#reading = undefined;
  }

  async all(): Promise<readonly Project[]> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** The one that a service is made of, as far as its types tell; undefined where it is none of these. */
  async of(catalog: Catalog): Promise<Project | undefined> {
    const shares = (await this.all()).map((project) => ({
      project,
      share: shareOf(project, catalog),
    }));
    const [best] = shares.filter(({ share }) => share >= half).sort((a, b) => b.share - a.share);
    return best?.project;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async #read(): Promise<readonly Project[]> {
    const files = await this.#files.read();
    return projectsIn(files, (file, why) => {
      this.#files.warn(file, why);
    });
  }
}

/** A project is worked on: some of its types may not be on the service yet, or not any more. */
const half = 0.5;

function shareOf({ catalog: { targets } }: Project, { targets: there }: Catalog): number {
  const common = [...targets.keys()].filter((uid) => there.has(uid)).length;
  return common / targets.size;
}
