import type { Cms, CmsError, Locale, Result } from "../../client/index.ts";
import type { RawSchemas } from "./catalog.ts";
import type { Connection } from "../connections/connection.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, refused, hasName } from "../foundation/outcome.ts";
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
}

/**
 * The schemas of a service, from the first source that has them. The sources are the service, a
 * Strapi project in the workspace, an earlier answer of either, and documents of the types that the
 * user has listed. The failure is the service's own.
 */
export async function readSchemas(
  cms: Cms,
  connection: Connection,
  ports: SchemaPorts,
): Promise<Outcome<RawSchemas, SchemaFailure>> {
  const schema = cms.schema();
  const [types, parts, languages] = await Promise.all([
    schema.contentTypes(),
    schema.components(),
    schema.locales(),
  ]);
  const [localesError, locales] = localesOrNone(languages);
  if (localesError) return refused(localesError);
  const [error, content] = joined(types, parts);
  if (!error) return done({ ...content, locales, source: "service", readAt: Date.now() });
  if (!isSchemaDenied(error)) return refused(error);
  const all = await ports.projects.all();
  const [project] = all;
  if (project) return done({ ...withLocales(project, locales), ...chosen(project, all.length) });
  return readFromFallback(cms, connection, { ...ports, error });
}

type ServiceSchemas = Pick<RawSchemas, "contentTypes" | "components">;

function joined(
  [typesError, contentTypes]: Result<RawSchemas["contentTypes"]>,
  [partsError, components]: Result<RawSchemas["components"]>,
): readonly [CmsError, null] | readonly [null, ServiceSchemas] {
  if (typesError) return [typesError, null];
  return partsError ? [partsError, null] : [null, { contentTypes, components }];
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
