import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, Catalog, ContentType, SchemaSource } from "../schemas/catalog.ts";
import { isUnread } from "../schemas/catalog.ts";
import { helperNames, helpersFor } from "./helperTypes.ts";
import { claimIdentifier, keyText, quoted } from "./identifiers.ts";
import { readableAttributes, reachableTypes, type ReachableTypes } from "./reachableTypes.ts";
import { isFilled, isOptional, valueType, type DeclaredNames } from "./valueTypes.ts";

/** How a generated file adds its types to the client's registry. */
export type RegistryForm =
  /** Globally, regardless of how the client is imported. */
  | { readonly kind: "global" }
  /** By the module specifier of the client, such as `../../src/client/index.ts`. */
  | { readonly kind: "module"; readonly specifier: string };

/**
 * The text of a file that adds every type of a catalog to `CmsContentTypes`. The types have the
 * form of the client's answers. The same catalog always produces the same text. The first line names
 * the source of the types, which must not contain a token.
 */
export function contentTypesText(
  catalog: Catalog,
  { form, source }: { readonly form: RegistryForm; readonly source: string },
): string {
  const reach = reachableTypes(catalog);
  const declared = declare(reach);
  const sortedTypes = [...catalog.types.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const entries = sortedTypes.map(
    ({ name, uid }) => `    ${keyText(name)}: ${declared.types.get(uid) ?? "unknown"};\n`,
  );
  // Documents don't tell what a type requires.
  const facts = catalog.source === "inferred" ? [] : sortedTypes.map(factsOf);
  const interfaces = [
    ...reach.types.map((type) => documentInterface(type, declared)),
    ...[...reach.components].flatMap(([uid, attributes]) =>
      componentInterfaces(uid, attributes, catalog.componentNames.get(uid) ?? uid, declared),
    ),
  ];
  const owners = [
    ...reach.types.map(({ uid, attributes }) => [uid, attributes] as const),
    ...reach.components,
  ];
  const attributes = owners.flatMap((owner) => readableAttributes(...owner));
  const scope = form.kind === "global" ? "global" : `module ${quoted(form.specifier)}`;
  const text = [
    `${mark}, from ${source.replace(/\s+/g, " ")}. Generating the file again replaces manual changes.\n${sourceRemarks[catalog.source]}`,
    `declare ${scope} {\n  interface CmsContentTypes {\n${entries.join("")}  }\n  interface CmsContentTypeFacts {\n${facts.join("")}  }\n}\n`,
    ...interfaces,
    ...helpersFor(new Set(attributes.map(([, { type }]) => type))),
    // Only a module can augment another module.
    ...(interfaces.length === 0 ? ["export {};\n"] : []),
  ];
  return text.join("\n");
}

function factsOf({ name, uid, kind, draftAndPublish, localized, attributes }: ContentType): string {
  // The service ignores `required` for relations and files, and fills in a default.
  const required = readableAttributes(uid, attributes).flatMap(([key, attribute]) =>
    attribute.required === true &&
    !/^(relation|media)$/.test(attribute.type) &&
    attribute.default === undefined
      ? [quoted(key)]
      : [],
  );
  const names = required.join(" | ") || "never";
  return `    ${keyText(name)}: { kind: "${kind}"; drafts: ${draftAndPublish}; localized: ${localized}; required: ${names} };\n`;
}

const mark = "// Made by CMS: Generate Types";

/** A schema from the service itself needs no remark. */
const sourceRemarks: Readonly<Record<SchemaSource, string>> = {
  service: "",
  workspace:
    "// The schema is from the Strapi project in the workspace, because the service doesn't expose its own.\n",
  inferred:
    "// The schema is inferred from documents. Attributes that no document has are missing.\n",
};

export const isGenerated = (text: string): boolean => text.startsWith(mark);

/** The module specifier in a generated text; undefined if the text has another form. */
export function specifierIn(text: string): string | undefined {
  const [, literal] = /^declare module ("(?:[^"\\\n]|\\.)*") \{$/m.exec(text) ?? [];
  try {
    return literal === undefined ? undefined : (JSON.parse(literal) as string);
  } catch {
    // The user wrote this declaration in another format.
    return undefined;
  }
}

/** Assigns a name to each type. The project's own types come first. */
function declare({ types, components, inZones }: ReachableTypes): DeclaredNames {
  const usedNames = new Set(["CmsContentTypes", ...helperNames]);
  const claim = (uid: string, words: string) => [uid, claimIdentifier(words, usedNames)] as const;
  const uids = [...components.keys()];
  return {
    types: new Map(
      types.map(({ uid }) => {
        // `api::article.article` becomes article. A type of a plugin includes the plugin's name.
        const isOwn = uid.startsWith("api::");
        const words = isOwn
          ? uid.slice(uid.indexOf(".") + 1)
          : uid.replace(/^(plugin|strapi)::/, "");
        return claim(uid, words);
      }),
    ),
    components: new Map(uids.map((uid) => claim(uid, uid))),
    entries: new Map(
      uids.filter((uid) => inZones.has(uid)).map((uid) => claim(uid, `${uid}.entry`)),
    ),
  };
}

function documentInterface(type: ContentType, declared: DeclaredNames): string {
  const { uid, displayName, attributes, draftAndPublish, localized } = type;
  const name = declared.types.get(uid) ?? "";
  const members = readableAttributes(uid, attributes).map(([key, attribute]) => {
    const optional = isOptional(uid, attribute) ? "?" : "";
    const value = valueType(attribute, isFilled(type, key, attribute), declared);
    return member(`${keyText(key)}${optional}`, value, remarkOf(attribute, type));
  });
  const facts = [uid, !draftAndPublish && "without drafts", localized && "localized"];
  const unread = uid.startsWith("api::") ? unreadRemarks(attributes) : "";
  const remark = `${displayName || uid} (${facts.filter(Boolean).join(", ")}).${unread}`;
  return interfaceText(name, remark, [
    ...["id: number", "documentId: string", "createdAt: string", "updatedAt: string"].map(
      readonlyMember,
    ),
    member("publishedAt", "string | null", draftAndPublish ? "Null in a draft." : ""),
    ...(localized ? [readonlyMember("locale: string")] : []),
    ...members,
    ...(localized ? [member("localizations", `${name}[]`, "The other locales of it.")] : []),
  ]);
}

function componentInterfaces(
  uid: string,
  attributes: Attributes,
  title: string,
  declared: DeclaredNames,
): string[] {
  const name = declared.components.get(uid) ?? "";
  const members = readableAttributes(uid, attributes).map(([key, attribute]) =>
    member(keyText(key), valueType(attribute, false, declared), remarkOf(attribute, {})),
  );
  const remark = `${title} (component ${uid}).${unreadRemarks(attributes)}`;
  const interfaces = [interfaceText(name, remark, [readonlyMember("id: number"), ...members])];
  const entry = declared.entries.get(uid);
  if (entry !== undefined) {
    const component = readonlyMember(`__component: ${quoted(uid)}`);
    const entryRemark = `${title} in a dynamic zone.`;
    interfaces.push(interfaceText(`${entry} extends ${name}`, entryRemark, [component]));
  }
  return interfaces;
}

const interfaceText = (name: string, remark: string, members: readonly string[]): string =>
  `${comment(remark)}\nexport interface ${name} {\n${members.join("")}}\n`;

const member = (key: string, value: string, remark: string): string =>
  `${remark && `  ${comment(remark)}\n`}${readonlyMember(`${key}: ${value}`)}`;

const readonlyMember = (text: string): string =>
  `  readonly ${text};\n`.replaceAll(/(?<! ) +\n/g, "\n");

/** Facts that the TypeScript type does not show: kind, target, limits, whether locales share it. */
function remarkOf(
  attribute: AttributeSchema,
  { localized, draftAndPublish = true }: Partial<ContentType>,
): string {
  const { type, relation, target, mappedBy, component, required, pluginOptions } = attribute;
  const isShared = pluginOptions?.i18n?.localized === false;
  const values = new Map<string, unknown>(Object.entries(attribute));
  const limitWords = limits.flatMap((name) => {
    const limit = values.get(name) ?? undefined;
    if (name === "unique") return limit === true ? [name] : [];
    const text = JSON.stringify(limit) as string | undefined;
    if (text === undefined) return [];
    return [`${name} ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`];
  });
  const parts = [
    type,
    relation,
    target ?? component,
    mappedBy && `the other side of ${mappedBy}`,
    localized && type !== "relation" && (isShared ? "shared by all locales" : "localized"),
    required && (draftAndPublish ? "required to publish" : "required"),
    ...limitWords,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Other limits in the content-type-builder, for any kind of attribute. */
const limits = ["unique", "minLength", "maxLength", "min", "max", "regex", "default"];

/** A sentence about attributes that can be written but never read; empty if there are none. */
function unreadRemarks(attributes: Attributes): string {
  const unread = [...attributes].filter(([, attribute]) => isUnread(attribute));
  const names = unread.map(([name]) => name).join(", ");
  return names ? ` Accepted in writes and never returned: ${names}.` : "";
}

/** A one-line comment. The text can't end it early. */
const comment = (text: string): string =>
  `/** ${text
    .replace(/\s+/g, " ")
    .replaceAll("*/", String.raw`*\/`)
    .trim()} */`;
