import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeService, magazineFolder } from "../services/descriptions.ts";

/** A content type of the tested service, as its project's files describe it. */
export interface TestedType {
  /** The name in its URL. */
  readonly name: string;
  readonly uid: string;
  readonly isSingle: boolean;
  readonly hasDrafts: boolean;
  readonly isLocalized: boolean;
}

interface SchemaFile {
  readonly kind: string;
  readonly info: { readonly singularName: string; readonly pluralName: string };
  readonly options: { readonly draftAndPublish: boolean };
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
}

const { changes } = describeService();

/** The types come from the project's files. mocha defines the tests of each type before it starts a service. */
export const allTypes: readonly TestedType[] = [
  magazineFolder,
  ...(changes ? [changes] : []),
].flatMap((project) => typesIn(join(project, "src/api")));

/** The names of the only types to test; undefined for all. `npm test` sets them for some services. */
const chosen = process.env["CMS_TEST_TYPES"]?.split(",");

export const types = allTypes.filter(({ name }) => chosen?.includes(name) !== false);

function typesIn(api: string): TestedType[] {
  if (!existsSync(api)) return [];
  return readdirSync(api).map((name) => {
    const file = join(api, name, "content-types", name, "schema.json");
    return toType(JSON.parse(readFileSync(file, "utf8")) as SchemaFile);
  });
}

function toType({ kind, info, options, pluginOptions }: SchemaFile): TestedType {
  const isSingle = kind === "singleType";
  return {
    name: isSingle ? info.singularName : info.pluralName,
    uid: `api::${info.singularName}.${info.singularName}`,
    isSingle,
    hasDrafts: options.draftAndPublish,
    isLocalized: pluginOptions?.i18n?.localized === true,
  };
}
