import type { CmsFile } from "../../client/index.ts";
import { isDenied, isServiceFailure, done, failed } from "../foundation/outcome.ts";
import type { Connection } from "../connect/connection.ts";
import { isArray, isObject, type Json, type JsonObject } from "../foundation/json.ts";
import { escapeRegExp } from "../foundation/regularExpressions.ts";
import { editLinks } from "../content/markdown/markdownLinks.ts";
import { filePathsOf } from "../content/references.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";

export interface LinkedFile {
  readonly file: CmsFile;
  /** The name of the smaller version of a picture, such as `thumbnail`; absent for the file itself. */
  readonly format?: string;
}

export interface UploadLink {
  /** Such as `/uploads/tea.png`. */
  readonly path: string;
  /** What the link has before the path: the origin, the path of the service, both or nothing. */
  readonly isAbsolute: boolean;
  readonly hasRoot: boolean;
}

/** The fields that the picture of a text has for itself. */
export const ownImageFields: readonly string[] = ["name", "alternativeText", "caption"];

/** Finds the files that have one of these URLs, or whose smaller versions have one. */
type FindByUrl = (urls: readonly string[], options: ReadOptions) => ReadResult<readonly CmsFile[]>;

/** The media files of a service to which links in texts lead. Each link is looked up once. */
export class LinkedFiles {
  readonly #findByUrl: FindByUrl;
  readonly #pattern: RegExp;
  readonly #files = new Map<string, LinkedFile | undefined>();
  /** Whether the service denies access to its media files, so that no link is known. */
  #isDenied = false;

  constructor(findByUrl: FindByUrl, { url }: Pick<Connection, "url">) {
    const { origin, pathname } = new URL(url);
    const root = pathname.replace(/\/$/, "");
    this.#findByUrl = findByUrl;
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
    if (isArray(value)) return value.flatMap((item) => this.pathsIn(item));
    if (isObject(value)) return isCode(value) ? [] : this.pathsIn(Object.values(value));
    const paths: string[] = [];
    if (typeof value === "string") this.replace(value, ({ path }) => void paths.push(path));
    return paths;
  }

  /**
   * Replaces the links to the service's uploads in a text, and other mentions of them. What is in
   * code or in a comment of Markdown is none. Undefined leaves a link.
   */
  replace(text: string, replacementOf: (link: UploadLink) => string | undefined): string {
    const inPlain = (plain: string) =>
      plain.replace(
        this.#pattern,
        (link: string, origin: string | undefined, root: string | undefined, path: string) =>
          replacementOf({ path, isAbsolute: origin !== undefined, hasRoot: Boolean(root) }) ?? link,
      );
    if (!text.includes("/uploads/")) return text;
    if (!markdownSign.test(text)) return inPlain(text);
    const targetOf = (url: string) => {
      const target = inPlain(url);
      return target === url ? undefined : target;
    };
    return editLinks(text, targetOf, inPlain);
  }

  /** Looks up the links in texts. If the service denies access to its files, they stay unknown. */
  async learn(value: Json, options: ReadOptions = {}): ReadResult<null> {
    const paths = [...new Set(this.pathsIn(value))].filter((path) => !this.#files.has(path));
    if (this.#isDenied || paths.length === 0) return done(null);
    const [failure, files] = await this.#findByUrl(paths.flatMap(filePathsOf), options);
    if (failure) {
      this.#isDenied = isServiceFailure(failure) && isDenied(failure.error);
      return this.#isDenied ? done(null) : failed(failure);
    }
    for (const path of paths) this.#files.set(path, linkedFileAt(path, files));
    return done(null);
  }
}

/** What code, comments, escapes and character references are not without. */
const markdownSign = /[`<&\\~]|^(?: {4}| {0,3}\t)/m;

/** Whether a block, or a text in it, is code. */
export const isCode = ({ type, code }: JsonObject): boolean =>
  type === "code" || (type === "text" && code === true);

function linkedFileAt(path: string, files: readonly CmsFile[]): LinkedFile | undefined {
  for (const file of files) {
    if (file.url === path) return { file };
    const formats = Object.entries(file.formats ?? {});
    const [format] = formats.find(([, { url }]) => url === path) ?? [];
    if (format !== undefined) return { file, format };
  }
  return undefined;
}
