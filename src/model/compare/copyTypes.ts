import type { Connection } from "../connect/connection.ts";
import type { Connections } from "../connect/connections.ts";
import { failed, mapOutcome } from "../foundation/outcome.ts";
import type { Catalog, ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import type { Catalogs, Service, TypedService } from "../schemas/catalogs.ts";
import type { FieldSet } from "./fieldSet.ts";
import { LinkedFiles } from "../media/linkedFiles.ts";
import { findFilesByUrl } from "../reading/fileReader.ts";
import { readSides, bothSides } from "./documentPairs.ts";
import type { DocumentPairs, PersonalChoice, Side, Sides } from "./documentPairs.ts";
import { baseNameOf, sharedShapeOf, viewOf, type SharedShape } from "./sharedShape.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";

export interface CopyType extends Sides<TypedService> {
  readonly uid: string;
  readonly isSingle: boolean;
  /** The schema of each side, limited to the attributes that both services have. */
  readonly views: Sides<TypeInCatalog>;
  /** That of the source with the fields that are left empty. */
  readonly whole: TypeInCatalog;
}

export interface CopyTypesOptions {
  readonly pairs: DocumentPairs;
  /** What to do with personal data; by default, as in the last copy. */
  readonly personal?: PersonalChoice | undefined;
  /** The names and documentIds of files of the source that the target counts as lacking. */
  readonly uploadAgain?: ReadonlySet<string> | undefined;
}

export interface SideDependencies {
  readonly connections: Pick<Connections, "get">;
  readonly catalogs: Catalogs;
}

/** The types of two services between which documents are compared or copied. */
export class CopyTypes {
  readonly connections: Sides<string>;
  readonly services: Sides<Service>;
  readonly pairs: DocumentPairs;
  readonly urls: Sides<string>;
  /** The files of each side to which links in its texts lead. */
  readonly links: Sides<LinkedFiles>;
  readonly personal: PersonalChoice;
  readonly #uploadAgain: ReadonlySet<string> | undefined;
  readonly #shape: SharedShape;
  readonly #whole: SharedShape;
  readonly #types = new Map<string, CopyType | undefined>();

  constructor(
    connections: Sides<Connection>,
    services: Sides<Service>,
    { pairs, personal = pairs.personal, uploadAgain }: CopyTypesOptions,
  ) {
    this.connections = bothSides((side) => connections[side].id);
    this.urls = bothSides((side) => connections[side].url);
    this.services = services;
    this.pairs = pairs;
    this.personal = personal;
    this.#uploadAgain = uploadAgain;
    this.links = bothSides((side) => {
      const find = (urls: readonly string[], options: ReadOptions) =>
        findFilesByUrl(services[side], urls, options);
      return new LinkedFiles(find, connections[side]);
    });
    const catalogs = bothSides((side) => services[side].catalog);
    this.#shape = sharedShapeOf(catalogs, (uid) => pairs.keyOf(uid), this.empty);
    const isEmptyAnywhere = this.empty.from.all.length + this.empty.to.all.length > 0;
    this.#whole = isEmptyAnywhere ? sharedShapeOf(catalogs) : this.#shape;
  }

  static async open(
    ids: Sides<string>,
    options: CopyTypesOptions,
    { catalogs, connections }: SideDependencies,
  ): BulkResult<CopyTypes> {
    const [from, to] = [connections.get(ids.from), connections.get(ids.to)];
    if (!from || !to) return failed({ code: "no-connection" });
    const services = await readSides((side) => catalogs.service(ids[side]));
    return mapOutcome(services, (both) => new CopyTypes({ from, to }, both, options));
  }

  get empty(): Sides<FieldSet> {
    return { from: this.pairs.empty.from, to: this.personal.leaveEmpty };
  }

  /** By uid. */
  get keys(): ReadonlyMap<string, string> {
    return this.#shape.keys;
  }

  baseNameOf({ from }: CopyType, name: string): string {
    return baseNameOf(name, from.type.attributes.get(name), from.catalog, this.empty);
  }

  /** The type with this uid; undefined if a service does not have it. */
  of(uid: string): CopyType | undefined {
    if (!this.#types.has(uid)) this.#types.set(uid, this.#open(uid));
    return this.#types.get(uid);
  }

  isSingle(uid: string): boolean {
    return this.of(uid)?.isSingle === true;
  }

  portableContext({ views }: CopyType, side: Side) {
    return {
      ...views[side],
      links: this.links[side],
      keys: this.#shape.relationKeys,
      neutralId: (type: string, id: string) => this.pairs.neutralId(side, type, id),
      neutralFile: (id: string) => this.pairs.neutralFile(side, id),
      uploadAgain: side === "from" ? this.#uploadAgain : undefined,
    };
  }

  #open(uid: string): CopyType | undefined {
    const { from, to } = this.services;
    const [type, other] = [typeIn(from.catalog, uid), typeIn(to.catalog, uid)];
    if (!type || !other) return undefined;
    const typed = { from: { ...from, type }, to: { ...to, type: other } };
    return {
      ...{ uid, isSingle: type.kind === "single" },
      ...typed,
      views: bothSides((side) => viewOf(typed[side], this.#shape)),
      whole: viewOf(typed.from, this.#whole),
    };
  }
}

const typeIn = ({ types }: Catalog, uid: string): ContentType | undefined =>
  [...types.values()].find((type) => type.uid === uid);

/** The codes of the locales. A service that does not list its own may have those of the other one. */
export function knownLocales(services: Sides<TypedService>): Sides<readonly string[]> {
  const { from, to } = bothSides((side) => services[side].catalog.locales.map(({ code }) => code));
  return { from: from.length > 0 ? from : to, to: to.length > 0 ? to : from };
}

/** The code of the default locale; empty if the type is not localized, or if it is not known. */
export const defaultLocaleOf = ({ type, catalog }: TypedService): readonly string[] =>
  type.localized && catalog.defaultLocale !== undefined ? [catalog.defaultLocale] : [];
