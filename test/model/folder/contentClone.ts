import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { omit, pick } from "../../../src/model/foundation/json.ts";
import { ContentFolder, type Entry } from "../../../src/model/folder/contentFolder.ts";
import { compareFile, type FileComparison } from "../../../src/model/folder/fileComparison.ts";
import { contentDigests } from "../../../src/model/folder/folderForm.ts";
import { folderSchemaText } from "../../../src/model/folder/schemas/folderSchema.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import { withHead } from "../../../src/model/folder/heads.ts";
import type { Attributes, Catalog } from "../../../src/model/schemas/catalog.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";

const environment = "live";

/** The attributes of the only document, which has no locale. */
export const attributes: Attributes = new Map(
  [...recipes.attributes].filter(([name]) => ["title", "summary", "links"].includes(name)),
);

export const catalog: Catalog = {
  ...kitchen,
  types: new Map([["recipes", { ...recipes, localized: false, attributes }]]),
};

export const contentPath = "recipes/tea.json";
export const statePath = ".cms/state/live/recipes/tea";

const gitEnvironment = {
  ...{ GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1", GIT_EDITOR: "true" },
  // Otherwise each commit and each fetch starts another process.
  ...{ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "maintenance.auto", GIT_CONFIG_VALUE_0: "false" },
  ...{ GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" },
  ...{ GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" },
};

/** Runs Git. Returns what it prints, or undefined if it fails. */
export function tryGit(folder: string, ...words: readonly string[]): string | undefined {
  const env = { ...process.env, ...gitEnvironment };
  const { status, stdout } = spawnSync("git", words, { cwd: folder, encoding: "utf8", env });
  return status === 0 ? stdout : undefined;
}

export function git(folder: string, ...words: readonly string[]): string {
  const output = tryGit(folder, ...words);
  if (output === undefined) throw new Error(`git ${words.join(" ")} failed in ${folder}`);
  return output;
}

/** A clone of a repository with the files of one document in a subfolder. */
export class ContentClone {
  readonly root: string;
  readonly content: string;

  constructor(root: string) {
    this.root = root;
    this.content = join(root, "content");
  }

  /** A new repository with an empty folder of content, which is not committed. */
  static async make(root: string): Promise<ContentClone> {
    mkdirSync(root, { recursive: true });
    git(root, "init", "-q", "-b", "main", "--template=");
    const clone = new ContentClone(root);
    const settings = withEnvironment(newSettings(), {
      ...{ name: "Live", url: "https://cms.example.com" },
    });
    const type = catalog.types.get("recipes") ?? recipes;
    await (await clone.open()).prepare(settings, folderSchemaText([type], catalog), []);
    return clone;
  }

  git = (...words: readonly string[]): string => git(this.root, ...words);

  /** Commits all changes. */
  commit(): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "change");
  }

  open = async (): Promise<ContentFolder> => must(await ContentFolder.open(this.content));

  get file(): JsonObject {
    return JSON.parse(readFileSync(join(this.content, contentPath), "utf8")) as JsonObject;
  }

  edit(change: JsonObject): void {
    this.write(contentPath, JSON.stringify({ ...this.file, ...change }));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.content, path)), { recursive: true });
    writeFileSync(join(this.content, path), text);
  }

  remove = (path: string): void => rmSync(join(this.content, path), { force: true });

  async entry(): Promise<Entry> {
    const [entry] = await (await this.open()).entries(environment, { name: "recipes" });
    return entry ?? { type: "recipes", name: "tea", heads: [] };
  }

  async compare(service: JsonObject): Promise<FileComparison> {
    const state = {
      documentId: "tea",
      updatedAt: "",
      isPublished: false,
      compared: attributes,
      content: service,
    };
    const source = { locale: undefined, attributes, service: state };
    const folder = await this.open();
    return must(await compareFile(source, await this.entry(), { folder, environment, catalog }));
  }

  /** Writes what a pull writes. */
  async pull(service: JsonObject): Promise<FileComparison> {
    const comparison = await this.compare(service);
    const { file = {}, decision, merged } = comparison;
    if (decision.kind === "compared" && decision.conflicts.length === 0) {
      const changedNames = [...decision.remote, ...decision.merged];
      const values = { ...pick(service, decision.remote), ...merged };
      if (changedNames.length > 0)
        this.write(contentPath, JSON.stringify({ ...omit(file, changedNames), ...values }));
      await this.#record(comparison, service);
    } else if (decision.kind === "new-remote") {
      this.write(contentPath, JSON.stringify(service));
      await this.#record(comparison, service);
    }
    return comparison;
  }

  /** Records what a push records. Returns what the service has then. */
  async push(service: JsonObject): Promise<{ comparison: FileComparison; after: JsonObject }> {
    const comparison = await this.compare(service);
    const { file = {}, decision } = comparison;
    if (decision.kind !== "compared" || decision.doubt === "went-back")
      return { comparison, after: service };
    const { local, remote, merged, conflicts } = decision;
    const after = { ...omit(service, local), ...pick(file, local) };
    const unsent = [...remote, ...merged, ...conflicts];
    if (local.length > 0) await this.#record(comparison, after, (name) => unsent.includes(name));
    return { comparison, after };
  }

  async #record(
    { heads }: FileComparison,
    service: JsonObject,
    isUnread?: (name: string) => boolean,
  ): Promise<void> {
    const digests = contentDigests(service, attributes, catalog);
    const read = isUnread ? new Map([...digests].filter(([name]) => !isUnread(name))) : digests;
    const head = { locale: undefined, documentId: "tea", isPublished: false, digests: read };
    const entry = await this.entry();
    const state = { ...entry, heads: withHead(heads, head, isUnread) };
    await (await this.open()).writeState(environment, state);
  }
}
