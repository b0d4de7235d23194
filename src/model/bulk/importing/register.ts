import type { TypedService } from "../../schemas/catalogs.ts";
import type { Failure } from "../../foundation/outcome.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import { isEmpty } from "../../changes/writing/wire.ts";
import { isShared } from "../../schemas/shared.ts";
import type { Past } from "./earlier.ts";
import { newKin } from "./listed.ts";
import type { Kin, Listed } from "./listed.ts";
import { textOf } from "./lookUp.ts";
import type { Target } from "./target.ts";
import type { SourceRecord, Sourced } from "./record.ts";
import { inShort, RecordNames } from "./recordNames.ts";

/** All records of a file, as they were met. */
export class Register {
  readonly target: Target;
  readonly service: TypedService;
  readonly past: Past;
  readonly #names: RecordNames;
  readonly #listed = new Map<number, Listed>();
  readonly #kins = new Map<string, Kin>();
  /** The records that a relation of another may name, by what it would name them by. */
  readonly #named = new Map<string, Set<Kin>>();
  /** What relations to documents of this type name them by. */
  readonly #handles: readonly string[];

  constructor(target: Target, service: TypedService, past: Past) {
    this.target = target;
    this.service = service;
    this.past = past;
    this.#names = new RecordNames(target);
    const { attributes } = service.type;
    this.#handles = [...new Set(target.relations.values())].filter((name) => attributes.has(name));
  }

  /** In the order of the file. */
  get all(): readonly Listed[] {
    return [...this.#listed.values()];
  }

  /** The documents of the file's records, as far as they are there. */
  get documentIds(): ReadonlySet<string> {
    return new Set([...this.#kins.values()].flatMap(({ documentId }) => documentId ?? []));
  }

  at(line: number): Listed | undefined {
    return this.#listed.get(line);
  }

  /** Takes down what a file has at a line. */
  add(sourced: Sourced): void {
    const { line } = sourced;
    if ("failure" in sourced) {
      const { failure } = sourced;
      this.#listed.set(line, { line, name: "", title: "", kin: newKin(`line ${line}`), failure });
      return;
    }
    const { record } = sourced;
    const { type } = this.service;
    const locale = this.localeOf(record);
    const key = this.#keyOf(record);
    const kin = this.#kinOf(record, key);
    const name = this.#names.next(record, locale);
    const title = titleOf(record.content, type);
    const failure = this.#flawOf(locale);
    this.#listed.set(line, {
      line,
      name,
      title,
      kin,
      locale,
      key,
      source: this.#names.sourceOf(record),
      shared: this.#sharedIn(record),
      ...(failure && { failure }),
      earlier: this.past.known.get(name),
    });
    if (!kin.lines.has(locale ?? "")) kin.lines.set(locale ?? "", line);
    this.#name(record, locale, kin);
  }

  /** The records' document that a relation names: two where it is not told which of several. */
  kinsNamed(by: string, value: string, locale: string | undefined): readonly Kin[] {
    const handle = handleOf(by, value, by === "documentId" ? undefined : locale);
    let first: Kin | undefined;
    for (const kin of this.#named.get(handle) ?? []) {
      first ??= kin;
      if (documentOf(kin) !== documentOf(first)) return [first, kin];
    }
    return first ? [first] : [];
  }

  /** Finds of the records of each document the first, once it is known which are there. */
  pair(): void {
    const firsts = new Map<string | Kin, Listed>();
    for (const listed of this.all.filter(({ failure }) => !failure)) {
      const document = documentOf(listed.kin);
      const first = firsts.get(document);
      if (first) listed.first = first;
      else firsts.set(document, listed);
    }
  }

  /** Where a record goes; undefined where the type is not localized. */
  localeOf({ locale }: SourceRecord): string | undefined {
    const { type, catalog } = this.service;
    return type.localized ? (locale ?? this.target.locale ?? catalog.defaultLocale) : undefined;
  }

  #sharedIn({ content }: SourceRecord): string | undefined {
    const { type } = this.service;
    const shared = Object.entries(content).filter(([name, value]) => {
      const attribute = type.attributes.get(name);
      return attribute && isShared(attribute, type) && !isEmpty(value);
    });
    return shared.length > 0 ? inShort(shared) : undefined;
  }

  #keyOf({ documentId, content }: SourceRecord): string | undefined {
    const { key } = this.target;
    if (key === undefined) return undefined;
    return key === "documentId" ? documentId : textOf(content[key]);
  }

  #flawOf(locale: string | undefined): Failure | undefined {
    const { type, catalog } = this.service;
    const isKnown = catalog.locales.some(({ code }) => code === locale);
    return type.localized && !isKnown
      ? { code: "unknown-locale", locale: locale ?? "" }
      : undefined;
  }

  /** Records of one document share its documentId, or the key where that is one for all locales. */
  #kinOf({ line, documentId }: SourceRecord, key: string | undefined): Kin {
    const byKey = key !== undefined && this.isKeyShared ? `key ${key}` : undefined;
    const name = byKey ?? (documentId === undefined ? `line ${line}` : `id ${documentId}`);
    const kin = this.#kins.get(name) ?? newKin(name);
    this.#kins.set(name, kin);
    return kin;
  }

  /** How many documents of earlier runs no record of the file is found to have made. */
  get unclaimed(): number {
    const { documentIds, all } = this;
    if (all.every((listed) => this.isFoundByKey(listed))) return 0;
    const claims = new Set(all.flatMap(({ name, source }) => [name, source]));
    claims.delete("");
    const made = [...this.past.made].filter(
      ([id, { record, source }]) =>
        !documentIds.has(id) && !claims.has(record) && !claims.has(source),
    );
    return made.length;
  }

  /**
   * Whether the document of a record is found by a field that the record fills. A documentId is given by the
   * service, and a record without a value creates a document.
   */
  isFoundByKey({ key }: Pick<Listed, "key">): boolean {
    return key !== undefined && this.target.key !== "documentId";
  }

  /** Whether a document has one key for all its locales. */
  get isKeyShared(): boolean {
    const { type } = this.service;
    const attribute = type.attributes.get(this.target.key ?? "");
    return !attribute || !type.localized || isShared(attribute, type);
  }

  #name(record: SourceRecord, locale: string | undefined, kin: Kin): void {
    const { documentId, content } = record;
    if (documentId !== undefined) this.#note(handleOf("documentId", documentId), kin);
    for (const by of this.#handles) {
      const value = textOf(content[by]);
      if (value !== undefined) this.#note(handleOf(by, value, locale), kin);
    }
  }

  #note(handle: string, kin: Kin): void {
    const kins = this.#named.get(handle) ?? new Set();
    this.#named.set(handle, kins.add(kin));
  }
}

const documentOf = (kin: Kin): string | Kin => kin.documentId ?? kin;

const handleOf = (by: string, value: string, locale = ""): string =>
  JSON.stringify([by, locale, value]);
