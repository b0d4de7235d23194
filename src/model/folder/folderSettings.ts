import { createHmac, randomBytes } from "node:crypto";
import type { AttributeSchema } from "../../client/index.ts";
import { roleUid, userUid } from "../foundation/address.ts";
import {
  choice,
  list,
  object,
  optional,
  readShape,
  record,
  text,
} from "../foundation/jsonShape.ts";
import type { ShapeFailure } from "../foundation/jsonShape.ts";
import { ownIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { personalKindOf } from "../copy/personalData.ts";
import { withAttributes, type Catalog } from "../schemas/catalog.ts";
import { isRecorded } from "../records/record.ts";
import { FileNames } from "./fileNames.ts";

/** The names of fields by the uid of their content type or component. */
type FieldNames = Readonly<Record<string, readonly string[]>>;

/** The file `cms.json`, which makes a folder one for content. */
export interface FolderSettings {
  /** The form of the state files. An older version refuses a newer form. */
  readonly state: 1;
  /** Random, so that the keys of environments don't tell their URLs. */
  readonly salt: string;
  /** The key of each service, by the name of its environment. */
  readonly environments: Readonly<Record<string, string>>;
  /** The names of the types to pull; all if absent. */
  readonly types?: readonly string[] | undefined;
  /** Fields that are neither pulled nor compared, such as those that differ by environment. */
  readonly leaveOut?: FieldNames | undefined;
  /** Fields to pull although they look like personal data. */
  readonly include?: FieldNames | undefined;
  /** The field that identifies a document on a service, by the name of the type; its slug if absent. */
  readonly keys?: Readonly<Record<string, string>> | undefined;
  /** The fields that are the text of Markdown files, by the uid of the type; null for JSON files. */
  readonly body?: Readonly<Record<string, string | null>> | undefined;
  /** The Markdown files of the folder, by the folder of the type. */
  readonly markdown?: Readonly<Record<string, MarkdownFiles>> | undefined;
}

/** The files of a type that are, or may still be, Markdown. */
export interface MarkdownFiles {
  /** The one whose text is below the front matter. */
  readonly field: string;
  /** Those without a locale, those with one, or none but what earlier pulls left. */
  readonly files: "shared" | "localized" | "none";
}

const fieldNames = optional(record(list(text)));

const settingsShape = object<FolderSettings>({
  ...{ state: choice(1), salt: text, environments: record(text), types: optional(list(text)) },
  ...{ leaveOut: fieldNames, include: fieldNames, keys: optional(record(text)) },
  body: optional(record<string | null>((value, path) => (value === null ? [] : text(value, path)))),
  markdown: optional(
    record(object<MarkdownFiles>({ field: text, files: choice("shared", "localized", "none") })),
  ),
});

export const settingsIn = (file: string): Outcome<FolderSettings, ShapeFailure> =>
  readShape(file, settingsShape);

export const newSettings = (): FolderSettings => ({
  state: 1,
  salt: randomBytes(16).toString("hex"),
  environments: {},
});

/** The name of the environment of a service; undefined if nothing was pulled from it. */
export const environmentOf = (settings: FolderSettings, url: string): string | undefined =>
  Object.entries(settings.environments).find(([, key]) => key === keyOfUrl(settings, url))?.[0];

/**
 * The settings of a folder once some types of a service are pulled to it; undefined if it has the
 * content of another service.
 */
export function settingsFor(
  earlier: FolderSettings,
  service: { readonly name: string; readonly url: string },
  types: readonly string[],
): FolderSettings | undefined {
  const settings = withTypes(earlier, types);
  if (environmentOf(settings, service.url) !== undefined) return settings;
  return isNewFolder(settings) ? withEnvironment(settings, service) : undefined;
}

/** Whether nothing was pulled to the folder. */
export const isNewFolder = ({ environments }: FolderSettings): boolean =>
  Object.keys(environments).length === 0;

export function withEnvironment(
  settings: FolderSettings,
  { name, url }: { readonly name: string; readonly url: string },
): FolderSettings {
  const { environments } = settings;
  const environment = new FileNames(Object.keys(environments)).choose(name, "service");
  return {
    ...settings,
    environments: { ...environments, [environment]: keyOfUrl(settings, url) },
  };
}

/** The settings when some types are pulled. A folder that has all types keeps them. */
export function withTypes(settings: FolderSettings, names: readonly string[]): FolderSettings {
  if (names.length === 0 || (!isNewFolder(settings) && !settings.types)) return settings;
  return { ...settings, types: [...new Set([...(settings.types ?? []), ...names])].sort() };
}

const keyOfUrl = ({ salt }: FolderSettings, url: string): string =>
  createHmac("sha256", salt).update(url).digest("hex").slice(0, 24);

/**
 * A catalog with the attributes that a folder has, and the names of those that it leaves out as
 * personal data, by the uid of their type or component.
 */
export function folderCatalog(
  catalog: Catalog,
  { leaveOut, include }: Pick<FolderSettings, "leaveOut" | "include">,
) {
  const personal = new Map<string, readonly string[]>();
  const reduced = withAttributes(catalog, (uid, attributes) => {
    const isNamed = (fields: FieldNames | undefined, name: string) =>
      ownIn(fields, uid)?.includes(name) === true;
    const personalNames = [...attributes].flatMap(([name, attribute]) =>
      isRecorded(attribute) && isPersonal(name, attribute) && !isNamed(include, name) ? name : [],
    );
    if (personalNames.length > 0) personal.set(uid, personalNames);
    return new Map(
      [...attributes].filter(
        ([name, attribute]) =>
          isRecorded(attribute) && !personalNames.includes(name) && !isNamed(leaveOut, name),
      ),
    );
  });
  return { catalog: reduced, personal };
}

/** Whether an attribute looks like personal data, or refers to user accounts. */
const isPersonal = (name: string, attribute: AttributeSchema): boolean =>
  personalKindOf(name, attribute) !== undefined || accountUids.has(attribute.target ?? "");

const accountUids = new Set([userUid, roleUid, "admin::user", "admin::role"]);
