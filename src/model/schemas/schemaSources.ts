import type { Cms, CmsError, Result, SchemaApi } from "../../client/index.ts";
import type { RawSchemas } from "./catalog.ts";
import type { Administrators } from "../connect/administrators.ts";
import type { Connection } from "../connect/connection.ts";
import { done, isDenied, refused, hasName, type Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "./schemaFailure.ts";
import type { SchemaCache } from "./schemaCache.ts";
import type { Projects } from "./projects.ts";

export interface SchemaPorts {
  /** Outlives the window. */
  readonly schemaCache: SchemaCache;
  readonly projects: Projects;
  readonly infer: (
    cms: Cms,
    names: readonly string[],
  ) => Promise<Outcome<RawSchemas, SchemaFailure>>;
  readonly administrators: Pick<Administrators, "isSignedIn" | "call" | "onDidSignIn">;
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
  const { administrators, projects, schemaCache, infer } = ports;
  /** What the service denies to the token, the administrator reads. */
  const readPart = async <T>(read: (api: SchemaApi) => Promise<Result<T>>): Promise<Result<T>> => {
    const result = await read(cms.schema());
    if (!result[0] || !isDenied(result[0]) || !administrators.isSignedIn(connection.id))
      return result;
    const [failure, part] = await administrators.call(connection.id, read, true);
    return failure ? result : [null, part, null];
  };
  const [[localesError, languages], [error, content]] = await Promise.all([
    readPart((schema) => schema.locales()),
    readPart(async (schema): Promise<Result<Pick<RawSchemas, "contentTypes" | "components">>> => {
      const [[typesError, contentTypes], [partsError, components]] = await Promise.all([
        schema.contentTypes(),
        schema.components(),
      ]);
      if (typesError) return [typesError, null, null];
      return partsError ? [partsError, null, null] : [null, { contentTypes, components }, null];
    }),
  ]);
  if (localesError && !isDenied(localesError)) return refused(localesError);
  // A service without locales, or a token without permission to list them, has only the default
  // locale.
  const read = { locales: languages ?? [], readAt: Date.now() };
  if (!error) return done({ ...content, ...read, source: "service" });
  if (!isSchemaDenied(error)) return refused(error);
  const allProjects = await projects.all();
  const [project] = allProjects;
  if (project) {
    // The first project by path, if nothing tells which of several belongs to the service.
    const [file] = project.files.values();
    const among = allProjects.length;
    const choice = file && among > 1 ? { project: { file: file.uri, among } } : {};
    return done({ ...project.schemas, ...choice, ...read, source: "workspace" });
  }
  const cachedSchemas = await schemaCache.load(connection);
  if (cachedSchemas && cachedSchemas.source !== "inferred") return done(cachedSchemas);
  const { collections = [] } = connection;
  return collections.length > 0 ? infer(cms, collections) : refused(error);
}

/** Whether the service denies access to its schema, with this token or in general. */
export const isSchemaDenied = (error: CmsError): boolean =>
  hasName(error, "ForbiddenError", "NotFoundError") && error.url.includes("/content-type-builder/");
