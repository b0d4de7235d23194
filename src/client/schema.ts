import type { CallOptions } from "./types/params.ts";
import { catchErrors, type Result } from "./result.ts";
import { isPathSegment, type Transport } from "./http/call.ts";
import { optionsOf, AnswerFault, requestParsed, throwUnexpected } from "./requests.ts";
import { isRecord } from "./recordGuard.ts";

/** An attribute as the content-type-builder describes it. Its keys depend on `type`. */
export interface AttributeSchema {
  /**
   * The attribute's type: `string`, `relation`, `component`, `dynamiczone`, `media`, `enumeration`
   * and others.
   */
  readonly type: string;
  /** `localized`: each localization of a document has its own value. */
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
  /** The attribute can be written, but no answer contains it. */
  readonly private?: boolean;
  /** `false`: neither the content manager nor the content-type builder shows the attribute. */
  readonly visible?: boolean;
  /** A value is required to publish the document. A draft can omit it. */
  readonly required?: boolean;
  /** The value for new documents and components that omit the attribute. */
  readonly default?: unknown;
  /**
   * Numbers: the minimum. Lists: the minimum number of entries. Checked when a document is
   * published.
   */
  readonly min?: number;
  /**
   * Numbers: the maximum, in drafts too. Lists: the maximum number of entries, checked on
   * publishing.
   */
  readonly max?: number;
  /** Strings: the minimum length in UTF-16 units. Checked when a document is published. */
  readonly minLength?: number;
  /** Strings: the maximum length in UTF-16 units, in drafts too. 255 for a `string` when absent. */
  readonly maxLength?: number;
  /**
   * Strings: the regular expression that the value must match. Checked when a document is
   * published.
   */
  readonly regex?: string;
  /** Two published documents of the same locale can't have the same value. */
  readonly unique?: boolean;
  /** The description from the content type's authors. */
  readonly description?: string;
  /**
   * Shows the attribute only if other attributes have certain values. The service doesn't check it
   * while hidden.
   */
  readonly conditions?: unknown;
  /** Relations: the type of relation, such as `manyToOne`. */
  readonly relation?: string;
  /** Relations: the uid of the target content type. */
  readonly target?: string;
  /** Relations, on the inverse side: the attribute of `target` that owns them. */
  readonly mappedBy?: string;
  /** Relations, on the owning side: the attribute of `target` that mirrors them. */
  readonly inversedBy?: string;
  /** Components: the component's uid. */
  readonly component?: string;
  /** Components: true for a list of components; a single one when absent. */
  readonly repeatable?: boolean;
  /** Dynamic zones: the uids of the allowed components. */
  readonly components?: readonly string[];
  /** Enumerations: the values. */
  readonly enum?: readonly string[];
  /** Media: true for a list of files; a single one when absent. */
  readonly multiple?: boolean;
  /**
   * Media: `images`, `videos`, `audios` or `files`; any when absent. The service doesn't enforce
   * it.
   */
  readonly allowedTypes?: readonly string[] | null;
  /** Uids: the attribute that they are generated from. */
  readonly targetField?: string;
  /** Uids: how they are generated. */
  readonly options?: {
    readonly separator?: string;
    readonly lowercase?: boolean;
    readonly decamelize?: boolean;
    readonly customReplacements?: readonly (readonly [string, string])[];
    readonly preserveLeadingUnderscore?: boolean;
  };
}

/** A content type as the content-type-builder describes it. */
export interface ContentTypeSchema {
  /** The uid, such as `api::article.article`. */
  readonly uid: string;
  readonly schema: {
    readonly displayName: string;
    /** For a single type: the name that `cms.single` takes. */
    readonly singularName: string;
    /** For a collection type: the name that `cms.collection` takes. */
    readonly pluralName: string;
    readonly kind: "collectionType" | "singleType";
    /** False: the documents have no drafts, and every write is public immediately. */
    readonly draftAndPublish: boolean;
    /** False for the service's internal types. */
    readonly visible?: boolean;
    /** `localized`: the documents have localizations. */
    readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
    /** By attribute name. System fields such as `documentId` are not included. */
    readonly attributes: Readonly<Record<string, AttributeSchema>>;
  };
}

/** A component as the content-type-builder describes it. */
export interface ComponentSchema {
  /** The uid, such as `shared.seo`. */
  readonly uid: string;
  readonly schema: {
    readonly displayName: string;
    /** By attribute name. `id` is not included. */
    readonly attributes: Readonly<Record<string, AttributeSchema>>;
  };
}

/** A language for content. */
export interface Locale {
  /** The code for `params.locale`, such as `fr`. */
  readonly code: string;
  /** The display name, such as `French (fr)`. */
  readonly name: string;
  /** Whether calls without a locale use this one. */
  readonly isDefault: boolean;
}

/**
 * The service's content types, components and locales. Each route requires its own permission, and
 * returns a ForbiddenError without it. `meta` is null.
 *
 * Every call can also return UnauthorizedError, RateLimitError, HttpError, CmsTimeoutError,
 * CmsAbortError, NetworkError, TlsError, ProxyError, ParseError or RequestError.
 */
export interface SchemaApi {
  /**
   * Every content type, including those of plugins. Returns a NotFoundError where the service has
   * no content-type-builder.
   */
  contentTypes(options?: CallOptions): Promise<Result<readonly ContentTypeSchema[]>>;
  /** Every component. NotFoundError where the service has no content-type-builder. */
  components(options?: CallOptions): Promise<Result<readonly ComponentSchema[]>>;
  /** The locales of the service. Returns a NotFoundError where the service has no i18n plugin. */
  locales(options?: CallOptions): Promise<Result<readonly Locale[]>>;
}

/** @param isAdmin Whether to call the routes of the admin panel, which serve administrators. */
export function createSchema(transport: Transport, isAdmin = false): SchemaApi {
  const listOf =
    <T>(path: readonly string[], parse: (row: unknown, index: number) => T) =>
    (options: CallOptions = {}): Promise<Result<readonly T[]>> => {
      const request = { method: "GET", path, isAdmin, ...optionsOf(options) } as const;
      return requestParsed(transport, request, (body) => {
        const rows = isRecord(body) ? body["data"] : body;
        return Array.isArray(rows) ? rows.map(parse) : throwUnexpected("a list");
      });
    };
  const methods = {
    contentTypes: listOf(["content-type-builder", "content-types"], contentTypeIn),
    components: listOf(["content-type-builder", "components"], componentIn),
    locales: listOf(["i18n", "locales"], (row, index): Locale => {
      const { code, name, isDefault } = isRecord(row) ? row : {};
      if (typeof code !== "string" || code === "")
        throw new AnswerFault(`Locale ${index + 1} has no code.`);
      const displayName = typeof name === "string" ? name : code;
      return { ...(row as object), code, name: displayName, isDefault: isDefault === true };
    }),
  };
  return catchErrors(methods, transport.url, { contentTypes: "", components: "", locales: "" });
}

function contentTypeIn(row: unknown, index: number): ContentTypeSchema {
  const { uid, schema, name } = schemaIn(row, `Content type ${index + 1}`, "content type");
  const { displayName, singularName, pluralName, kind, draftAndPublish } = schema;
  // Both names become part of a URL.
  if (!isPathSegment(singularName) || !isPathSegment(pluralName)) {
    throw new AnswerFault(`The ${name} has no singularName and pluralName for a URL.`);
  }
  if (kind !== "collectionType" && kind !== "singleType") {
    throw new AnswerFault(`The ${name} is neither a collectionType nor a singleType.`);
  }
  if (typeof draftAndPublish !== "boolean") {
    throw new AnswerFault(`The ${name} doesn't say whether it has draftAndPublish.`);
  }
  return {
    ...(row as object),
    uid,
    schema: {
      ...schema,
      displayName: typeof displayName === "string" ? displayName : singularName,
      ...{ singularName, pluralName, kind, draftAndPublish },
      attributes: attributesIn(schema, name),
    },
  };
}

function componentIn(row: unknown, index: number): ComponentSchema {
  const { uid, schema, name } = schemaIn(row, `Component ${index + 1}`, "component");
  const { displayName } = schema;
  return {
    ...(row as object),
    uid,
    schema: {
      ...schema,
      displayName: typeof displayName === "string" ? displayName : uid,
      attributes: attributesIn(schema, name),
    },
  };
}

function schemaIn(row: unknown, position: string, kind: string) {
  const { uid, schema } = isRecord(row) ? row : {};
  if (typeof uid !== "string" || uid === "") throw new AnswerFault(`${position} has no uid.`);
  const name = `${kind} ${uid}`;
  if (!isRecord(schema)) throw new AnswerFault(`The ${name} has no schema.`);
  return { uid, schema, name };
}

function attributesIn(
  { attributes }: Readonly<Record<string, unknown>>,
  owner: string,
): Readonly<Record<string, AttributeSchema>> {
  if (!isRecord(attributes)) throw new AnswerFault(`The ${owner} has no attributes.`);
  const entries = Object.entries(attributes).map(([name, attribute]) => {
    const position = `The attribute ${name} of the ${owner}`;
    if (!isRecord(attribute) || typeof attribute["type"] !== "string") {
      throw new AnswerFault(`${position} has no type.`);
    }
    const known = Object.entries(attribute).filter(([key, value]) => {
      const isValid = keyChecks.get(key);
      if (!isValid || isValid(value)) return true;
      // Without these keys, the attribute would be another one.
      if (value !== null && structuralKeys.has(key))
        throw new AnswerFault(`${position} has an invalid ${key}.`);
      return false;
    });
    return [name, Object.fromEntries(known) as Record<string, unknown> & AttributeSchema] as const;
  });
  return Object.fromEntries(entries);
}

const isString = (value: unknown): boolean => typeof value === "string";
const areStrings = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
/** Limits of big integers are strings. */
const isLimit = (value: unknown): boolean => typeof value === "number" || isString(value);

/** What an attribute's keys hold, apart from those that can hold anything. */
const keyChecks: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...["relation", "target", "mappedBy", "inversedBy", "component", "regex", "description"].map(
    (key) => [key, isString] as const,
  ),
  ...["private", "required", "unique", "repeatable", "multiple"].map(
    (key) => [key, isBoolean] as const,
  ),
  ...["min", "max", "minLength", "maxLength"].map((key) => [key, isLimit] as const),
  ...["components", "enum", "allowedTypes"].map((key) => [key, areStrings] as const),
  ["targetField", isString],
  ["pluginOptions", isRecord],
  ["options", isRecord],
]);

const structuralKeys = new Set([
  ...["relation", "target", "mappedBy", "inversedBy", "component", "components"],
  ...["private", "repeatable", "multiple"],
]);
