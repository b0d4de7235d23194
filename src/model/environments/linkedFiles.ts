import type { CmsFile, CmsError } from "../../client/index.ts";
import { filePathsOf } from "../checks/links.ts";
import { isDenied, done, refused } from "../foundation/outcome.ts";
import type { Connection } from "../connections/connection.ts";
import { sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { Json } from "../foundation/json.ts";
import { isArray, isObject } from "../foundation/json.ts";
import { escapeRegExp } from "../foundation/expressions.ts";
import type { Outcome, ServiceFailure } from "../foundation/outcome.ts";
import type { Service } from "../schemas/catalogs.ts";

/** A media file to which a link leads. */
export interface LinkedFile {
  readonly file: CmsFile;
  /** The name of the smaller version of a picture, such as `thumbnail`; absent for the file itself. */
  readonly format?: string;
}

/** A link to an upload of the service in a text. */
export interface UploadLink {
  /** As it is in the text. */
  readonly link: string;
  /** Such as `/uploads/tea.png`. */
  readonly path: string;
  /** What the link has before the path: the origin, the path of the service, both or nothing. */
  readonly isAbsolute: boolean;
  readonly hasRoot: boolean;
}

/** Returns the replacement of a link; undefined to leave it. */
export type ReplaceLink = (link: UploadLink) => string | undefined;

/** Requests files; lets a caller limit the requests. */
type Run = <T>(request: () => Promise<T>) => Promise<T>;

const maxFilesPerRequest = 50;

/** The media files of a service to which links in texts lead. Each link is looked up once. */
export class LinkedFiles {
  readonly #cms: Service["cms"];
  readonly #pattern: RegExp;
  readonly #files = new Map<string, LinkedFile | undefined>();
  /** Whether the service denies access to its media files, so that no link is known. */
  #isDenied = false;

  constructor({ cms }: Pick<Service, "cms">, { url }: Pick<Connection, "url">) {
    const { origin, pathname } = new URL(url);
    const root = pathname.replace(/\/$/, "");
    this.#cms = cms;
    this.#pattern = new RegExp(
      `(?<![\\w.:/%-])(${escapeRegExp(origin)})?(${escapeRegExp(root)})?(/uploads/[\\w%~-]+(?:\\.[\\w%~-]+)*)`,
      "g",
    );
  }

  /** The file of a path such as `/uploads/tea.png`; undefined if there is none, or if it is unknown. */
  at(path: string): LinkedFile | undefined {
    return this.#files.get(path);
  }

  /** The paths of the service's uploads in the texts of a value. */
  pathsIn(value: Json): string[] {
    const found: string[] = [];
    for (const text of textsIn(value)) {
      this.replace(text, ({ path }) => {
        found.push(path);
        return undefined;
      });
    }
    return found;
  }

  /** Replaces the links to the service's uploads in a text. */
  replace(text: string, one: ReplaceLink): string {
    if (!text.includes("/uploads/")) return text;
    return text.replace(
      this.#pattern,
      (link: string, origin: string | undefined, root: string | undefined, path: string) =>
        one({ link, path, isAbsolute: origin !== undefined, hasRoot: Boolean(root) }) ?? link,
    );
  }

  /** Looks up the links in texts. If the service denies access to its files, they stay unknown. */
  async learn(
    value: Json,
    { signal, run = (request) => request() }: { signal?: AbortSignal | undefined; run?: Run } = {},
  ): Promise<Outcome<null, ServiceFailure>> {
    const paths = [...new Set(this.pathsIn(value))].filter((path) => !this.#files.has(path));
    for (const some of urlChunks(paths, (path) => 2 * sizeInUrl(path) + 48, maxFilesPerRequest)) {
      if (this.#isDenied) return done(null);
      const params = { filters: { url: { $in: some.flatMap(filePathsOf) } } };
      const [error, files] = await run(() =>
        this.#cms.upload().findMany({ params, ...(signal && { signal }) }),
      );
      if (error) return this.#refuse(error);
      for (const path of some) this.#files.set(path, linkedFileAt(path, files));
    }
    return done(null);
  }

  #refuse(error: CmsError): Outcome<null, ServiceFailure> {
    if (!isDenied(error)) return refused(error);
    this.#isDenied = true;
    return done(null);
  }
}

function linkedFileAt(path: string, files: readonly CmsFile[]): LinkedFile | undefined {
  for (const file of files) {
    if (file.url === path) return { file };
    const formats = Object.entries(file.formats ?? {});
    const [format] = formats.find(([, { url }]) => url === path) ?? [];
    if (format !== undefined) return { file, format };
  }
  return undefined;
}

/** All texts in a value. */
function* textsIn(value: Json): Generator<string, void, void> {
  if (typeof value === "string") yield value;
  else if (isArray(value)) for (const item of value) yield* textsIn(item);
  else if (isObject(value)) for (const item of Object.values(value)) yield* textsIn(item ?? null);
}
