import type { Cms, CmsError, Locale, Result } from "../../client/index.ts";
import type { Schemas } from "./catalog.ts";
import type { Connection } from "../connections/connection.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, refused } from "../foundation/outcome.ts";
import type { KeptSchemas } from "./keptSchemas.ts";
import type { Project } from "./project.ts";
import type { Projects } from "./projects.ts";
import { readInferred } from "./samples.ts";

interface Ports {
  readonly kept?: KeptSchemas;
  readonly projects?: Projects;
}

/**
 * What a service is made of, from the first of these that can tell: the service, a Strapi project in the
 * workspace, what either of them told earlier, the documents of types that somebody has named. The failure
 * is the service's own.
 */
export async function readSchemas(
  cms: Cms,
  connection: Connection,
  ports: Ports = {},
): Promise<Outcome<Schemas>> {
  const schema = cms.schema();
  const [types, parts, languages] = await Promise.all([
    schema.contentTypes(),
    schema.components(),
    schema.locales(),
  ]);
  const [localesError, locales] = orNone(languages);
  if (localesError) return refused(localesError);
  const [error, told] = joined(types, parts);
  if (!error) return done({ ...told, locales, source: "service", readAt: Date.now() });
  if (!isUntold(error)) return refused(error);
  const all = (await ports.projects?.all()) ?? [];
  const [project] = all;
  if (project) return done({ ...withLocales(project, locales), ...chosen(project, all.length) });
  return readElsewhere(cms, connection, { ...ports, error });
}

type Told = Pick<Schemas, "contentTypes" | "components">;

function joined(
  [typesError, contentTypes]: Result<Schemas["contentTypes"]>,
  [partsError, components]: Result<Schemas["components"]>,
): readonly [CmsError, null] | readonly [null, Told] {
  if (typesError) return [typesError, null];
  return partsError ? [partsError, null] : [null, { contentTypes, components }];
}

const withLocales = ({ schemas }: Project, locales: readonly Locale[]): Schemas => ({
  ...schemas,
  locales,
  source: "workspace",
  readAt: Date.now(),
});

/** The first by path, where nothing says which of several it is. */
function chosen({ files }: Project, among: number): Pick<Schemas, "project"> {
  const [file] = files.values();
  return file && among > 1 ? { project: { file: file.uri, among } } : {};
}

async function readElsewhere(
  cms: Cms,
  connection: Connection,
  { kept, error }: Ports & { readonly error: CmsError },
): Promise<Outcome<Schemas>> {
  const earlier = await kept?.load(connection);
  if (earlier && earlier.source !== "inferred") return done(earlier);
  const { collections = [] } = connection;
  return collections.length > 0 ? readInferred(cms, collections) : refused(error);
}

/** The service does not tell what it is made of: not with this token, or not at all. */
export const isUntold = ({ name, url }: CmsError): boolean =>
  /^(Forbidden|NotFound)Error$/.test(name) && url.includes("/content-type-builder/");

/** A service without locales, or a token that may not list them, leaves the default one. */
function orNone(result: Result<readonly Locale[]>): Result<readonly Locale[]> {
  const name = result[0]?.name;
  return name === "NotFoundError" || name === "ForbiddenError" ? [null, [], null] : result;
}
