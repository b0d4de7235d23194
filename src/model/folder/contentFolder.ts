import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { toText } from "../content/documentText.ts";
import { isIdentical } from "../content/equality.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { asJson, ownIn, type JsonObject, type JsonPath } from "../foundation/json.ts";
import type { TextPosition } from "../foundation/jsonText.ts";
import type { ShapeFailure } from "../foundation/jsonShape.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { isNotFound } from "../foundation/textFiles.ts";
import { resultsPathOf } from "../import/resultsFile.ts";
import { isShared, type Attributes, type Catalog, type ContentType } from "../schemas/catalog.ts";
import { contentInFile, endingOf, inOtherFormat, isContentFile, isMarkdown } from "./fileFormat.ts";
import { fileTextOf, positionIn, withFormats, type FormatFailure } from "./fileFormat.ts";
import { safeName, typeFolder } from "./fileNames.ts";
import { FolderDisk, withinFolder, type DiskFailure } from "./folderDisk.ts";
import { schemaIn } from "./schemas/folderSchema.ts";
import { newSettings, settingsIn } from "./folderSettings.ts";
import type { FolderSettings, MarkdownFiles } from "./folderSettings.ts";
import { GitHistory } from "./gitHistory.ts";
import { decodeWord, documentIdsIn, headsIn, headsText, type Head } from "./heads.ts";
import { settingsName } from "./settingsName.ts";

/*
 * A folder with content:
 *
 *     cms.json                              the settings
 *     articles/tea-in-winter.json           the attributes that all locales share
 *     articles/tea-in-winter.en.json        those of a locale; .en.md (fileFormat.ts)
 *     .cms/schema.json                      the content types of these files
 *     .cms/schema/articles.json             a JSON schema for editors (editorSchema.ts)
 *     .cms/state/live/articles/tea-in-winter  the heads (heads.ts)
 *
 * A type without locales has the first file only. Each file names the JSON schema for editors in the
 * key `$schema`, which is not content. The state file is written after the files of its
 * document: an interrupted pull finds files that are as the service has them, and records them.
 */

/** A document of the folder. */
export interface Entry {
  /** The folder of its type. */
  readonly type: string;
  readonly name: string;
  readonly heads: readonly Head[];
}

/** The name of a document in relations, such as `tags/winter`. */
export const relationNameOf = ({ type, name }: Pick<Entry, "type" | "name">): string =>
  `${type}/${name}`;

/** A file for one localization, or for what all localizations share. */
export interface Unit {
  readonly locale: string | undefined;
  readonly attributes: Attributes;
}

type FolderFailure = ShapeFailure | DiskFailure;

export type FileFailure = FormatFailure | DiskFailure;

/** Why the state of a document can't be used. Its files are left as they are. */
export type StateProblem =
  /** Two branches gave two documents the same name. */
  | "several-documents"
  /** Two branches gave a document two names. */
  | "several-names";

const filesAtOnce = 16;

export class ContentFolder {
  readonly root: string;
  readonly settings: FolderSettings;
  readonly history: GitHistory;
  readonly #disk: FolderDisk;
  readonly #unmerged: ReadonlySet<string>;
  readonly #limit = new ConcurrencyLimit(filesAtOnce);

  private constructor(
    disk: FolderDisk,
    settings: FolderSettings,
    history: GitHistory,
    unmerged: ReadonlySet<string>,
  ) {
    this.root = disk.root;
    this.#disk = disk;
    this.settings = settings;
    this.history = history;
    this.#unmerged = unmerged;
  }

  /** The folder at or above a path that has content; undefined if there is none. */
  static above(path = resolve(".")): string | undefined {
    const root = [path, join(path, "content")].find((folder) =>
      existsSync(join(folder, settingsName)),
    );
    const parent = dirname(path);
    return root ?? (parent === path ? undefined : ContentFolder.above(parent));
  }

  /**
   * Opens a folder, also one that is new. With `asksGit: false`, it takes no process of Git, and the
   * folder is good for reading files only.
   */
  static async open(
    root: string,
    { asksGit = true } = {},
  ): Promise<Outcome<ContentFolder, FolderFailure>> {
    const history = new GitHistory(root);
    const { leftOut, unmerged } = asksGit
      ? await history.index()
      : { leftOut: undefined, unmerged: new Set<string>() };
    // Without its state, a document would look new, and relations to it would change.
    if (leftOut !== undefined) return failed({ code: "left-out-file", path: leftOut });
    const disk = new FolderDisk(root);
    const [failure, settings] = await disk.value(settingsName, settingsIn);
    if (failure) return failed(failure);
    return done(new ContentFolder(disk, settings ?? newSettings(), history, unmerged));
  }

  /** The folder as it is once some types are pulled with settings. */
  async withFormats(
    settings: FolderSettings,
    types: readonly ContentType[],
  ): Promise<ContentFolder> {
    const hasMarkdown = async (type: ContentType) => (await this.paths(type)).some(isMarkdown);
    const formatted = await withFormats(settings, types, hasMarkdown);
    return new ContentFolder(this.#disk, formatted, this.history, this.#unmerged);
  }

  /** The same path for each link that leads to the folder, which may be new. */
  realPath = (): Promise<string> => this.#disk.realRoot();

  /** The content types at the last pull; undefined before the first one. */
  schema(): Promise<Outcome<Catalog | undefined, FolderFailure>> {
    return this.#disk.value(schemaPath, schemaIn);
  }

  /**
   * Makes the folder one for content, with new settings and the content types of its files. Editors
   * find the other schemas by their names.
   */
  async prepare(
    settings: FolderSettings,
    schema: string,
    editorSchemas: Iterable<readonly [name: string, text: string]>,
  ): Promise<void> {
    await this.writeSettings(settings);
    await this.#disk.write(schemaPath, schema);
    for (const [name, text] of editorSchemas)
      await this.#disk.write(join(".cms", "schema", name), text);
    // Whoever owns the folder may change them.
    for (const [name, text] of Object.entries(gitFiles))
      if (!existsSync(join(this.root, name))) await this.#disk.write(name, text);
  }

  /** The user may have written the same ones in another form. */
  async writeSettings(settings: FolderSettings): Promise<void> {
    if (!isIdentical(settings, this.settings))
      await this.#disk.write(settingsName, toText(asJson(settings)));
  }

  /** The documents of a type that were pulled from an environment. */
  entries(environment: string, { name }: Pick<ContentType, "name">): Promise<readonly Entry[]> {
    return this.#entriesIn(environment, typeFolder(name));
  }

  async #entriesIn(environment: string, type: string): Promise<readonly Entry[]> {
    const folder = `${environmentFolder(environment)}/${type}`;
    const files = await this.#disk.names(folder);
    // A write that was interrupted leaves a file with another ending.
    const names = files.filter((name) => !name.includes("."));
    const entries = await Promise.all(
      names.map((name) =>
        this.#limit.run(async (): Promise<Entry> => {
          return { type, name, heads: await this.#headsAt(`${folder}/${name}`) };
        }),
      ),
    );
    return entries.filter(({ heads }) => heads.length > 0);
  }

  async #headsAt(path: string): Promise<readonly Head[]> {
    try {
      return headsIn(new TextDecoder().decode(await this.#disk.bytes(path)));
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }

  /**
   * Writes the heads of a document, or removes its state if it has none. Returns whether the file
   * had another text.
   */
  async writeState(environment: string, entry: Entry): Promise<boolean> {
    const path = statePathOf(environment, entry);
    if (entry.heads.length > 0) return this.#disk.write(path, headsText(entry.heads));
    await this.#disk.remove(path);
    return true;
  }

  /**
   * Writes the state files of an environment as their heads alone, such as those with the marks of a
   * conflict. Returns how many it changed.
   */
  repair = (environment: string): Promise<Outcome<number, DiskFailure>> =>
    withinFolder<number>(async () => {
      const folder = environmentFolder(environment);
      let count = 0;
      for (const type of await this.#disk.names(folder, (entry) => entry.isDirectory()))
        for (const entry of await this.#entriesIn(environment, type))
          if (await this.writeState(environment, entry)) count += 1;
      return done(count);
    });

  /** The file of a document in a locale, or of what its locales share. */
  pathOf({ type, name }: Pick<Entry, "type" | "name">, locale: string | undefined): string {
    const base = locale === undefined ? name : `${name}.${encodeURIComponent(locale)}`;
    return `${type}/${base}${endingOf(locale, this.#markdownIn(type))}`;
  }

  /** The content in the text of a file. */
  contentIn = (path: string, text: string): Promise<Outcome<JsonObject, FormatFailure>> =>
    contentInFile(text, path, this.#markdownIn(path));

  /** Where a file has a value, or the error if it can't be read. */
  async positionOf(path: string, valuePath: JsonPath): Promise<TextPosition> {
    const [failure] = await this.read(path);
    if (failure && "line" in failure) return failure;
    const [, text] = failure ? [] : await this.#disk.text(path);
    return positionIn(text ?? "", path, this.#markdownIn(path), valuePath);
  }

  /** Changes the heads that a document has by now: a branch may have been switched meanwhile. */
  async changeState(
    environment: string,
    { type, name }: Pick<Entry, "type" | "name">,
    change: (heads: readonly Head[]) => readonly Head[],
  ): Promise<void> {
    const heads = await this.#headsAt(statePathOf(environment, { type, name }));
    await this.writeState(environment, { type, name, heads: change(heads) });
  }

  /** The path for the log of the runs that write to an environment. */
  async runsPath(environment: string): Promise<string> {
    const path = join(runsFolder, safeName(environment));
    await this.#disk.at(resultsPathOf(path));
    return join(this.root, path);
  }

  /** Git ignores the logs. */
  prepareRuns = (): Promise<boolean> => this.#disk.write(join(runsFolder, ".gitignore"), "*\n");

  /** Undefined if there is no such file. */
  read = (path: string): Promise<Outcome<JsonObject | undefined, FileFailure>> =>
    this.#limit.run(() => this.#read(path));

  /**
   * Writes a file, or removes it without a content. Returns false, and leaves it as it is, if it has
   * other values than when it was read, such as those that an editor saved since.
   */
  replace(path: string, earlier?: JsonObject, content?: JsonObject): Promise<boolean> {
    return this.#limit.run(async () => {
      const [failure, current] = await this.#read(path);
      if (failure || !isIdentical(current, earlier)) return false;
      if (content) await this.#disk.write(path, await this.textFor(path, content));
      else await this.#disk.remove(path);
      if (this.#isInOtherFormat(path)) await this.#disk.remove(inOtherFormat(path));
      return true;
    });
  }

  /** The text of a file with another content. Keeps what the user wrote beside the content. */
  async textFor(path: string, content: JsonObject): Promise<string> {
    const [, text] = await this.#disk.text(path);
    return fileTextOf(content, path, this.#markdownIn(path), text ?? undefined);
  }

  /** Gives files the format of the settings. One that can't be read stays as it is. */
  async convert(paths: readonly string[]): Promise<void> {
    const others = paths.filter((path) => this.#isInOtherFormat(path));
    await Promise.all(
      others.map(async (path) => {
        const [, content] = await this.read(path);
        if (content) await this.replace(path, content, content);
      }),
    );
  }

  async #read(path: string): Promise<Outcome<JsonObject | undefined, FileFailure>> {
    const outcome = await this.#readAt(path);
    if (outcome[0] || !this.#isInOtherFormat(path)) return outcome;
    const other = await this.#readAt(inOtherFormat(path));
    if (!outcome[1]) return other;
    if (!other[0] && isIdentical(outcome[1], other[1])) return outcome;
    return failed({ code: "invalid-markdown-file", why: "two-files" });
  }

  async #readAt(path: string): Promise<Outcome<JsonObject | undefined, FileFailure>> {
    if (this.#unmerged.has(path)) return failed({ code: "unmerged" });
    const [failure, text] = await this.#disk.text(path);
    if (failure) return failed(failure);
    return text === undefined ? done(undefined) : this.contentIn(path, text);
  }

  /** Whether a content is, or is also, in a file with the other ending. */
  #isInOtherFormat = (path: string): boolean =>
    this.#markdownIn(path) !== undefined && existsSync(join(this.root, inOtherFormat(path)));

  /** The Markdown files in the folder of a type, or beside a file of it. */
  #markdownIn = (path: string): MarkdownFiles | undefined =>
    ownIn(this.settings.markdown, path.split("/")[0] ?? "");

  /** The paths of the content files of a type. */
  async paths({ name }: Pick<ContentType, "name">): Promise<readonly string[]> {
    const type = typeFolder(name);
    const names = await this.#disk.names(type);
    return names
      .filter((file) => isContentFile(file, this.#markdownIn(type)))
      .map((file) => `${type}/${file}`);
  }
}

const runsFolder = join(".cms", "runs");

const schemaPath = join(".cms", "schema.json");

/** The settings may have any name of an environment. */
const environmentFolder = (environment: string): string => `.cms/state/${safeName(environment)}`;

export const statePathOf = (
  environment: string,
  { type, name }: Pick<Entry, "type" | "name">,
): string => `${environmentFolder(environment)}/${type}/${name}`;

const gitFiles: Readonly<Record<string, string>> = {
  // A merge keeps the heads of both sides.
  ".gitattributes": [
    "* text=auto eol=lf",
    ".cms/** linguist-generated",
    ".cms/state/** -diff merge=union\n",
  ].join("\n"),
  // What a write leaves behind if the computer is switched off.
  ".gitignore": "*.new\n",
};

/** The document and the locale in the path of a file. The name of a document has no dot. */
export function placeIn(path: string) {
  const [type = "", file = ""] = path.split("/");
  const [name = "", ...code] = file.replace(/\.[^.]+$/, "").split(".");
  return { type, name, locale: code.length > 0 ? decodeWord(code.join(".")) : undefined };
}

/** The place of a new file. What is no locale of its type belongs to the name. */
export function newPlaceIn(path: string, { localized }: ContentType, locales: readonly string[]) {
  const { type, name, locale } = placeIn(path);
  return locale === undefined || (localized && locales.includes(locale))
    ? { type, name, locale }
    : { type, name: `${name}.${locale}`, locale: undefined };
}

/** The files of a document that exists in some locales. */
export function unitsOf(type: ContentType, locales: Iterable<string | undefined>): readonly Unit[] {
  if (!type.localized) return [{ locale: undefined, attributes: type.attributes }];
  const attributesThat = (isWanted: boolean) =>
    new Map([...type.attributes].filter(([, attribute]) => isShared(attribute, type) === isWanted));
  const shared = attributesThat(true);
  const attributes = attributesThat(false);
  const codes = [...new Set(locales)].filter((code) => code !== undefined).sort();
  return [
    ...(shared.size > 0 ? [{ locale: undefined, attributes: shared }] : []),
    ...codes.map((locale) => ({ locale, attributes })),
  ];
}

/** The documents by their ids, and those whose state can't be used, each with the reason. */
export function byDocumentId(entries: readonly Entry[]) {
  const byId = new Map<string, Entry>();
  const problems = new Map<Entry, StateProblem>();
  for (const entry of entries) {
    const [id = "", ...otherIds] = documentIdsIn(entry.heads);
    const other = byId.get(id);
    if (otherIds.length > 0) problems.set(entry, "several-documents");
    else if (other) problems.set(entry, "several-names").set(other, "several-names");
    else byId.set(id, entry);
  }
  return { byId, problems };
}
