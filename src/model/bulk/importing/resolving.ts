import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { FileFinder } from "./fileFinder.ts";
import { textOf } from "./lookUp.ts";
import type { PlanFailure } from "../../foundation/planFailure.ts";
import type { SourceRecord } from "./record.ts";
import { referencesOf, withReferences } from "./references.ts";
import type { Reference } from "./references.ts";
import type { Kin, Listed } from "./listed.ts";
import type { Register } from "./register.ts";
import { TargetFinder } from "./targetFinder.ts";
import type { Wanted } from "./targetFinder.ts";

/** A record, and what is kept of it. */
export interface Read {
  readonly listed: Listed;
  readonly record: SourceRecord;
}

/** A target of a relation as a record names it, in one of the ways in which it does. */
export interface Named {
  readonly path: string;
  readonly wanted: Wanted;
}

/** A record whose relations and files are named as the service names them. */
export interface Resolved {
  /** Without relations to what is still to be made. */
  readonly content: JsonObject;
  /** The attributes that lack some for that reason. */
  readonly later: readonly string[];
}

/** What stands for one reference: its documentId, that it comes later, or why there is none. */
type Found = { readonly documentId: string } | { readonly isLater: true } | PlanFailure;

/** Finds what the relations and files of records name. */
export class Resolver {
  readonly #register: Register;
  readonly #targets: TargetFinder;
  readonly #files: FileFinder;

  constructor(register: Register) {
    this.#register = register;
    this.#targets = new TargetFinder(register.service);
    this.#files = new FileFinder(register.service);
  }

  /** Looks for what some records name; what was looked for before is known. */
  async learn(read: readonly Read[], signal?: AbortSignal): Promise<Outcome<null>> {
    const all = read.flatMap(({ listed, record }) =>
      this.#referencesIn(record).map((reference) => ({ listed, reference })),
    );
    const files = all.filter(({ reference }) => isFile(reference));
    const values = files.map(({ reference }) => reference.value);
    const [unseen] = await this.#files.learn(values, signal);
    if (unseen) return failed(unseen);
    const named = all.flatMap(({ listed, reference }) => this.#namedBy(reference, listed) ?? []);
    return this.learnNamed(named, signal);
  }

  learnNamed(named: readonly Named[], signal?: AbortSignal): Promise<Outcome<null>> {
    return this.#targets.learn(
      named.map(({ wanted }) => this.#onService(wanted)),
      signal,
    );
  }

  /** All ways in which a record names the targets of its relations. */
  namesIn(read: Read): Named[] {
    const { targets } = this.#register.service.catalog;
    return this.#referencesIn(read.record)
      .filter((reference) => !isFile(reference))
      .flatMap((reference) => {
        const { value, attribute } = reference;
        const known = targets.get(attribute.target ?? "")?.attributes;
        const keys = isObject(value) ? Object.keys(value) : ["documentId"];
        return keys
          .filter((key) => key === "documentId" || known?.has(key) === true)
          .flatMap((key) => named(key, reference, read.listed) ?? []);
      });
  }

  /** Whether a target was found, on the service or in the file. */
  isThere({ wanted, path }: Named): boolean {
    return !("code" in this.#settled(wanted, { path, value: wanted.value }));
  }

  /** What a record says, for the service; everything it names was looked for before. */
  resolve({ listed, record }: Read): Outcome<Resolved> {
    const later = new Set<string>();
    let flaw: PlanFailure | undefined;
    const replace = (reference: Reference): Json | undefined => {
      const found = isFile(reference)
        ? one(this.#files.find(reference.value), reference)
        : this.#target(reference, listed);
      if ("documentId" in found) return { documentId: found.documentId };
      if ("isLater" in found) later.add(reference.path.split(".")[0] ?? "");
      else flaw ??= found;
      return undefined;
    };
    const content = withReferences(record.content, { ...this.#shape, replace });
    return flaw ? failed(flaw) : done({ content, later: [...later] });
  }

  #target(reference: Reference, listed: Listed): Found {
    const { path, value } = reference;
    const known = this.#namedBy(reference, listed);
    return known
      ? this.#settled(known.wanted, reference)
      : { code: "no-target", path, value: wordOf(value) };
  }

  #settled(wanted: Wanted, place: Pick<Reference, "path" | "value">): Found {
    const [kin, other] = this.#kinsOf(wanted);
    if (other) return { code: "doubled-target", path: place.path, value: wordOf(place.value) };
    const { locale = "" } = wanted;
    if (kin?.documentId !== undefined && kin.made.has(locale)) {
      return { documentId: kin.documentId };
    }
    const found = one(this.#targets.find(this.#onService(wanted)), place);
    return "code" in found && isComing(kin, locale) ? { isLater: true } : found;
  }

  /** As the person chose; a target without that by its documentId. */
  #namedBy(reference: Reference, listed: Listed): Named | undefined {
    if (isFile(reference)) return undefined;
    const by = this.#register.target.relations.get(reference.path) ?? "documentId";
    return named(by, reference, listed) ?? named("documentId", reference, listed);
  }

  /** A document of the file is known by where it was found, whatever the file calls it. */
  #onService(wanted: Wanted): Wanted {
    const documentId = this.#kinsOf(wanted)[0]?.documentId;
    return documentId === undefined ? wanted : { ...wanted, by: "documentId", value: documentId };
  }

  #kinsOf({ target, by, value, locale }: Wanted): readonly Kin[] {
    const isOwn = target === this.#register.service.type.uid;
    return isOwn ? this.#register.kinsNamed(by, value, locale) : [];
  }

  #referencesIn({ content }: SourceRecord): Reference[] {
    return referencesOf(content, this.#shape).filter(({ value }) => value !== null);
  }

  get #shape() {
    const { type, catalog } = this.#register.service;
    return { attributes: type.attributes, catalog };
  }
}

const isFile = ({ attribute }: Reference): boolean => attribute.type === "media";

function named(
  by: string,
  { path, value, attribute: { target } }: Reference,
  { locale }: Listed,
): Named | undefined {
  const said = textOf(isObject(value) ? value[by] : value);
  if (said === undefined || target === undefined) return undefined;
  return { path, wanted: { target, by, value: said, locale } };
}

/** Whether this import is still to make it in that locale. */
const isComing = (kin: Kin | undefined, locale: string): boolean =>
  kin !== undefined && !kin.isMissing && kin.lines.has(locale) && !kin.made.has(locale);

function one(
  documentIds: readonly string[],
  { path, value }: Pick<Reference, "path" | "value">,
): Found {
  const [documentId, ...others] = documentIds;
  if (documentId !== undefined && others.length === 0) return { documentId };
  const code = documentId === undefined ? "no-target" : "ambiguous-target";
  return { code, path, value: wordOf(value) };
}

const wordOf = (value: Json): string => textOf(value) ?? JSON.stringify(value);
