import type { Admin, Cms, Result } from "../../client/index.ts";
import type { Capabilities } from "../connections/capabilities.ts";
import type { Catalog, ContentType } from "./catalog.ts";
import type { SchemaCache } from "./keptSchemas.ts";
import type { Admins } from "../connections/admins.ts";
import type { Outcome } from "../foundation/outcome.ts";
import type { RouteKnowledge } from "./routes.ts";
import type { Projects } from "./projects.ts";

/** What a signed-in administrator may ask. */
export type Manage = <T>(work: (admin: Admin) => Promise<Result<T>>) => Promise<Outcome<T>>;

/** A client with what its service holds: all that a read or a write needs. */
export interface Service {
  readonly cms: Cms;
  readonly catalog: Catalog;
  /** What was learned of the service while it was used. */
  readonly capabilities: Capabilities;
  /** Says that an answer had what the catalog does not know. */
  readonly doubt: () => void;
  /** Asks the content manager, in silence; absent where no administrator is signed in. */
  readonly manage?: Manage;
  /** What is known of the routes of its types. */
  readonly routes: RouteKnowledge;
}

/** A service, and the one type of it that is meant. */
export type TypedService = Service & { readonly type: ContentType };

/** Where catalogs are, apart from their services. */
export interface CatalogPorts {
  /** Where they outlive the window. */
  readonly kept?: SchemaCache;
  readonly projects?: Projects;
  /** The administrators who are signed in. */
  readonly admins?: Pick<Admins, "isSignedIn" | "call" | "onDidSignIn">;
}
