import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Emitter } from "../../../src/model/foundation/events.ts";
import type { ProjectFile, ProjectFiles } from "../../../src/model/schemas/projects.ts";
import { Projects } from "../../../src/model/schemas/projects.ts";

/** The files of the magazine's project; mocha runs in the root of the repository. */
export function magazineFiles(repository = process.cwd()): ProjectFile[] {
  const magazine = join(repository, "test/cms");
  return readdirSync(join(magazine, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join("src", name))
    .map((name) => ({
      uri: pathToFileURL(join(magazine, name)).href,
      path: name.replaceAll("\\", "/"),
      text: readFileSync(join(magazine, name), "utf8"),
    }));
}

/** A workspace in memory, with the same interface as VS Code's workspace. */
export class FilesInMemory implements ProjectFiles {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly warnings: string[] = [];
  /** The number of reads so far. */
  reads = 0;
  #files: readonly ProjectFile[];

  constructor(files: readonly ProjectFile[]) {
    this.#files = files;
  }

  read(): Promise<readonly ProjectFile[]> {
    this.reads += 1;
    return Promise.resolve(this.#files);
  }

  /** Saves files and fires the change event. */
  replace(files: readonly ProjectFile[]): void {
    this.#files = files;
    this.#changed.fire(undefined);
  }

  warn({ path }: ProjectFile, why: string): void {
    this.warnings.push(`${path}: ${why}`);
  }
}

/** The projects of a workspace that contains the magazine's project. */
export const magazineProject = (): Projects => new Projects(new FilesInMemory(magazineFiles()));

/** A file of an invented project. */
export const fileAt = (path: string, content: unknown): ProjectFile => ({
  uri: `file:///folder/${path}`,
  path,
  text: typeof content === "string" ? content : JSON.stringify(content, null, 2),
});

/** A schema in the form of its file. */
interface Written {
  attributes: Record<string, object | undefined>;
}

/** The magazine's files with one changed schema. */
export const changedFiles = (
  path: string,
  change: (schema: Written) => void,
  files = magazineFiles(),
): ProjectFile[] =>
  files.map((file) => {
    if (!file.path.endsWith(path)) return file;
    const schema = JSON.parse(file.text) as Written;
    change(schema);
    return { ...file, text: JSON.stringify(schema, null, 2) };
  });
