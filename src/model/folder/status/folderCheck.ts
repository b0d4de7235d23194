import type { CheckFinding, FindingPlace, RuleCode } from "../../check/checkFinding.ts";
import { checkRules } from "../../check/checkRules.ts";
import type { CheckedDocument } from "../../check/checkRule.ts";
import { checkSource } from "../../check/checkRun.ts";
import type { CheckReport, CheckSource, SourceCheckOptions } from "../../check/checkRun.ts";
import type { LookedUpDocument, Lookups } from "../../check/checkLookups.ts";
import type { ReadPages } from "../../check/checkedPages.ts";
import type { CheckedType } from "../../check/checkScope.ts";
import { UncheckedParts } from "../../check/uncheckedParts.ts";
import { withReferences } from "../../content/references.ts";
import { nothingUnread } from "../../content/unreadAttributes.ts";
import { titleOf } from "../../documents/snapshotReader.ts";
import { keyOf } from "../../foundation/address.ts";
import { groupedBy } from "../../foundation/chunks.ts";
import { asJson, pick, type JsonObject } from "../../foundation/json.ts";
import type { TextPosition } from "../../foundation/jsonText.ts";
import { done, type Outcome } from "../../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../../reading/readOptions.ts";
import { isPolymorphic, isShared, titleOfTarget } from "../../schemas/catalog.ts";
import type { Catalog, ContentType } from "../../schemas/catalog.ts";
import { placeIn, relationNameOf } from "../contentFolder.ts";
import type { ContentFolder, FileFailure } from "../contentFolder.ts";
import { typeFolder } from "../fileNames.ts";
import { withinFolder, type DiskFailure } from "../folderDisk.ts";

/*
 * A check of the files of a folder by the rules for the content of a service. A relation is named by
 * its target's files instead of a documentId, in the content and in the address of a document.
 */

export interface FileFinding extends TextPosition {
  readonly finding: CheckFinding;
  /** The path of the file in the folder. */
  readonly path: string;
}

interface FolderCheckOptions extends Pick<SourceCheckOptions, "rules" | "signal" | "onProgress"> {
  /** The content types at the last pull. */
  readonly schema: Catalog;
  /** The names of the types to check; all if undefined. */
  readonly types: readonly string[] | undefined;
  /** The check waits for it. */
  readonly onFindings: (findings: readonly FileFinding[]) => Promise<void>;
}

/** The rules that need neither a service nor published versions. */
export const isFolderRule = (code: RuleCode): boolean =>
  /^(?:invalid-value|missing-target|duplicate-value|empty-text)$/.test(code);

/** Checks the files of a folder. Sends no request. */
export const checkFolder = (
  folder: ContentFolder,
  options: FolderCheckOptions,
): Promise<Outcome<CheckReport, ReadFailure | DiskFailure>> =>
  withinFolder(() => check(folder, options));

async function check(
  folder: ContentFolder,
  { rules, onFindings, ...options }: FolderCheckOptions,
): ReadResult<CheckReport> {
  const content = await FolderContent.open(folder, options.schema);
  const waiting: CheckFinding[] = [];
  const flush = async () => {
    const located = waiting.splice(0).map((finding) => content.locate(finding));
    await onFindings(await Promise.all(located));
  };
  const others = checkRules.flatMap(({ code }) =>
    isFolderRule(code) ? [] : [[code, "off"] as const],
  );
  const report = await checkSource(content.source(options.types), {
    ...options,
    rules: { ...rules, ...Object.fromEntries(others) },
    onFinding: (finding) => waiting.push(finding),
    afterPage: flush,
  });
  await flush();
  return report;
}

/** No link and no address of a service has these. */
const connection = { id: "folder", name: "", url: "https://folder.invalid" };

interface FileUnit {
  readonly path: string;
  /** The folder of its type. */
  readonly type: string;
  readonly name: string;
  readonly locale: string | undefined;
}

interface ReadUnit extends FileUnit {
  readonly failure: FileFailure | undefined;
  readonly content: JsonObject;
}

/** The files of a localization. */
interface LocalizationFiles {
  readonly type: ContentType;
  readonly own: string;
  /** The file with what all localizations share, and its keys. */
  readonly shared: { readonly path: string; readonly keys: readonly string[] } | undefined;
}

class FolderContent {
  readonly #folder: ContentFolder;
  readonly #catalog: Catalog;
  /** By the name of the type. */
  readonly #units: ReadonlyMap<string, readonly FileUnit[]>;
  /** Such as `tags/winter`. */
  readonly #names: ReadonlySet<string>;
  /** The uids of the types by their folders. */
  readonly #uids: ReadonlyMap<string, string>;
  readonly #files = new Map<string, LocalizationFiles>();
  /** The findings in files that several localizations share. */
  readonly #reported = new Set<string>();
  /** The documents of the type that is checked. */
  #documents: readonly CheckedDocument[] = [];

  private constructor(
    folder: ContentFolder,
    schema: Catalog,
    units: ReadonlyMap<string, readonly FileUnit[]>,
  ) {
    this.#folder = folder;
    this.#units = units;
    const all = [...units.values()].flat();
    const locales = new Set(all.flatMap(({ locale }) => locale ?? []));
    this.#names = new Set(all.map(relationNameOf));
    this.#uids = new Map(
      [...schema.types.values()].map(({ name, uid }) => [typeFolder(name), uid]),
    );
    const codes = [...locales].map((code) => ({ code, name: code, isDefault: false }));
    this.#catalog = { ...schema, locales: codes };
  }

  static async open(folder: ContentFolder, schema: Catalog): Promise<FolderContent> {
    const units = new Map<string, readonly FileUnit[]>();
    for (const type of schema.types.values())
      units.set(
        type.name,
        (await folder.paths(type)).map((path) => ({ path, ...placeIn(path) })),
      );
    return new FolderContent(folder, schema, units);
  }

  source(types: readonly string[] | undefined): CheckSource {
    const target = {
      kind: "connection",
      connection: connection.id,
      ...(types && { types }),
    } as const;
    return {
      scope: { connection, otherConnections: [], service: { catalog: this.#catalog }, target },
      unchecked: new UncheckedParts(connection),
      lookups: this.#lookups,
      pages: (part) => this.#pages(part),
      isReported: (finding) => this.#isReported(finding),
    };
  }

  /** A finding with its file, and where the value is in the file. */
  async locate(finding: CheckFinding): Promise<FileFinding> {
    const { path } = this.#fileOf(finding);
    const { line, column } = await this.#folder.positionOf(path, finding.path);
    return { finding, path, line, column };
  }

  #fileOf({ address, path: [key] }: FindingPlace) {
    const { own = "", shared, type } = this.#files.get(keyOf(address)) ?? {};
    const name = String(key);
    const attribute = type?.attributes.get(name);
    const isInShared = attribute && type ? isShared(attribute, type) : shared?.keys.includes(name);
    return shared && isInShared ? { path: shared.path, isShared: true } : { path: own };
  }

  /** What localizations share is in one file, and reported once. */
  #isReported(finding: FindingPlace & { readonly data: object }): boolean {
    const file = this.#fileOf(finding);
    if (!file.isShared) return true;
    const key = JSON.stringify([file.path, finding.path, finding.data]);
    const isNew = !this.#reported.has(key);
    this.#reported.add(key);
    return isNew;
  }

  async *#pages(part: CheckedType): ReadPages {
    const type = this.#catalog.types.get(part.type);
    if (!type) return;
    const service = { type, catalog: this.#catalog, capabilities: { database: undefined } };
    const byName = groupedBy(this.#units.get(type.name) ?? [], ({ name }) => name);
    const documents = await Promise.all(
      [...byName.values()].map((units) => this.#read(type, units)),
    );
    this.#documents = documents.flat();
    const total = this.#documents.length;
    yield done({ service, documents: this.#documents, isPartOfType: false, total, odd: [] });
  }

  /** The localizations of a document. */
  async #read(type: ContentType, files: readonly FileUnit[]): Promise<CheckedDocument[]> {
    const units = await Promise.all(
      files.map(async (unit): Promise<ReadUnit> => {
        const [failure, content] = await this.#folder.read(unit.path);
        return { ...unit, failure: failure ?? undefined, content: content ?? {} };
      }),
    );
    const shared = type.localized ? units.find(({ locale }) => locale === undefined) : undefined;
    const unreadable = units.filter(({ failure }) => failure);
    const localizations = units.filter((unit) => unit !== shared || units.length === 1);
    const readable = shared?.failure ? [] : localizations.filter(({ failure }) => !failure);
    return [
      ...unreadable.map((own) => this.#documentOf(type, own)),
      ...readable.map((own) => this.#documentOf(type, own, own === shared ? undefined : shared)),
    ];
  }

  #documentOf(type: ContentType, own: ReadUnit, shared?: ReadUnit): CheckedDocument {
    const { name, locale } = own;
    const address = {
      ...{ connection: connection.id, type: type.name, id: name },
      ...(locale !== undefined && { locale }),
    };
    const keys = Object.keys(shared?.content ?? {});
    const sharedFile = shared && { path: shared.path, keys };
    this.#files.set(keyOf(address), { type, own: own.path, shared: sharedFile });
    const { failure } = own;
    const content = failure
      ? {}
      : this.#editedContent(type, { ...shared?.content, ...own.content });
    return {
      ...{ address, content, documentId: name, title: titleOf(content, type) },
      ...{ unread: nothingUnread, changes: new Map(), state: undefined, published: undefined },
      ...{ copies: { draft: 0, published: 0 }, file: { failure } },
    };
  }

  /** A content in the form of the editor. An absent field is empty. */
  #editedContent(type: ContentType, content: JsonObject): JsonObject {
    const empty = [...type.attributes].flatMap(([name, attribute]) =>
      attribute.default === undefined ? [[name, null] as const] : [],
    );
    const catalog = this.#catalog;
    return withReferences(
      { ...Object.fromEntries(empty), ...content },
      { type, catalog },
      ({ value, attribute }) => {
        if (typeof value !== "string") return {};
        if (attribute.type === "media") return { documentId: value, name: value };
        const uid = this.#uidIn(value);
        const target = isPolymorphic(attribute) ? { ...attribute, target: uid } : attribute;
        const title = titleOfTarget(target, catalog) ?? "documentId";
        return { documentId: value, [title]: value, ...(target !== attribute && { __type: uid }) };
      },
    );
  }

  /** Whether the folder has a target of a type. Undefined for one with a documentId: the service may have it. */
  #isThere({ target, documentId: name }: LookedUpDocument): boolean | undefined {
    if (name.includes("#")) return undefined;
    return this.#names.has(name) && this.#uidIn(name) === target;
  }

  /** The uid of the type that a name such as `tags/winter` has. */
  #uidIn = (name: string): string => this.#uids.get(name.split("/")[0] ?? "") ?? "";

  /** What a folder can't know is unknown. */
  get #lookups(): Lookups {
    const unknown = () => Promise.resolve(done(() => undefined));
    return {
      published: unknown,
      modified: unknown,
      existing: () => Promise.resolve(done((target: LookedUpDocument) => this.#isThere(target))),
      withValues: ({ locale }) => {
        const documents = this.#documents.filter(
          ({ address }) => locale === undefined || address.locale === locale,
        );
        const rows = documents.map(({ content, documentId, address }) => {
          return { ...content, documentId, ...pick(asJson(address), ["locale"]) };
        });
        return Promise.resolve(done(rows));
      },
      files: () => Promise.resolve(done(undefined)),
      site: () => Promise.resolve(undefined),
      catalogBehind: () => Promise.resolve(undefined),
      allFiles: async function* () {
        yield await Promise.resolve(done([]));
      },
    };
  }
}
