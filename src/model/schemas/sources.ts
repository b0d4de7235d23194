import type { Cms, CmsError, Locale, Result, SchemaApi } from "../../client/index.ts";
import type { RawSchemas } from "./catalog.ts";
import type { Admins } from "../connections/admins.ts";
import type { Connection } from "../connections/connection.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, isDenied, refused, hasName } from "../foundation/outcome.ts";
import type { SchemaFailure } from "./schemaFailure.ts";
import type { SchemaCache } from "./schemaCache.ts";
import type { Project } from "./project.ts";
import type { Projects } from "./projects.ts";

export interface SchemaPorts {
  /** The cache that outlives the window. */
  readonly kept: SchemaCache;
  readonly projects: Projects;
  /** Infers the schemas of types from their documents. */
  readonly infer: (
    cms: Cms,
    names: readonly string[],
  ) => Promise<Outcome<RawSchemas, SchemaFailure>>;
  /** The signed-in administrators. */
  readonly admins: Pick<Admins, "isSignedIn" | "call">;
}

/**
 * The schemas of a service, from the first source that has them. The sources are the service, with
 * the token or as the signed-in administrator, a Strapi project in the workspace, an earlier answer
 * of either, and documents of the types that the user has listed. The failure is the service's own.
 */
export async function readSchemas(
  cms: Cms,
  connection: Connection,
  ports: SchemaPorts,
): Promise<Outcome<RawSchemas, SchemaFailure>> {
  const [languages, [error, content]] = await Promise.all([
    readPart((schema) => schema.locales(), { cms, connection, ...ports }),
    readPart(contentOf, { cms, connection, ...ports }),
  ]);
  const [localesError, locales] = localesOrNone(languages);
  if (localesError) return refused(localesError);
  if (!error) return done({ ...content, locales, source: "service", readAt: Date.now() });
  if (!isSchemaDenied(error)) return refused(error);
  const all = await ports.projects.all();
  const [project] = all;
  if (project) return done({ ...withLocales(project, locales), ...chosen(project, all.length) });
  return readFromFallback(cms, connection, { ...ports, error });
}

interface SchemaRequest extends Pick<SchemaPorts, "admins"> {
  readonly cms: Cms;
  readonly connection: Connection;
}

/** Reads a part of the schema. What the service denies to the token, the administrator reads. */
async function readPart<T>(
  read: (schema: SchemaApi) => Promise<Result<T>>,
  { cms, connection: { id }, admins }: SchemaRequest,
): Promise<Result<T>> {
  const result = await read(cms.schema());
  if (!result[0] || !isDenied(result[0]) || !admins.isSignedIn(id)) return result;
  const [failure, part] = await admins.call(id, read, true);
  return failure ? result : [null, part, null];
}

async function contentOf(
  schema: SchemaApi,
): Promise<Result<Pick<RawSchemas, "contentTypes" | "components">>> {
  const [[typesError, contentTypes], [partsError, components]] = await Promise.all([
    schema.contentTypes(),
    schema.components(),
  ]);
  if (typesError) return [typesError, null, null];
  return partsError ? [partsError, null, null] : [null, { contentTypes, components }, null];
}

const withLocales = ({ schemas }: Project, locales: readonly Locale[]): RawSchemas => ({
  ...schemas,
  locales,
  source: "workspace",
  readAt: Date.now(),
});

/** The first project by path, if nothing tells which of several belongs to the service. */
function chosen({ files }: Project, among: number): Pick<RawSchemas, "project"> {
  const [file] = files.values();
  return file && among > 1 ? { project: { file: file.uri, among } } : {};
}

async function readFromFallback(
  cms: Cms,
  connection: Connection,
  { kept, infer, error }: SchemaPorts & { readonly error: CmsError },
): Promise<Outcome<RawSchemas, SchemaFailure>> {
  const earlier = await kept.load(connection);
  if (earlier && earlier.source !== "inferred") return done(earlier);
  const { collections = [] } = connection;
  return collections.length > 0 ? infer(cms, collections) : refused(error);
}

/** Whether the service denies access to its schema, with this token or in general. */
export const isSchemaDenied = (error: CmsError): boolean =>
  hasName(error, "ForbiddenError", "NotFoundError") && error.url.includes("/content-type-builder/");

/**
 * A service without locales, or a token without permission to list them, has only the default
 * locale.
 */
function localesOrNone(result: Result<readonly Locale[]>): Result<readonly Locale[]> {
  const name = result[0]?.name;
  return name === "NotFoundError" || name === "ForbiddenError" ? [null, [], null] : result;
}
