import type { Connections } from "../connections/connections.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Catalogs, Service, TypedService } from "../schemas/catalogs.ts";
import type { BulkFailure } from "../bulk/bulkFailure.ts";
import { LinkedFiles } from "./linkedFiles.ts";
import type { Pairs, Sides } from "./pairs.ts";
import type { PortableContext } from "./portableForm.ts";
import { sharedShapeOf, viewOf } from "./sharedShape.ts";
import type { SharedShape, SharedView } from "./sharedShape.ts";

/** A content type that both services have. */
export interface CopyType {
  readonly from: TypedService;
  readonly to: TypedService;
  /** The schema of the source, limited to the attributes that both services have. */
  readonly view: SharedView;
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
  readonly #shape: SharedShape;
  readonly #types = new Map<string, CopyType | undefined>();

  private constructor(
    { connections, urls, pairs }: Pick<CopyTypes, "connections" | "urls" | "pairs">,
    services: Sides<Service>,
  ) {
    this.connections = connections;
    this.services = services;
    this.pairs = pairs;
    this.urls = urls;
    const { from, to } = services;
    this.links = new LinkedFiles(from, { url: urls.from });
    this.#shape = sharedShapeOf({ from: from.catalog, to: to.catalog }, (uid) => pairs.keyOf(uid));
  }

  static async open(
    connections: Sides<string>,
    pairs: Pairs,
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
    return done(new CopyTypes({ connections, urls, pairs }, { from, to }));
  }

  /** The natural key of each type, by uid. */
  get keys(): ReadonlyMap<string, string> {
    return this.#shape.keys;
  }

  /** The uids of the types that both services have. */
  get uids(): readonly string[] {
    return [...this.#shape.types.keys()];
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
      keys: this.keys,
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
    };
  }
}
