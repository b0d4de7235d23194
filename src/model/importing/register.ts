import type { TypedService } from "../catalogs.ts";
import type { Failure } from "../outcome.ts";
import { titleOf } from "../reader.ts";
import { isShared } from "../shared.ts";
import type { Earlier, Past } from "./earlier.ts";
import { textOf } from "./lookUp.ts";
import type { Target } from "./target.ts";
import type { SourceRecord, Sourced } from "./record.ts";
import { RecordNames } from "./recordNames.ts";

/** What the records of one document have in common. */
export interface Kin {
  /** Its document, once that is there. */
  documentId?: string | undefined;
  readonly name: string;
  /** The first line of its records in each locale. */
  readonly lines: Map<string, number>;
  /** The locales in which this import has made it. */
  readonly made: Set<string>;
  /** Whether it was tried in vain to make it. */
  isMissing: boolean;
}

/** What is kept of a record: where it stands and what it becomes, never what it says. */
export interface Listed {
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** Absent where the type is not localized. */
  readonly locale?: string;
  /** What its document is found by. */
  readonly key?: string;
  readonly kin: Kin;
  readonly earlier?: Earlier | undefined;
  failure?: Failure;
  /** What it would overwrite, in short, by attribute. */
  overwrites?: ReadonlyMap<string, string>;
}

/** All records of a file, as they were met. */
export class Register {
  readonly target: Target;
  readonly service: TypedService;
  readonly past: Past;
  readonly #names: RecordNames;
  readonly #listed = new Map<number, Listed>();
  readonly #kins = new Map<string, Kin>();
  /** The records that a relation of another may name, by what it would name them by. */
  readonly #named = new Map<string, Kin>();
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
    const locale = this.#localeOf(record);
    const key = this.#keyOf(record);
    const kin = this.#kinOf(record, key);
    const name = this.#names.next(record);
    const title = titleOf(record.content, type);
    const failure = this.#flawOf(locale, key);
    this.#listed.set(line, {
      ...{ line, name, title, kin },
      ...(locale !== undefined && { locale }),
      ...(key !== undefined && { key }),
      ...(failure && { failure }),
      earlier: this.past.known.get(name),
    });
    if (!kin.lines.has(locale ?? "")) kin.lines.set(locale ?? "", line);
    this.#name(record, locale, kin);
  }

  /** The record's document that a relation names; undefined where the file has none. */
  kinNamed(by: string, value: string, locale: string | undefined): Kin | undefined {
    return this.#named.get(handleOf(by, value, by === "documentId" ? undefined : locale));
  }

  /** Refuses records that say different things of one document. */
  refuseDoubled(): void {
    const lines = new Map<string, number[]>();
    for (const listed of this.all) {
      for (const place of placesOf(listed)) {
        lines.set(place, [...(lines.get(place) ?? []), listed.line]);
      }
    }
    for (const listed of this.all) {
      const alike = new Set(placesOf(listed).flatMap((place) => lines.get(place) ?? []));
      alike.delete(listed.line);
      if (alike.size > 0) refuse(listed, { code: "doubled-record", lines: [...alike] });
    }
  }

  #localeOf({ locale }: SourceRecord): string | undefined {
    const { type, catalog } = this.service;
    return type.localized ? (locale ?? this.target.locale ?? catalog.defaultLocale) : undefined;
  }

  #keyOf({ documentId, content }: SourceRecord): string | undefined {
    const { key } = this.target;
    if (key === undefined) return undefined;
    return key === "documentId" ? documentId : textOf(content[key]);
  }

  #flawOf(locale: string | undefined, key: string | undefined): Failure | undefined {
    const { type, catalog } = this.service;
    const isKnown = catalog.locales.some(({ code }) => code === locale);
    if (type.localized && !isKnown) return { code: "unknown-locale", locale: locale ?? "" };
    const name = this.target.key;
    return name !== undefined && key === undefined ? { code: "no-key", name } : undefined;
  }

  /** Records of one document share its documentId, or the key where that is one for all locales. */
  #kinOf({ line, documentId }: SourceRecord, key: string | undefined): Kin {
    const byKey = key !== undefined && this.isKeyShared ? `key ${key}` : undefined;
    const name = byKey ?? (documentId === undefined ? `line ${line}` : `id ${documentId}`);
    const kin = this.#kins.get(name) ?? newKin(name);
    this.#kins.set(name, kin);
    return kin;
  }

  /** Whether documents are found by what they say, and not only by an id that the service gives them. */
  get isFoundByKey(): boolean {
    return ![undefined, "documentId"].includes(this.target.key);
  }

  /** Whether a document has one key for all its locales. */
  get isKeyShared(): boolean {
    const { type } = this.service;
    const attribute = type.attributes.get(this.target.key ?? "");
    return !attribute || !type.localized || isShared(attribute, type);
  }

  #name(record: SourceRecord, locale: string | undefined, kin: Kin): void {
    const { documentId, content } = record;
    if (documentId !== undefined) this.#named.set(handleOf("documentId", documentId), kin);
    for (const by of this.#handles) {
      const value = textOf(content[by]);
      if (value !== undefined) this.#named.set(handleOf(by, value, locale), kin);
    }
  }
}

/** From now on nothing comes of a record, the first reason stands. */
export function refuse(listed: Listed, failure: Failure): void {
  listed.failure ??= failure;
  listed.kin.lines.delete(listed.locale ?? "");
}

const newKin = (name: string): Kin => ({
  name,
  lines: new Map(),
  made: new Set(),
  isMissing: false,
});

/** What no other record of a file may have in common with one. */
const placesOf = ({ kin, key, locale = "" }: Listed): string[] => [
  JSON.stringify(["kin", kin.name, locale]),
  ...(key === undefined ? [] : [JSON.stringify(["key", key, locale])]),
];

const handleOf = (by: string, value: string, locale = ""): string =>
  JSON.stringify([by, locale, value]);
