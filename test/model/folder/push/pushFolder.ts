import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Batches } from "../../../../src/model/batch/batches.ts";
import { ContentFolder } from "../../../../src/model/folder/contentFolder.ts";
import { pullContent } from "../../../../src/model/folder/contentPull.ts";
import { planPush, type PushPlan } from "../../../../src/model/folder/push/contentPush.ts";
import { finishPush, runPush } from "../../../../src/model/folder/push/pushRun.ts";
import type { FileChange } from "../../../../src/model/folder/fileComparison.ts";
import { environmentOf, withEnvironment } from "../../../../src/model/folder/folderSettings.ts";
import type { JsonObject } from "../../../../src/model/foundation/json.ts";
import { Imports } from "../../../../src/model/import/imports.ts";
import { attributeWords } from "../../../../src/texts/schemas/attributeWords.ts";
import { must } from "../../outcomes.ts";
import type { TestModel } from "../../testModel.ts";

interface PushHow {
  readonly publishes?: boolean;
  readonly deletes?: boolean;
  readonly isFirst?: boolean;
  /** Asked with the documents of which the service has an earlier content. The answer is no by default. */
  readonly confirmEarlier?: (paths: readonly string[]) => boolean;
  /** Called between the plan and the run. */
  readonly meanwhile?: (plan: PushPlan) => unknown;
  readonly signal?: AbortSignal;
}

/** What a push did: the outcomes by file, and the states of the files that were not sent. */
export interface Pushed {
  readonly outcomes: readonly string[];
  readonly unsent: readonly string[];
  readonly plan: PushPlan;
  readonly group: string;
}

/** A folder with content, as a command line has it. */
export class PushFolder {
  readonly path: string;
  readonly #types: readonly string[];

  constructor(path: string, types: readonly string[]) {
    this.path = path;
    this.#types = types;
  }

  at = (path: string): string => join(this.path, path);

  read = (path: string): JsonObject =>
    JSON.parse(readFileSync(this.at(path), "utf8")) as JsonObject;

  /** Writes a file, or changes some of its values. Undefined removes a value. */
  edit(path: string, change: Readonly<Record<string, unknown>>): void {
    const before = existsSync(this.at(path)) ? this.read(path) : {};
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), JSON.stringify({ ...before, ...change }, null, 2));
  }

  remove = (path: string): void => rmSync(this.at(path));

  /** The path of the only file whose name begins and ends like this. */
  file(begin: string, end = ".en.json"): string {
    const [type = "", name = ""] = begin.split("/");
    const match = readdirSync(this.at(type)).find(
      (file) => file.startsWith(name) && file.endsWith(end),
    );
    return `${type}/${match ?? `no file ${begin}`}`;
  }

  /** The texts of all files but the settings, by path. */
  files(): ReadonlyMap<string, string> {
    const paths = readdirSync(this.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "cms.json")
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.sort().map((path) => [path, readFileSync(path, "utf8")]));
  }

  async #request(model: TestModel) {
    const folder = must(await ContentFolder.open(this.path));
    const { connection } = model;
    const isKnown = environmentOf(folder.settings, connection.url) !== undefined;
    const settings = isKnown ? folder.settings : withEnvironment(folder.settings, connection);
    const environment = environmentOf(settings, connection.url) ?? "";
    return { connection: connection.id, folder, settings, environment, types: this.#types };
  }

  async pull(model: TestModel, how: { removes?: boolean; isDryRun?: boolean } = {}) {
    const changes: FileChange[] = [];
    const usual = { removes: false, isDryRun: false, wordsOf: attributeWords };
    const request = { ...(await this.#request(model)), ...usual, ...how };
    const onFiles = (page: readonly FileChange[]) => {
      changes.push(...page);
      return Promise.resolve();
    };
    must(await pullContent(request, model, { onFiles }));
    return changes.map(describeChange);
  }

  async push(model: TestModel, how: PushHow = {}): Promise<Pushed> {
    const { isFirst = false, publishes = false, deletes = false, meanwhile, signal } = how;
    const { folder, ...request } = await this.#request(model);
    const schema = must(await folder.schema()) ?? undefined;
    const changes: FileChange[] = [];
    const dependencies = Object.assign(Object.create(model) as TestModel, {
      imports: new Imports(model),
      batches: new Batches(model),
    });
    const plan = must(
      await planPush(
        { ...request, folder, schema, isFirst, describe: ({ code }) => code },
        dependencies,
        {
          signal,
          confirmEarlier: (paths) => Promise.resolve(how.confirmEarlier?.(paths) ?? false),
          onFiles: (page) => {
            changes.push(...page);
            return Promise.resolve();
          },
        },
      ),
    );
    await meanwhile?.(plan);
    const group = randomUUID();
    const deletions = deletes ? plan.deletions : [];
    const publishing = publishes ? plan.publishing : [];
    const work = [...(plan.records?.planned ?? []), ...publishing, ...deletions];
    if (work.length === 0) await finishPush(plan, dependencies);
    const { written, published, deleted } =
      work.length === 0
        ? { written: [], published: [], deleted: [] }
        : await runPush(plan, dependencies, {
            ...{ group, signal, publishes, deletions, without: new Set() },
          });
    const pathOf = (line: number) => plan.items[line - 1]?.files.at(-1)?.path ?? "";
    const refused = plan.records?.refused ?? [];
    return {
      outcomes: [
        ...written.map(({ item, outcome, failure }) =>
          [failure ? `${outcome}(${failure.code})` : item.intent.kind, pathOf(item.line)].join(" "),
        ),
        ...refused.map(({ line, failure }) => `refused(${failure.code}) ${pathOf(line)}`),
        ...published.map(({ outcome, item }) => `publish:${outcome} ${item.address.id}`),
        ...deleted.map(({ outcome, item }) => `delete:${outcome} ${item.address.id}`),
      ],
      unsent: changes.map(describeChange),
      ...{ plan, group },
    };
  }
}

/** Such as `local(title) pages/tea.en.json`. */
function describeChange(change: FileChange): string {
  const parts =
    change.kind === "compared"
      ? (["local", "remote", "merged", "conflicts"] as const).flatMap((part) =>
          change[part].length > 0 ? `${part}(${change[part].join()})` : [],
        )
      : [change.kind];
  return [...parts, change.path].join(" ");
}
