import { isDeepStrictEqual } from "node:util";
import { singleId } from "../../src/model/foundation/address.ts";
import type { Address } from "../../src/model/foundation/address.ts";
import { Database, differences } from "../model/database.ts";
import type { Contents } from "../model/database.ts";
import type { Desk } from "../model/desk.ts";
import { magazine } from "../model/magazine.ts";
import { types } from "./types.ts";
import type { TestedType } from "./types.ts";

/** One version of a document, as the database holds it. */
export interface Version {
  /** Its key in the contents of the database. */
  readonly key: string;
  readonly documentId: string;
  readonly locale: string | undefined;
  readonly version: "draft" | "published";
  readonly attributes: ReadonlyMap<string, string>;
}

/** The whole database at one moment, and where in it a type's documents are. */
export class Whole {
  readonly contents: Contents;
  readonly #tableOf: (uid: string) => string;

  private constructor(contents: Contents, tableOf: (uid: string) => string) {
    this.contents = contents;
    this.#tableOf = tableOf;
  }

  static async read(): Promise<Whole> {
    const database = await Database.open(magazine());
    try {
      return new Whole(await database.read(), (uid) => database.tableOf(uid));
    } finally {
      await database.close();
    }
  }

  /** All versions of all documents of a type. */
  versions(uid: string): Version[] {
    const table = this.#tableOf(uid);
    return [...this.contents].flatMap(([key, attributes]) => {
      const [place, documentId = "", locale, version] = key.split("/");
      if (place !== table) return [];
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

  /** Whether a key is of a type that has drafts beside what is published. */
  isOfDrafts(key: string): boolean {
    const [table] = key.split("/");
    return types.some(({ uid, hasDrafts }) => hasDrafts && this.#tableOf(uid) === table);
  }

  /** What is edited of a type's documents: the drafts, or what is live at once where there are none. */
  edited(type: TestedType): Version[] {
    return this.versions(type.uid).filter(({ version }) => !type.hasDrafts || version === "draft");
  }

  /** The document with the most in it, in the default locale. */
  fullest(type: TestedType, isFit: (version: Version) => boolean = () => true): Version {
    const size = ({ attributes }: Version): number => [...attributes.values()].join("").length;
    const [fullest] = this.edited(type)
      .filter(({ locale }) => locale === (type.isLocalized ? "en" : undefined))
      .filter(isFit)
      .sort((one, other) => size(other) - size(one));
    if (!fullest) throw new Error(`There is no document of ${type.name} to be tried.`);
    return fullest;
  }

  /** What differs in what came later, by document version. */
  changesUntil(later: Whole): Record<string, string[]> {
    return differences(this.contents, later.contents);
  }
}

/** Where the document of a version is opened. */
export const addressOf = (desk: Desk, type: TestedType, version: Version): Address =>
  desk.at(type.name, type.isSingle ? singleId : version.documentId, version.locale);

/** Which paths differ in two values, as the database tells them: JSON, or undefined where there is none. */
export function changedIn(before: string | undefined, after: string | undefined): Path[] {
  const parse = (text: string | undefined): unknown => JSON.parse(text ?? "null");
  return changedPaths(parse(before), parse(after), []);
}

/** The names under which two contents differ, with where in their values. */
export function differing(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    changedIn(before[name], after[name]).map((path) => [name, ...path].join(".")),
  );
}

/** The attribute at which a path such as `sections[1].author` begins. */
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
 * What a save of one locale changes in the drafts of the others: the service copies what locales share. It rounds
 * large numbers on the way, and hashes a hash once more.
 */
export const damagedByCopying: readonly string[] = [
  "updated_at",
  "archive_number",
  "preview_password",
];

/** A content whose relations point to other versions of their targets; without those that `targetOf` has none for. */
export function mapTargets(
  content: Readonly<Record<string, string>>,
  targetOf: (key: string) => string | undefined,
): Record<string, string> {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map).filter((one) => one !== undefined);
    if (typeof value === "object" && value !== null) return mapParts(value);
    return typeof value === "string" && isTarget.test(value) ? targetOf(value) : value;
  };
  const mapParts = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
        const mapped = map(part);
        // The database has no relation at all where all targets are left out.
        return isEmptyList(mapped) && !isEmptyList(part) ? [] : [[name, mapped]];
      }),
    );
  const parsed = Object.entries(content).map(([name, text]) => [name, JSON.parse(text) as unknown]);
  const mapped = Object.entries(mapParts(Object.fromEntries(parsed) as object));
  return Object.fromEntries(mapped.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** A key of the contents, as relations are told. */
const isTarget = /^\w+\/\w+\/[\w-]+\/(draft|published)$/;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
