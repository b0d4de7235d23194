import { apiUrlOf, type Connection } from "../connect/connection.ts";
import { attributeAt } from "../content/attributePositions.ts";
import type { MissingPart } from "../content/unreadAttributes.ts";
import { segmentsOf, type JsonObject } from "../foundation/json.ts";
import type { CmsError } from "../foundation/outcome.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";

/** A request that the service denies. It determines the required permission. */
export type DeniedCall = Pick<CmsError, "method" | "url">;

export type UncheckedPart =
  | { readonly code: "documents"; readonly type: string; readonly call: DeniedCall }
  /**
   * An attribute that the service does not return. `path` has no indexes, such as
   * `sections.author`. No permission helps if `call` is absent: the type's route decides by itself
   * what it returns.
   */
  | {
      readonly code: "attribute";
      readonly type: string;
      readonly path: string;
      readonly call?: DeniedCall;
    }
  /** A document whose draft no request can read. */
  | { readonly code: "row"; readonly type: string; readonly row: OddRow }
  /** Whether the documents of a type exist and are published. */
  | { readonly code: "targets"; readonly type: string; readonly call: DeniedCall }
  | { readonly code: "files"; readonly call: DeniedCall }
  /** The translations: the locales of the service are unknown. */
  | { readonly code: "locales"; readonly call: DeniedCall }
  /** Links to other sites: the network or the proxy of this computer does not work. */
  | { readonly code: "sites" };

/** Collects the parts that a check did not check, each of them once. */
export class UncheckedParts {
  readonly #parts = new Map<string, UncheckedPart>();
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get all(): readonly UncheckedPart[] {
    return [...this.#parts.values()];
  }

  /** Whether documents, or parts of them that may use media files, were not read. */
  get isContentMissing(): boolean {
    // An attribute with a call is a relation to a type that can't be read.
    return this.all.some(
      (part) =>
        /^(documents|locales|row)$/.test(part.code) || (part.code === "attribute" && !part.call),
    );
  }

  add(part: UncheckedPart): void {
    const type = "type" in part ? part.type : "";
    const path = part.code === "attribute" ? part.path : "";
    const row = part.code === "row" ? `${part.row.why} ${part.row.id}` : "";
    this.#parts.set([part.code, type, path, row].join(" "), part);
  }

  /** Records that the locales are unknown, so that single types were read in the default locale. */
  addLocales(): void {
    const url = `${apiUrlOf(this.#connection)}/i18n/locales`;
    this.add({ code: "locales", call: { method: "GET", url } });
  }

  addMissing({ path, why }: MissingPart, content: JsonObject, shape: TypeInCatalog): void {
    const { type, catalog } = shape;
    const name = path.replaceAll(/\[\d+\]/g, "");
    const isDecided = why === "route-decides" || catalog.decided?.has(type.uid) === true;
    // The route that a token needs to read a relation.
    const relation = isDecided ? undefined : attributeAt(catalog, type, segmentsOf(path), content);
    const route = catalog.targets.get(relation?.attribute.target ?? "")?.name;
    const url = `${apiUrlOf(this.#connection)}/${route ?? ""}`;
    const call = route === undefined ? undefined : { method: "GET", url };
    this.add({ code: "attribute", type: type.name, path: name, ...(call && { call }) });
  }
}
