import type { AttributeSchema, ComponentSchema, ContentTypeSchema } from "../../client/index.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { Emitter, ResourceOwner, type Event } from "../foundation/events.ts";
import { isObject, isShallow, ownIn, textIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { whyOf } from "../foundation/outcome.ts";
import { createCatalog, type Catalog, type RawSchemas } from "./catalog.ts";

export interface ProjectFile {
  readonly uri: string;
  /** The path relative to the workspace folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Project {
  /** The path before `src/`; empty if the workspace folder is the project. */
  readonly root: string;
  readonly schemas: Pick<RawSchemas, "contentTypes" | "components">;
  readonly catalog: Catalog;
  /** The file that describes each type or component, by uid. */
  readonly files: ReadonlyMap<string, ProjectFile>;
}

export interface ProjectFiles {
  read(): Promise<readonly ProjectFile[]>;
  readonly onDidChange: Event<undefined>;
  /** Reports that a file describes nothing, and why. The other files still count. */
  warn(file: ProjectFile, why: string): void;
}

/** The Strapi projects of a workspace, read when first needed, and after a file changes. */
export class Projects extends ResourceOwner {
  readonly #changed = this.own(new Emitter<undefined>());
  readonly onDidChange = this.#changed.event;
  readonly #files: ProjectFiles;
  #reading: Promise<readonly Project[]> | undefined;

  constructor(files: ProjectFiles) {
    super();
    this.#files = files;
    this.own(
      files.onDidChange(() => {
        this.forget();
        this.#changed.fire(undefined);
      }),
    );
  }

  /** Makes the next call read the files again. */
  forget(): void {
    this.#reading = undefined;
  }

  async all(): Promise<readonly Project[]> {
    const warn: Warn = (file, why) => this.#files.warn(file, why);
    this.#reading ??= this.#files.read().then((files) => projectsIn(files, warn));
    return this.#reading;
  }

  /** The project of a service, by comparing their types; undefined if no project matches. */
  async of(catalog: Catalog): Promise<Project | undefined> {
    const shares = (await this.all()).map((project) => {
      const uids = [...project.catalog.targets.keys()];
      const commonUids = uids.filter((uid) => catalog.targets.has(uid));
      return { project, share: commonUids.length / uids.length };
    });
    const [best] = shares
      .filter(({ share }) => share >= minCommonShare)
      .sort((a, b) => b.share - a.share);
    return best?.project;
  }
}

/** The share of a project's types that a service must have. In development, some types differ. */
const minCommonShare = 0.5;

type Warn = (file: ProjectFile, why: string) => void;

/** The projects of the files, by root folder. A folder without types is not a project. */
export function projectsIn(files: readonly ProjectFile[], warn: Warn): readonly Project[] {
  const schemaFiles = files.flatMap((file) => schemaFileOf(file) ?? []);
  const roots = groupedBy(schemaFiles, ({ root }) => root);
  return [...roots]
    .map(([root, rootFiles]) => projectOf(root, rootFiles, warn))
    .filter(({ catalog }) => catalog.types.size > 0)
    .sort((a, b) => a.root.localeCompare(b.root));
}

type SchemaFile = NonNullable<ReturnType<typeof schemaFileOf>>;

function projectOf(root: string, schemaFiles: readonly SchemaFile[], warn: Warn): Project {
  const contentTypes: ContentTypeSchema[] = [];
  const components: ComponentSchema[] = [];
  const files = new Map<string, ProjectFile>();
  const types = schemaFiles.filter(({ kind }) => kind === "type");
  // JSON in a `src/components` folder counts only if the same project also has types.
  const others = types.length > 0 ? schemaFiles.filter(({ kind }) => kind === "component") : [];
  for (const { kind, uid, file } of [...types, ...others]) {
    try {
      const schema = JSON.parse(file.text) as Json;
      if (!isObject(schema)) throw new Error("it is not a JSON object");
      if (!isShallow(schema)) throw new Error("it is too deep");
      if (kind === "type") contentTypes.push({ uid, schema: toType(schema) });
      else {
        const displayName = textIn(objectIn(schema, "info"), "displayName");
        components.push({ uid, schema: { displayName, attributes: attributesIn(schema) } });
      }
      files.set(uid, file);
    } catch (error) {
      warn(file, whyOf(error));
    }
  }
  const schemas = { contentTypes, components };
  const catalog = createCatalog({ ...schemas, locales: [], source: "workspace" });
  return { root, schemas, catalog, files };
}

/** A project's own type, or a type of a plugin, whose attributes the file replaces. */
const typePath =
  /^((?:.*\/)?)src\/(api|extensions)\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/;
const componentPath = /^((?:.*\/)?)src\/components\/([^/]+)\/([^/]+)\.json$/;

/** The uid derives from the folder names, as in the service. */
function schemaFileOf(file: ProjectFile) {
  const [, root, folder, owner, name] = typePath.exec(file.path) ?? [];
  if (root !== undefined) {
    const uid = `${folder === "api" ? "api" : "plugin"}::${owner}.${name}`;
    return { kind: "type", root, uid, file } as const;
  }
  const [, above, group, componentName] = componentPath.exec(file.path) ?? [];
  if (above === undefined) return undefined;
  return { kind: "component", root: above, uid: `${group}.${componentName}`, file } as const;
}

function toType(schema: JsonObject): ContentTypeSchema["schema"] {
  const info = objectIn(schema, "info");
  const [singularName, pluralName] = [textIn(info, "singularName"), textIn(info, "pluralName")];
  // Both names become part of a URL.
  for (const name of [singularName, pluralName]) {
    if (!/^[A-Za-z0-9][\w-]*$/.test(name)) throw new Error("its info has no names for a URL");
  }
  return {
    singularName,
    pluralName,
    displayName: textIn(info, "displayName") || singularName,
    kind: schema["kind"] === "singleType" ? "singleType" : "collectionType",
    // The service's default if the file does not set it.
    draftAndPublish: objectIn(schema, "options")["draftAndPublish"] === true,
    pluginOptions: objectIn(schema, "pluginOptions"),
    attributes: attributesIn(schema),
  };
}

function attributesIn(schema: JsonObject): Readonly<Record<string, AttributeSchema>> {
  const attributes = Object.entries(objectIn(schema, "attributes"));
  const invalidAttribute = attributes.find(
    ([, value]) => !isObject(value) || textIn(value, "type") === "",
  );
  if (invalidAttribute) throw new Error(`its attribute ${invalidAttribute[0]} has no type`);
  const typed = attributes as [string, JsonObject & AttributeSchema][];
  return Object.fromEntries(
    typed.map(([name, attribute]) => {
      if (attribute.type !== "customField") return [name, attribute];
      // The service replaces the type by the one that the plugin of the field registers in code.
      const type = customFieldTypes.get(textIn(attribute, "customField")) ?? "unknown";
      return [name, { ...attribute, type }];
    }),
  );
}

/** The types that store the custom fields of common plugins, by the name of the custom field. */
const customFieldTypes = new Map([
  ["plugin::color-picker.color", "string"],
  ["plugin::ckeditor.CKEditor", "richtext"],
  ["plugin::ckeditor5.CKEditor", "richtext"],
  ["plugin::country-select.country", "string"],
  ["plugin::multi-select.multi-select", "json"],
]);

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = ownIn(object, key);
  return isObject(value) ? value : {};
}
