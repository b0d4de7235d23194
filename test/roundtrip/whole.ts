import { isDeepStrictEqual } from "node:util";
import { singleId } from "../../src/model/foundation/address.ts";
import type { Address } from "../../src/model/foundation/address.ts";
import { differences } from "../model/database.ts";
import type { Contents } from "../model/database.ts";
import type { TestModel } from "../model/testModel.ts";
import { openMagazine } from "../model/magazine.ts";
import { allTypes } from "./types.ts";
import type { TestedType } from "./types.ts";

/** One version of a document, as stored in the database. */
export interface Version {
  /** The key of the version in the database contents. */
  readonly key: string;
  readonly documentId: string;
  readonly locale: string | undefined;
  readonly version: "draft" | "published";
  readonly attributes: ReadonlyMap<string, string>;
}

/** A snapshot of the whole database, with the table of each type. */
export class Whole {
  readonly contents: Contents;
  readonly #tableOf: (uid: string) => string;

  private constructor(contents: Contents, tableOf: (uid: string) => string) {
    this.contents = contents;
    this.#tableOf = tableOf;
  }

  static async read(): Promise<Whole> {
    const database = await openMagazine();
    return new Whole(await database.read(), (uid) => database.tableOf(uid));
  }

  /** All versions of all documents of a type. */
  versions(uid: string): Version[] {
    const table = this.#tableOf(uid);
    return [...this.contents].flatMap(([key, attributes]) => {
      const [tableName, documentId = "", locale, version] = key.split("/");
      if (tableName !== table) return [];
      const isDraft = version === "draft";
      return [
        {
          key,
          documentId,
          locale: locale === "-" ? undefined : locale,
          version: isDraft ? "draft" : "published",
          attributes,
        },
      ];
    });
  }

  /** Whether a key belongs to a type with drafts. */
  isOfDrafts(key: string): boolean {
    const [table] = key.split("/");
    return allTypes.some(({ uid, hasDrafts }) => hasDrafts && this.#tableOf(uid) === table);
  }

  /** The versions that an editor changes: the drafts, or the published versions of a type without drafts. */
  edited(type: TestedType): Version[] {
    return this.versions(type.uid).filter(({ version }) => !type.hasDrafts || version === "draft");
  }

  /** The document with the longest content, in the default locale. */
  fullest(type: TestedType, isFit: (version: Version) => boolean = () => true): Version {
    const size = ({ attributes }: Version): number => [...attributes.values()].join("").length;
    const [fullest] = this.edited(type)
      .filter(({ locale }) => locale === (type.isLocalized ? "en" : undefined))
      .filter(isFit)
      .sort((version, other) => size(other) - size(version));
    if (!fullest) throw new Error(`There is no document of ${type.name} to be tried.`);
    return fullest;
  }

  /** The attributes that differ in a later snapshot, by document version. */
  changesUntil(later: Whole): Record<string, string[]> {
    return differences(this.contents, later.contents);
  }
}

/** The address at which the extension opens a version. */
export const addressOf = (model: TestModel, type: TestedType, version: Version): Address =>
  model.at(type.name, type.isSingle ? singleId : version.documentId, version.locale);

/** The paths that differ between two values from the database. The values are JSON; undefined when there is none. */
export function changedIn(before: string | undefined, after: string | undefined): Path[] {
  const parse = (text: string | undefined): unknown => JSON.parse(text ?? "null");
  return changedPaths(parse(before), parse(after), []);
}

/** The paths that differ between two contents, from the name of the attribute on. */
export function differing(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    changedIn(before[name], after[name]).map((path) => [name, ...path].join(".")),
  );
}

/** The attribute at the start of a path such as `sections[1].author`. */
export const attributeOf = (path: string): string => path.split(/[.[]/, 1).join();

type Path = readonly (string | number)[];

function changedPaths(old: unknown, now: unknown, path: Path): Path[] {
  if (isDeepStrictEqual(old, now)) return [];
  if (!isParent(old) || !isParent(now)) return [path];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].flatMap((key) =>
    changedPaths(old[key], now[key], [...path, Array.isArray(old) ? Number(key) : key]),
  );
}

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * The columns that a save of one locale changes in the drafts of others, because the service copies shared attributes.
 * It rounds large numbers and hashes a hash again.
 */
export const damagedByCopying: readonly string[] = [
  "updated_at",
  "archive_number",
  "preview_password",
];

/**
 * The content with other versions of its relation targets. It lacks the targets for which `targetOf` returns undefined.
 */
export function mapTargets(
  content: Readonly<Record<string, string>>,
  targetOf: (key: string) => string | undefined,
): Record<string, string> {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map).filter((part) => part !== undefined);
    if (typeof value === "object" && value !== null) return mapParts(value);
    return typeof value === "string" && isTarget.test(value) ? targetOf(value) : value;
  };
  const mapParts = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
        const mapped = map(part);
        // The database contains no entry for a relation without targets.
        return isEmptyList(mapped) && !isEmptyList(part) ? [] : [[name, mapped]];
      }),
    );
  const parsed = Object.entries(content).map(([name, text]) => [name, JSON.parse(text) as unknown]);
  const mapped = Object.entries(mapParts(Object.fromEntries(parsed) as object));
  return Object.fromEntries(mapped.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The key of a relation target in the database contents. */
const isTarget = /^\w+\/\w+\/[\w-]+\/(draft|published)$/;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
