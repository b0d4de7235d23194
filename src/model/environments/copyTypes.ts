import type { Connections } from "../connections/connections.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Catalogs, Service, TypedService } from "../schemas/catalogs.ts";
import type { BulkFailure } from "../bulk/bulkFailure.ts";
import type { FieldSet } from "./fieldSet.ts";
import { LinkedFiles } from "./linkedFiles.ts";
import type { Pairs, PersonalChoice, Sides } from "./pairs.ts";
import type { PortableContext } from "./portableForm.ts";
import { baseNameOf, sharedShapeOf, viewOf } from "./sharedShape.ts";
import type { SharedShape, SharedView } from "./sharedShape.ts";

/** A content type that both services have. */
export interface CopyType {
  readonly from: TypedService;
  readonly to: TypedService;
  /** The schema of the source, limited to the attributes that both services have. */
  readonly view: SharedView;
  /** The same with the fields that are left empty. */
  readonly whole: SharedView;
}

/** The types of two services between which documents are copied. */
export class CopyTypes {
  readonly connections: Sides<string>;
  readonly services: Sides<Service>;
  readonly pairs: Pairs;
  /** The URLs of the connections. */
  readonly urls: Sides<string>;
  /** The files to which links in texts of the source lead. */
  readonly links: LinkedFiles;
  /** What the copy does with personal data. */
  readonly personal: PersonalChoice;
  readonly #shape: SharedShape;
  readonly #whole: SharedShape;
  readonly #types = new Map<string, CopyType | undefined>();

  private constructor(
    {
      connections,
      urls,
      pairs,
      personal,
    }: Pick<CopyTypes, "connections" | "urls" | "pairs" | "personal">,
    services: Sides<Service>,
  ) {
    this.connections = connections;
    this.services = services;
    this.pairs = pairs;
    this.urls = urls;
    const { from, to } = services;
    this.links = new LinkedFiles(from, { url: urls.from });
    this.personal = personal;
    const catalogs = { from: from.catalog, to: to.catalog };
    this.#shape = sharedShapeOf(catalogs, pairs.shapeChoices(this.empty));
    this.#whole = sharedShapeOf(catalogs);
  }

  /** @param personal What to do with personal data; by default, as in the last copy. */
  static async open(
    connections: Sides<string>,
    {
      pairs,
      personal = pairs.personal,
    }: { readonly pairs: Pairs; readonly personal?: PersonalChoice },
    dependencies: { readonly catalogs: Catalogs; readonly connections: Pick<Connections, "get"> },
  ): Promise<Outcome<CopyTypes, BulkFailure>> {
    const { catalogs } = dependencies;
    const source = dependencies.connections.get(connections.from);
    const target = dependencies.connections.get(connections.to);
    if (!source || !target) return failed({ code: "no-connection" });
    const urls = { from: source.url, to: target.url };
    const [unreached, from] = await catalogs.service(connections.from);
    if (unreached) return failed(unreached);
    const [unknown, to] = await catalogs.service(connections.to);
    if (unknown) return failed(unknown);
    return done(new CopyTypes({ connections, urls, pairs, personal }, { from, to }));
  }

  /** The fields that each side leaves empty. */
  get empty(): Sides<FieldSet> {
    return { from: this.pairs.empty.from, to: this.personal.leaveEmpty };
  }

  /** The natural key of each type, by uid. */
  get keys(): ReadonlyMap<string, string> {
    return this.#shape.keys;
  }

  /** The uids of the types that both services have. */
  get uids(): readonly string[] {
    return [...this.#shape.types.keys()];
  }

  /** The attribute by which relations name their targets, by uid. */
  get relationKeys(): ReadonlyMap<string, string> {
    return this.#shape.relationKeys;
  }

  /** The name under which the digest of an attribute is remembered. */
  baseNameOf({ view: { type, catalog } }: CopyType, name: string): string {
    return baseNameOf(name, type.attributes.get(name), catalog, this.empty);
  }

  /** The type with this uid; undefined if a service does not have it. */
  of(uid: string): CopyType | undefined {
    if (!this.#types.has(uid)) this.#types.set(uid, this.#open(uid));
    return this.#types.get(uid);
  }

  portableContext({ view }: CopyType): PortableContext {
    return {
      ...view,
      links: this.links,
      keys: this.relationKeys,
      neutralId: (type, id) => this.pairs.neutralId("from", type, id),
      neutralFile: (id) => this.pairs.neutralFile("from", id),
    };
  }

  #open(uid: string): CopyType | undefined {
    const { from, to } = this.services;
    const isOwn = ({ uid: own }: { readonly uid: string }) => own === uid;
    const type = [...from.catalog.types.values()].find(isOwn);
    const other = [...to.catalog.types.values()].find(isOwn);
    if (!type || !other) return undefined;
    return {
      from: { ...from, type },
      to: { ...to, type: other },
      view: viewOf(type, from.catalog, this.#shape),
      whole: viewOf(type, from.catalog, this.#whole),
    };
  }
}
