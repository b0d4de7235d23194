import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { Emitter } from "../../model/foundation/events.ts";
import { whyOf } from "../../model/foundation/outcome.ts";
import { readTextFile } from "../../model/foundation/textFiles.ts";
import type { ProjectFile, ProjectFiles } from "../../model/schemas/projects.ts";
import { CliError } from "./cliError.ts";

const schemaPathPattern =
  /^src\/((api|extensions)\/[^/]+\/content-types\/[^/]+\/schema|components\/[^/]+\/[^/]+)\.json$/;

/** The schemas of a Strapi project. Read only if the service doesn't expose its types. */
export class ProjectFolder implements ProjectFiles {
  readonly onDidChange = new Emitter<undefined>().event;
  readonly #folder: string;
  readonly #isChosen: boolean;
  readonly #note: (text: string) => void;

  /** Without a chosen folder, the current folder is used if it is a project. */
  constructor(chosen: string | undefined, note: (text: string) => void) {
    this.#folder = resolve(chosen ?? ".");
    this.#isChosen = chosen !== undefined;
    this.#note = note;
  }

  /** Throws a CliError if a chosen folder is not a Strapi project. */
  async read(): Promise<readonly ProjectFile[]> {
    const source = join(this.#folder, "src");
    const folderNames = ["api", "components", "extensions"].filter((part) =>
      existsSync(join(source, part)),
    );
    const pathLists = folderNames.map(async (part) => {
      const paths = await readdir(join(source, part), { recursive: true });
      return paths.map((path) => `src/${part}/${path.replaceAll(sep, "/")}`);
    });
    const allPaths = (await Promise.all(pathLists)).flat().sort();
    const paths = allPaths.filter((path) => schemaPathPattern.test(path));
    if (paths.some((path) => path.startsWith("src/api/"))) {
      const files = await Promise.all(paths.map((path) => this.#readOne(path)));
      return files.flatMap((file) => file ?? []);
    }
    if (!this.#isChosen) return [];
    throw new CliError(
      `${this.#folder} is not a Strapi project: it has no src/api/*/content-types/*/schema.json.`,
    );
  }

  warn({ uri }: Pick<ProjectFile, "uri">, why: string): void {
    this.#note(`${uri} was skipped: ${why}`);
  }

  async #readOne(path: string): Promise<ProjectFile | undefined> {
    const file = join(this.#folder, path);
    const uri = pathToFileURL(file).href;
    try {
      return { uri, path, text: await readTextFile(file) };
    } catch (error) {
      this.warn({ uri }, whyOf(error));
    }
    return undefined;
  }
}
